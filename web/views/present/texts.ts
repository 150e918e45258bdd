import { texts } from '../../language/language';

export const presentTexts = texts({
  en: { untitled: 'Untitled', leave: 'Leave the presentation' },
  de: { untitled: 'Ohne Titel', leave: 'Präsentation beenden' },
});
