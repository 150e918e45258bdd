import { texts } from '../language/language';

export const embedTexts = texts({
  en: {
    locked: 'Locked',
    openInFull: 'Open in full',
    lesson: 'Lesson',
    notes: 'Notes',
    details: 'Details',
  },
  de: {
    locked: 'Gesperrt',
    openInFull: 'Vollständig öffnen',
    lesson: 'Lektion',
    notes: 'Notizen',
    details: 'Details',
  },
});
