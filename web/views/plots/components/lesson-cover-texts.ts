import { texts } from '../../../language/language';

export const lessonCoverTexts = texts({
  en: { hidden: 'Hidden until you have answered' },
  de: { hidden: 'Bis zur Antwort ausgeblendet' },
});
