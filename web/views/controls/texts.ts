import { texts } from '../../language/language';

export const controlsTexts = texts({
  en: {
    controls: 'Controls',
    changeIt: 'Change it',
  },
  de: {
    controls: 'Steuerung',
    changeIt: 'Ändern',
  },
});
