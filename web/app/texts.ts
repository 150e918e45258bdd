import { texts } from '../language/language';

export const appTexts = texts({
  en: {
    loading: 'Loading',
  },
  de: {
    loading: 'Wird geladen',
  },
});

export const brokenLinkTexts = texts({
  en: {
    damaged: 'This link is damaged',
    newer: 'This link is newer than this page',
    tooLarge: 'This link contains too much',
    notFound: 'This link leads nowhere',
    impossible: 'This link contains an impossible scenario',
    openDroptail: 'Open Droptail',
    untouched: 'Your work is safe.',
    continueWith: (value: string | number) => `Continue with ${value}`,
    galleryAndFiles: 'Gallery and files',
  },
  de: {
    damaged: 'Dieser Link ist beschädigt',
    newer: 'Dieser Link ist neuer als diese Seite',
    tooLarge: 'Dieser Link enthält zu viel',
    notFound: 'Dieser Link führt ins Leere',
    impossible: 'Dieser Link enthält ein unmögliches Szenario',
    openDroptail: 'Droptail öffnen',
    untouched: 'Die eigene Arbeit ist erhalten.',
    continueWith: (value) => `Weiter mit ${value}`,
    galleryAndFiles: 'Galerie und Dateien',
  },
});

export const dropTargetTexts = texts({
  en: {
    hint: 'Drop a scenario or an experiment to open it, measurements to draw them over the plots, or a Mahimahi trace for a link. Your own work stays in the gallery.',
  },
  de: {
    hint: 'Ein Szenario oder Experiment ablegen, um es zu öffnen; Messwerte, um sie über die Diagramme zu zeichnen; oder eine Mahimahi-Aufzeichnung für eine Leitung. Die eigene Arbeit bleibt in der Galerie.',
  },
});

export const exportButtonTexts = texts({
  en: {
    loading: 'Loading…',
    exportLabel: 'Export',
  },
  de: {
    loading: 'Wird geladen …',
    exportLabel: 'Exportieren',
  },
});

export const helpTexts = texts({
  en: {
    title: 'How to use it',
    help: 'Help',
  },
  de: {
    title: 'Bedienung',
    help: 'Hilfe',
  },
});

export const helpCardTexts = texts({
  en: {
    title: 'How to use it',
    intro:
      'Press play. Select a flow, a link or a node and change it: the run continues with the change. Undo replays the run to the same moment without it.',
    singleKeysAsShortcuts: 'Single keys as shortcuts',
    showTheTour: 'Show the tour',
    present: 'Present',
    modelVersion: (version: string | number) => `Model version ${version}`,
    licences: 'Licences',
  },
  de: {
    title: 'Bedienung',
    intro:
      'Auf Abspielen drücken. Einen Fluss, eine Leitung oder einen Knoten auswählen und ändern: Der Lauf geht mit der Änderung weiter. Rückgängig simuliert den Lauf ohne sie bis zum selben Zeitpunkt.',
    singleKeysAsShortcuts: 'Einzelne Tasten als Kurzbefehle',
    showTheTour: 'Rundgang zeigen',
    present: 'Präsentieren',
    modelVersion: (version) => `Modellversion ${version}`,
    licences: 'Lizenzen',
  },
});

export const labTexts = texts({
  en: {
    backToTheLesson: 'Back to the lesson',
    lessonAndInspector: 'Lesson and inspector',
    inspector: 'Inspector',
    time: 'Time',
    lesson: 'Lesson',
    catchingUp: 'Catching up',
  },
  de: {
    backToTheLesson: 'Zurück zur Lektion',
    lessonAndInspector: 'Lektion und Inspektor',
    inspector: 'Inspektor',
    time: 'Zeit',
    lesson: 'Lektion',
    catchingUp: 'Holt auf',
  },
});

export const shareTexts = texts({
  en: {
    loading: 'Loading',
    share: 'Share',
    shareThisScenario: 'Share this scenario',
    close: 'Close',
  },
  de: {
    loading: 'Wird geladen',
    share: 'Teilen',
    shareThisScenario: 'Dieses Szenario teilen',
    close: 'Schließen',
  },
});

export const topBarTexts = texts({
  en: {
    gallery: 'Gallery',
    papers: 'Papers',
    present: 'Present',
    inspector: 'Inspector',
    changeTitle: 'change title',
    title: 'Title',
    untitled: 'Untitled',
    edited: 'edited',
    notKept: 'not saved',
    seed: (seed: string | number) => `seed ${seed}`,
    digestHelp: (digest: string | number) =>
      `Digest of the run so far: ${digest}. The same scenario has the same digest everywhere.`,
    digest: (slice: string | number, slice2: string | number) => `digest ${slice} ${slice2}`,
    betweenHelp:
      'The run is paused between two events at the same instant. Share completes the instant; then there is a digest.',
    betweenEvents: 'between events',
  },
  de: {
    gallery: 'Galerie',
    papers: 'Artikel',
    present: 'Präsentieren',
    inspector: 'Inspektor',
    changeTitle: 'Titel ändern',
    title: 'Titel',
    untitled: 'Ohne Titel',
    edited: 'geändert',
    notKept: 'nicht gespeichert',
    seed: (seed) => `Startwert ${seed}`,
    digestHelp: (digest) =>
      `Prüfsumme des bisherigen Laufs: ${digest}. Dasselbe Szenario hat überall dieselbe Prüfsumme.`,
    digest: (slice, slice2) => `Prüfsumme ${slice} ${slice2}`,
    betweenHelp:
      'Der Lauf steht zwischen zwei Ereignissen desselben Zeitpunkts. Teilen schließt den Zeitpunkt ab, danach gibt es eine Prüfsumme.',
    betweenEvents: 'zwischen Ereignissen',
  },
});
