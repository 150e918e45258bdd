import { texts } from '../language/language';

export const appTexts = texts({
  en: {
    linkMessage: 'The message about the link',
    laboratory: 'The laboratory',
    experiment: 'The experiment',
    papersList: 'The list of papers',
    gallery: 'The gallery',
    presentation: 'The presentation',
    networkDialog: 'The dialog for networks',
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
    networkDialog: 'Der Dialog für Netze',
    papers: 'Artikel',
    loading: 'Wird geladen',
  },
});

export const brokenLinkTexts = texts({
  en: {
    yourWork: 'your work',
    damaged: 'This link is damaged',
    newer: 'This link is newer than this page',
    tooLarge: 'This link contains too much',
    notFound: 'This link leads nowhere',
    impossible: 'This link contains an impossible scenario',
    damagedAdvice:
      'Part of it was lost or changed on the way. Mail and chat programs cut long links: ask for it again as a file, or copy the whole line, up to its last character.',
    newerAdvice:
      'It was made with a later version of Droptail. Close every Droptail tab and open the link again: the page then loads its newest version.',
    tooLargeAdvice:
      'No scenario needs that much, so it was not unpacked. Use a scenario file for what does not fit in a link.',
    notFoundAdvice:
      'What it refers to is not part of this page. Look for it in the gallery, or ask for the link again.',
    impossibleAdvice:
      'The link is readable, but the engine cannot run its scenario. Its author can correct it:',
    openDroptail: 'Open Droptail',
    untouched: 'Your work is safe.',
    continueWith: (work: string) => `Continue with ${work}`,
    galleryAndFiles: 'Gallery and files',
  },
  de: {
    yourWork: 'der eigenen Arbeit',
    damaged: 'Dieser Link ist beschädigt',
    newer: 'Dieser Link ist neuer als diese Seite',
    tooLarge: 'Dieser Link enthält zu viel',
    notFound: 'Dieser Link führt ins Leere',
    impossible: 'Dieser Link enthält ein unmögliches Szenario',
    damagedAdvice:
      'Ein Teil ging unterwegs verloren oder wurde verändert. Mail- und Chatprogramme kürzen lange Links: um eine Datei bitten oder die ganze Zeile bis zum letzten Zeichen kopieren.',
    newerAdvice:
      'Er entstand mit einer späteren Version von Droptail. Alle Tabs mit Droptail schließen und den Link noch einmal öffnen: Dann lädt die neueste Version.',
    tooLargeAdvice:
      'So viel braucht kein Szenario, daher wurde der Link nicht entpackt. Was nicht in einen Link passt, gehört in eine Szenariodatei.',
    notFoundAdvice:
      'Worauf er verweist, gehört nicht zu dieser Seite. In der Galerie suchen oder noch einmal um den Link bitten.',
    impossibleAdvice:
      'Der Link ist lesbar, aber die Simulation kann sein Szenario nicht ausführen. Wer ihn erstellt hat, kann ihn berichtigen:',
    openDroptail: 'Droptail öffnen',
    untouched: 'Die eigene Arbeit ist erhalten.',
    continueWith: (work) => `Weiter mit ${work}`,
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

export const helpCardTexts = texts({
  en: {
    title: 'How to use it',
    intro:
      'Press play. Select a flow, a link or a node and change it: the run continues with the change. Undo replays the run to the same moment without it.',
    singleKeysAsShortcuts: 'Single keys as shortcuts',
    showTheTour: 'Show the tour',
    present: 'Present',
    modelVersion: (version: number) => `Model version ${version}`,
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
    tour: 'The tour',
    backToTheLesson: 'Back to the lesson',
    lessonAndInspector: 'Lesson and inspector',
    inspector: 'Inspector',
    time: 'Time',
    lesson: 'Lesson',
    catchingUp: 'Catching up',
  },
  de: {
    tour: 'Der Rundgang',
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
    part: 'The card for sharing',
    loading: 'Loading',
    share: 'Share',
    shareThisScenario: 'Share this scenario',
    close: 'Close',
  },
  de: {
    part: 'Das Fenster zum Teilen',
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
    edited: 'edited',
    notKept: 'not saved',
    seed: (seed: number) => `seed ${seed}`,
    digestHelp: (digest: string) =>
      `Digest of the run so far: ${digest}. The same scenario has the same digest everywhere.`,
    digest: (first: string, second: string) => `digest ${first} ${second}`,
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
    edited: 'geändert',
    notKept: 'nicht gespeichert',
    seed: (seed) => `Startwert ${seed}`,
    digestHelp: (digest) =>
      `Prüfsumme des bisherigen Laufs: ${digest}. Dasselbe Szenario hat überall dieselbe Prüfsumme.`,
    digest: (first, second) => `Prüfsumme ${first} ${second}`,
    betweenHelp:
      'Der Lauf steht zwischen zwei Ereignissen desselben Zeitpunkts. Teilen schließt den Zeitpunkt ab, danach gibt es eine Prüfsumme.',
    betweenEvents: 'zwischen Ereignissen',
  },
});

interface KeyGroup {
  title: string;
  /** Keys as they are labelled, and what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
}

/** All keys of the laboratory, as the sheet under `?` lists them. */
export const keyTexts: readonly KeyGroup[] = texts<KeyGroup[]>({
  en: [
    {
      title: 'Time',
      keys: [
        ['Space', 'Play or pause'],
        ['→  ←', 'One round trip forward or back'],
        ['.', 'One event forward'],
        ['L', 'To the next loss'],
        ['T', 'To the next timeout'],
        ['M', 'To the next response to an ECN mark'],
        ['−  +', 'Slower, faster'],
        ['Home', 'Back to the start'],
        ['End', 'To the end of the recorded run'],
        ['F', 'Fork: another branch from here'],
        ['W', 'Why: what moved the curve at the crosshair, or now'],
      ],
    },
    {
      title: 'Crosshair in the plots',
      keys: [
        ['→  ←', 'Move it; with Shift, further'],
        ['+  −', 'Show less or more time around it'],
        ['Page ↑  ↓', 'Earlier, later'],
        ['0', 'Follow the run again, with all values'],
      ],
    },
    {
      title: '+ and − beside a plot’s title',
      keys: [
        ['+  −', 'Fewer values, more values'],
        ['↑  ↓', 'Higher, lower values; Page ↑ ↓ further'],
        ['0', 'All values'],
      ],
    },
    {
      title: 'Network',
      keys: [
        ['Shift', 'With a press: select several; with a drag: draw a selection box'],
        ['Ctrl A', 'Select all nodes, or all flows or links if one is selected'],
        ['← → ↑ ↓', 'Move the focused node and the selection'],
        ['Alt', 'With a drag: ignore the grid'],
        ['Ctrl C  X  V', 'Copy, cut, paste'],
        ['Ctrl D', 'Duplicate'],
        ['Del', 'Delete'],
        ['Ctrl Z', 'Undo'],
        ['Ctrl Shift Z', 'Redo'],
      ],
    },
    {
      title: 'Page',
      keys: [
        ['N', 'New network'],
        ['P', 'Present: large type for a lecture room'],
        ['Esc', 'Leave the presentation, or clear the selection'],
        ['?', 'This sheet'],
      ],
    },
  ],
  de: [
    {
      title: 'Zeit',
      keys: [
        ['Leertaste', 'Abspielen oder anhalten'],
        ['→  ←', 'Eine Umlaufzeit vor oder zurück'],
        ['.', 'Ein Ereignis vor'],
        ['L', 'Zum nächsten Verlust'],
        ['T', 'Zum nächsten Timeout'],
        ['M', 'Zur nächsten Reaktion auf eine Markierung'],
        ['−  +', 'Langsamer, schneller'],
        ['Pos1', 'Zurück zum Anfang'],
        ['Ende', 'Zum Ende des bisherigen Laufs'],
        ['F', 'Abzweigen: ein neuer Zweig ab hier'],
        ['W', 'Warum: was die Kurve am Fadenkreuz oder jetzt bewegt hat'],
      ],
    },
    {
      title: 'Fadenkreuz in den Diagrammen',
      keys: [
        ['→  ←', 'Verschieben; mit Umschalt weiter'],
        ['+  −', 'Weniger oder mehr Zeit darum herum'],
        ['Bild ↑  ↓', 'Früher, später'],
        ['0', 'Dem Lauf wieder folgen, mit allen Werten'],
      ],
    },
    {
      title: '+ und − neben dem Titel eines Diagramms',
      keys: [
        ['+  −', 'Weniger, mehr Werte'],
        ['↑  ↓', 'Höhere, niedrigere Werte; Bild ↑ ↓ weiter'],
        ['0', 'Alle Werte'],
      ],
    },
    {
      title: 'Netz',
      keys: [
        ['Umschalt', 'Mit Drücken: mehrere auswählen; mit Ziehen: einen Rahmen darum'],
        ['Strg A', 'Alle Knoten; alle Flüsse oder Leitungen, wenn davon einer ausgewählt ist'],
        ['← → ↑ ↓', 'Den Knoten mit dem Fokus und die Auswahl bewegen'],
        ['Alt', 'Mit Ziehen: frei vom Raster'],
        ['Strg C  X  V', 'Kopieren, ausschneiden, einfügen'],
        ['Strg D', 'Duplizieren'],
        ['Entf', 'Löschen'],
        ['Strg Z', 'Rückgängig'],
        ['Strg ⇧ Z', 'Wiederholen'],
      ],
    },
    {
      title: 'Seite',
      keys: [
        ['N', 'Neues Netz'],
        ['P', 'Präsentieren: große Schrift für einen Raum'],
        ['Esc', 'Präsentation verlassen; sonst nichts auswählen'],
        ['?', 'Diese Übersicht'],
      ],
    },
  ],
});

export const liveSummaryTexts = texts({
  en: {
    ended: 'Ended',
    paused: 'Paused',
    one: (packets: number) => `window ${packets} packets, `,
    sum: (packets: number) => `sum of windows ${packets} packets, `,
    running: 'Running.',
    rate: (mbps: string) => `${mbps} megabits per second`,
    summary: (state: string, atS: string, flows: string) => `${state} at ${atS} seconds. ${flows}.`,
  },
  de: {
    ended: 'Beendet',
    paused: 'Angehalten',
    one: (packets) => `Fenster ${packets} Pakete, `,
    sum: (packets) => `Summe der Fenster ${packets} Pakete, `,
    running: 'Läuft.',
    rate: (mbps) => `${mbps} Megabit pro Sekunde`,
    summary: (state, atS, flows) => `${state} bei ${atS} Sekunden. ${flows}.`,
  },
});
