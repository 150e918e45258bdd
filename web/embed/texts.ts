import { texts } from '../language/language';

export const embedTexts = texts({
  en: {
    locked: 'Locked',
    sameRun: '✓ as shared',
    sameRunHelp: (digest: string, upTo: string | null) =>
      `The run is identical to the shared one${upTo === null ? '' : ` up to ${upTo} s`}: digest ${digest}`,
    openInFull: 'Open in full',
    lesson: 'Lesson',
    notes: 'Notes',
    details: 'Details',
    nothingOpen: 'Nothing can be changed here.',
    onlyThese: 'Only the values above can be changed here.',
    openInLaboratory: 'Open in the laboratory',
  },
  de: {
    locked: 'Gesperrt',
    sameRun: '✓ wie geteilt',
    sameRunHelp: (digest, upTo) =>
      `Der Lauf ist${upTo === null ? '' : ` bis ${upTo} s`} mit dem geteilten identisch: Digest ${digest}`,
    openInFull: 'Vollständig öffnen',
    lesson: 'Lektion',
    notes: 'Notizen',
    details: 'Details',
    nothingOpen: 'Hier lässt sich nichts ändern.',
    onlyThese: 'Hier lassen sich nur die Werte oben ändern.',
    openInLaboratory: 'Im Labor öffnen',
  },
});
