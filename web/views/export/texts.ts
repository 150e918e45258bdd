import { plural, texts } from '../../language/language';

export const exportTexts = texts({
  en: {
    heading: 'Export',
    figures: 'Figures',
    network: 'Network',
    data: 'Data',
    results: 'Results',
    allSeries: 'All series',
    events: 'Events',
    eventsOf: (flow: string) => `Events of ${flow} in the span shown`,
    scenario: 'Scenario',
    packets: 'Packets of a link',
    fileAs: (name: string, format: string) => `${name} as ${format}`,
    saved: (file: string) => `Saved ${file}.`,
    nothing: 'There is nothing to save yet.',
    noPageFile: 'The single-file page was not found. Only a built page on a server provides it.',
  },
  de: {
    heading: 'Export',
    figures: 'Abbildungen',
    network: 'Netz',
    data: 'Daten',
    results: 'Ergebnisse',
    allSeries: 'Alle Reihen',
    events: 'Ereignisse',
    eventsOf: (flow) => `Ereignisse von ${flow} im dargestellten Abschnitt`,
    scenario: 'Szenario',
    packets: 'Pakete einer Leitung',
    fileAs: (name, format) => `${name} als ${format}`,
    saved: (file) => `${file} gespeichert.`,
    nothing: 'Es gibt noch nichts zu speichern.',
    noPageFile:
      'Die Seite als einzelne Datei wurde nicht gefunden. Nur eine gebaute Seite auf einem Server stellt sie bereit.',
  },
});

export const captureTexts = texts({
  en: {
    noLink: 'There is no link yet.',
    link: 'Link',
    node: 'At node',
    span: 'From, to',
    fromS: 'From, s',
    toS: 'To, s',
    progress: (atS: string, toS: number, packets: string) => `${atS} of ${toS} s, ${packets} packets`,
    saved: (packets: number, written: string) => `${written} ${plural(packets, 'packet', 'packets')} saved.`,
    hint: 'The capture simulates the run again. Start at 0 to include the window scale options.',
    cancel: 'Cancel',
  },
  de: {
    noLink: 'Es gibt noch keine Leitung.',
    link: 'Leitung',
    node: 'Am Knoten',
    span: 'Von, bis',
    fromS: 'Von, s',
    toS: 'Bis, s',
    progress: (atS, toS, packets) => `${atS} von ${toS} s, ${packets} Pakete`,
    saved: (packets, written) => `${written} ${plural(packets, 'Paket', 'Pakete')} gespeichert.`,
    hint: 'Der Mitschnitt simuliert den Lauf noch einmal. Beginnt er bei 0, enthält er die Window-Scale-Optionen.',
    cancel: 'Abbrechen',
  },
});

export const captionTexts = texts({
  en: {
    untitled: 'Untitled',
    madeBy: 'Made by Droptail:',
    simulated: (title: string, seed: number) => `${title}. Simulated by Droptail: seed ${seed}.`,
    simulatedTo: (title: string, seed: number, digest: string, model: number | null) =>
      `${title}. Simulated by Droptail: seed ${seed}, digest ${digest}, model ${model}.`,
    time: 'Time, s',
  },
  de: {
    untitled: 'Ohne Titel',
    madeBy: 'Erzeugt mit Droptail:',
    simulated: (title, seed) => `${title}. Simuliert mit Droptail: Seed ${seed}.`,
    simulatedTo: (title, seed, digest, model) =>
      `${title}. Simuliert mit Droptail: Seed ${seed}, Digest ${digest}, Modell ${model}.`,
    time: 'Zeit, s',
  },
});

export const figureTexts = texts({
  en: {
    phase: 'Phase portrait',
    phaseLabel: (quantity: string, a: string, b: string) => `Phase portrait, ${quantity} of ${a} and ${b}`,
    cwnd: 'cwnd, packets',
    throughput: 'throughput, Mb/s',
    paler: 'Paler is earlier.',
    synchronization: 'Synchronisation',
    synchronizationUnit:
      'of losses: % of the row flow’s congestion events in which the column flow also lost a packet',
    covariance: 'Covariance',
    covarianceUnit: 'of windows',
    matrixLabel: (title: string, unit: string) => `${title} ${unit}, for each pair of flows`,
    networkOf: (title: string) => `Network of ${title}`,
    sequence: 'Time–sequence',
    sequenceUnit: (flow: string) => `of ${flow}, megabytes`,
    sent: 'sent',
    retransmitted: 'retransmitted',
    dropped: 'dropped',
    acknowledged: 'acknowledged',
  },
  de: {
    phase: 'Phasenporträt',
    phaseLabel: (quantity, a, b) => `Phasenporträt, ${quantity} von ${a} und ${b}`,
    cwnd: 'cwnd, Pakete',
    throughput: 'Durchsatz, Mb/s',
    paler: 'Blasser ist früher.',
    synchronization: 'Synchronisation',
    synchronizationUnit:
      'der Verluste: % der Überlastereignisse des Flusses der Zeile, in denen auch der Fluss der Spalte ein Paket verlor',
    covariance: 'Kovarianz',
    covarianceUnit: 'der Fenster',
    matrixLabel: (title, unit) => `${title} ${unit}, für jedes Paar von Flüssen`,
    networkOf: (title) => `Netz von ${title}`,
    sequence: 'Zeit-Sequenz-Diagramm',
    sequenceUnit: (flow) => `von ${flow}, Megabyte`,
    sent: 'gesendet',
    retransmitted: 'wiederholt',
    dropped: 'verworfen',
    acknowledged: 'bestätigt',
  },
});
