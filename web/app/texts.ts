import { plural, texts } from '../language/language';

export const appTexts = texts({
  en: {
    linkMessage: 'The message about the link',
    laboratory: 'The laboratory',
    experiment: 'The experiment',
    papersList: 'The list of papers',
    gallery: 'The gallery',
    presentation: 'The presentation',
    networkDialog: 'The network dialog',
    papers: 'Papers',
    loading: 'Loading',
  },
  de: {
    linkMessage: 'Die Meldung zum Link',
    laboratory: 'Das Labor',
    experiment: 'Das Experiment',
    papersList: 'Die Liste der Artikel',
    gallery: 'Die Galerie',
    presentation: 'Die Präsentation',
    networkDialog: 'Der Netzdialog',
    papers: 'Artikel',
    loading: 'Wird geladen',
  },
});

export const dropTargetTexts = texts({
  en: {
    hint: 'Drop a scenario or an experiment to open it, measurements to draw them over the plots, or a Mahimahi trace for a link. Your own work stays in the gallery.',
  },
  de: {
    hint: 'Legen Sie hier ein Szenario oder Experiment ab, um es zu öffnen, Messwerte, um sie über die Diagramme zu zeichnen, oder einen Mahimahi-Trace für eine Leitung. Ihre Arbeit bleibt in der Galerie.',
  },
});

export const exportButtonTexts = texts({
  en: {
    part: 'The export',
    loading: 'Loading…',
    exportLabel: 'Export',
  },
  de: {
    part: 'Der Export',
    loading: 'Wird geladen …',
    exportLabel: 'Exportieren',
  },
});

export const skipTexts = texts({
  en: {
    label: 'Skip',
    toPlay: 'Skip to Play',
    toPlots: 'Skip to the plots',
    toInspector: 'Skip to the inspector',
  },
  de: {
    label: 'Überspringen',
    toPlay: 'Zur Wiedergabe',
    toPlots: 'Zu den Diagrammen',
    toInspector: 'Zum Inspektor',
  },
});

export const moreTexts = texts({
  en: { more: 'More', part: 'The menu', close: 'Close' },
  de: { more: 'Mehr', part: 'Das Menü', close: 'Schließen' },
});

export const helpTexts = texts({
  en: {
    part: 'The help',
    title: 'How to use it',
    help: 'Help',
  },
  de: {
    part: 'Die Hilfe',
    title: 'Bedienung',
    help: 'Hilfe',
  },
});

export const labTexts = texts({
  en: {
    tour: 'The tour',
    backToTheLesson: 'Back to the lesson',
    lessonAndInspector: 'Lesson and inspector',
    inspector: 'Inspector',
    time: 'Time',
    lesson: 'Lesson',
    catchingUp: 'Catching up',
    network: 'Network',
    sizeOfNetwork: 'Size of the network',
    sizeOfInspector: 'Width of the inspector',
  },
  de: {
    tour: 'Der Rundgang',
    backToTheLesson: 'Zurück zur Lektion',
    lessonAndInspector: 'Lektion und Inspektor',
    inspector: 'Inspektor',
    time: 'Zeit',
    lesson: 'Lektion',
    catchingUp: 'Holt auf',
    network: 'Netz',
    sizeOfNetwork: 'Größe des Netzes',
    sizeOfInspector: 'Breite des Inspektors',
  },
});

export const shareTexts = texts({
  en: {
    part: 'The share dialog',
    loading: 'Loading',
    share: 'Share',
    shareThisScenario: 'Share this scenario',
    close: 'Close',
  },
  de: {
    part: 'Der Dialog zum Teilen',
    loading: 'Wird geladen',
    share: 'Teilen',
    shareThisScenario: 'Dieses Szenario teilen',
    close: 'Schließen',
  },
});

export const topBarTexts = texts({
  en: {
    create: 'New',
    gallery: 'Gallery',
    papers: 'Papers',
    present: 'Present',
    sidePanel: 'Side panel',
    changeTitle: 'change title',
    edited: 'edited',
    notKept: 'not saved',
    seed: (seed: number) => `seed ${seed}`,
    digestHelp: (digest: string) =>
      `Digest of the run so far: ${digest}. The same scenario has the same digest everywhere.`,
    digest: (first: string, second: string) => `digest ${first} ${second}`,
    betweenHelp:
      'The run is paused between two events at the same instant and has no digest here. “Share” first runs to the end of the instant.',
    betweenEvents: 'between events',
  },
  de: {
    create: 'Neu',
    gallery: 'Galerie',
    papers: 'Artikel',
    present: 'Präsentieren',
    sidePanel: 'Seitenleiste',
    changeTitle: 'Titel ändern',
    edited: 'geändert',
    notKept: 'nicht gespeichert',
    seed: (seed) => `Seed ${seed}`,
    digestHelp: (digest) =>
      `Digest des bisherigen Laufs: ${digest}. Dasselbe Szenario hat überall denselben Digest.`,
    digest: (first, second) => `Digest ${first} ${second}`,
    betweenHelp:
      'Der Lauf ist zwischen zwei Ereignissen desselben Zeitpunkts angehalten und hat hier keinen Digest. „Teilen“ simuliert ihn zuerst bis zum Ende des Zeitpunkts.',
    betweenEvents: 'zwischen Ereignissen',
  },
});

export const liveSummaryTexts = texts({
  en: {
    ended: 'Ended',
    paused: 'Paused',
    one: (packets: number) => `window ${packets} ${plural(packets, 'packet', 'packets')}`,
    sum: (packets: number) => `sum of windows ${packets} ${plural(packets, 'packet', 'packets')}`,
    hidden: 'hidden until you answer',
    running: 'Running.',
    rate: (mbps: string) => `${mbps} megabits per second`,
    summary: (state: string, atS: string, flows: string) => `${state} at ${atS} seconds.${flows}`,
  },
  de: {
    ended: 'Beendet',
    paused: 'Angehalten',
    one: (packets) => `Fenster ${packets} ${plural(packets, 'Paket', 'Pakete')}`,
    sum: (packets) => `Summe der Fenster ${packets} ${plural(packets, 'Paket', 'Pakete')}`,
    hidden: 'verborgen, bis Sie antworten',
    running: 'Läuft.',
    rate: (mbps) => `${mbps} Megabit pro Sekunde`,
    summary: (state, atS, flows) => `${state} bei ${atS} Sekunden.${flows}`,
  },
});
