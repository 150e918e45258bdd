import { plural, texts } from '../../../language/language';

export const hitAreaTexts = texts({ en: { now: 'now' }, de: { now: 'jetzt' } });

export const addMenuTexts = texts({
  en: {
    list: 'The list of plots',
    add: 'Add',
  },
  de: {
    list: 'Die Liste der Diagramme',
    add: 'Hinzufügen',
  },
});

export const chipsTexts = texts({
  en: {
    now: 'now',
    at: (moment: string) => `at ${moment}`,
    rate: 'rate',
  },
  de: {
    now: 'jetzt',
    at: (moment) => `bei ${moment}`,
    rate: 'Rate',
  },
});

export const chooseMeasuredTexts = texts({
  en: {
    fileWithMeasurements: 'File with measurements',
    hint: 'A CSV file with a time column, or the output of iperf3 --json, drawn over the plots. You can also drop a file on the page.',
    measurementsFromAFile: 'Measurements from a file…',
  },
  de: {
    fileWithMeasurements: 'Datei mit Messwerten',
    hint: 'CSV mit einer Zeitspalte oder die Ausgabe von iperf3 --json, über die Diagramme gezeichnet. Eine Datei lässt sich auch auf die Seite ziehen.',
    measurementsFromAFile: 'Messwerte aus einer Datei …',
  },
});

export const covarianceMatrixTexts = texts({
  en: {
    independent: 'independent',
    empty: 'Coefficients appear here once two flows have run for a while.',
    itself: (a: string) => `${a}: the flow itself`,
    undefinedPair: (a: string, b: string) => `${a} and ${b}: undefined, because a window never changed`,
    riseTogether: 'rise and fall together',
    opposite: 'one rises while the other falls',
    pair: (a: string, b: string, rho: string, words: string) => `${a} and ${b}: ${rho}, ${words}`,
    covariance: 'Covariance',
    ofWindows: 'of windows',
    label: 'Covariance coefficients of windows, for each pair of flows',
    finding: (words: string, rho: string) => `Mean of all pairs: ${rho}, ${words}.`,
    hint: 'Each cell: the correlation coefficient of two windows, from −1 to 1. Shade: its size.',
    inTurn: 'opposite −1',
    together: '1 together',
  },
  de: {
    independent: 'unabhängig',
    empty: 'Koeffizienten erscheinen hier, sobald zwei Flüsse eine Weile gelaufen sind.',
    itself: (a) => `${a}: der Fluss selbst`,
    undefinedPair: (a, b) => `${a} und ${b}: nicht definiert, ein Fenster hat sich nie geändert`,
    riseTogether: 'steigen und fallen gemeinsam',
    opposite: 'eines steigt, während das andere fällt',
    pair: (a, b, rho, words) => `${a} und ${b}: ${rho}, ${words}`,
    covariance: 'Kovarianz',
    ofWindows: 'der Fenster',
    label: 'Kovarianzkoeffizienten der Fenster, für jedes Paar von Flüssen',
    finding: (words, rho) => `Im Mittel aller Paare: ${words} (${rho}).`,
    hint: 'Jede Zelle: der Korrelationskoeffizient zweier Fenster, von −1 bis 1. Schattierung: sein Betrag.',
    inTurn: 'gegenläufig −1',
    together: '1 gemeinsam',
  },
});

export const ensembleTexts = texts({
  en: {
    hint: 'Run ten seeds and draw their spread behind the plots',
    removeTheEnsemble: 'Remove the ensemble',
    ensemble: 'Ensemble',
    sweepHint: 'Vary a parameter of this scenario, with replications',
    sweep: 'Sweep…',
  },
  de: {
    hint: 'Zehn Seeds simulieren und die Streuung hinter den Diagrammen zeichnen',
    removeTheEnsemble: 'Ensemble entfernen',
    ensemble: 'Ensemble',
    sweepHint: 'Einen Parameter dieses Szenarios variieren, mit Wiederholungen',
    sweep: 'Sweep …',
  },
});

export const ensembleLineTexts = texts({
  en: {
    allFailed: (trouble: string) => `Every run of the ensemble failed. ${trouble}`,
    progress: (done: number, runs: number) => `${done} of ${runs} seeds`,
    startsWithin: (seconds: number) => `, starts at random within ${seconds} s`,
    someFailed: (failed: number, trouble: string) => `, ${failed} failed: ${trouble}`,
    allAlike: (seeds: number) => `${seeds} seeds, all the same: nothing here is random`,
    seeds: (seeds: number) => `${seeds} seeds`,
    secondsLeft: (seconds: number) => `${seconds} s left`,
    minutesLeft: (minutes: number) => `${minutes} min left`,
    bands: ': range, middle half, median',
    stale: 'From the scenario before it was changed.',
    runsOfTheEnsemble: 'Runs of the ensemble',
    runAgain: 'Run again',
    randomStartsHelp: 'Flows start at random within one second; the scenario itself does not change',
    randomStarts: 'Random starts',
    cancelTheEnsemble: 'Cancel the ensemble',
    removeTheEnsemble: 'Remove the ensemble',
    cancel: 'Cancel',
    remove: 'Remove',
  },
  de: {
    allFailed: (trouble) => `Alle Läufe des Ensembles sind fehlgeschlagen. ${trouble}`,
    progress: (done, runs) => `${done} von ${runs} Seeds`,
    startsWithin: (seconds) => `, zufälliger Start innerhalb von ${seconds} s`,
    someFailed: (failed, trouble) => `, ${failed} fehlgeschlagen: ${trouble}`,
    allAlike: (seeds) => `${seeds} Seeds, alle gleich: hier ist nichts zufällig`,
    seeds: (seeds) => `${seeds} Seeds`,
    secondsLeft: (seconds) => `noch ${seconds} s`,
    minutesLeft: (minutes) => `noch ${minutes} min`,
    bands: ': Spannweite, mittlere Hälfte, Median',
    stale: 'Aus dem Szenario vor der Änderung.',
    runsOfTheEnsemble: 'Läufe des Ensembles',
    runAgain: 'Noch einmal simulieren',
    randomStartsHelp:
      'Flüsse starten zufällig innerhalb einer Sekunde; das Szenario selbst bleibt unverändert',
    randomStarts: 'Zufällige Starts',
    cancelTheEnsemble: 'Ensemble abbrechen',
    removeTheEnsemble: 'Ensemble entfernen',
    cancel: 'Abbrechen',
    remove: 'Entfernen',
  },
});

export const fluidKeyTexts = texts({
  en: {
    fluidNoPackets: 'Fluid, no packets',
    packets: 'Packets',
    hideFluid: 'Hide the fluid model’s lines',
    showFluid: 'Show the fluid model’s lines',
    fluid: 'Fluid',
  },
  de: {
    fluidNoPackets: 'Fluid, keine Pakete',
    packets: 'Pakete',
    hideFluid: 'Linien des Fluidmodells ausblenden',
    showFluid: 'Linien des Fluidmodells zeigen',
    fluid: 'Fluid',
  },
});

export const headerTexts = texts({
  en: {
    now: 'now',
    span: (fromS: string, toS: string) => `${fromS} to ${toS} s`,
    at: (moment: string) => `at ${moment}`,
    valuesAt: (moment: string) => `Values at ${moment}`,
    plots: 'Plots',
    packets: 'packets',
    fluid: 'fluid',
  },
  de: {
    now: 'jetzt',
    span: (fromS, toS) => `${fromS} bis ${toS} s`,
    at: (moment) => `bei ${moment}`,
    valuesAt: (moment) => `Werte bei ${moment}`,
    plots: 'Diagramme',
    packets: 'Pakete',
    fluid: 'Fluid',
  },
});

export const matrixTexts = texts({
  en: {
    hideMatrix: (name: string) => `Hide ${name}`,
    hide: 'Hide',
    cellLabel: (title: string, of: string) => `${title} ${of}: a cell in words`,
  },
  de: {
    hideMatrix: (name) => `${name} ausblenden`,
    hide: 'Ausblenden',
    cellLabel: (title, of) => `${title} ${of}: eine Zelle in Worten`,
  },
});

export const measureMenuTexts = texts({
  en: {
    measuresOfFairness: 'Measures of fairness',
    measuresShown: (words: string) => `Measures of fairness: ${words}`,
  },
  de: {
    measuresOfFairness: 'Fairnessmaße',
    measuresShown: (words) => `Fairnessmaße: ${words}`,
  },
});

export const measuredLinesTexts = texts({
  en: {
    from: 'from',
    startLabel: (name: string) => `Simulated time at which ${name} begins, s`,
    removeLine: (name: string) => `Remove ${name}`,
    remove: 'Remove',
  },
  de: {
    from: 'ab',
    startLabel: (name) => `Simulierte Zeit, zu der ${name} beginnt, s`,
    removeLine: (name) => `${name} entfernen`,
    remove: 'Entfernen',
  },
});

export const moreBelowTexts = texts({
  en: {
    morePlotsBelow: 'More plots below',
  },
  de: {
    morePlotsBelow: 'Weitere Diagramme unten',
  },
});

export const overlayTexts = texts({
  en: {
    now: 'now',
    fork: (at: string, change: string) => `Fork at ${at}: ${change}`,
    lastRun: (change: string) => `Compared with the last run: ${change}`,
    pale: (name: string) => `pale: ${name}`,
    unpin: 'Unpin the crosshair',
    unpinHint: 'Unpin the crosshair (Escape)',
  },
  de: {
    now: 'jetzt',
    fork: (at, change) => `Abzweigung bei ${at}: ${change}`,
    lastRun: (change) => `Verglichen mit dem letzten Lauf: ${change}`,
    pale: (name) => `blass: ${name}`,
    unpin: 'Fadenkreuz lösen',
    unpinHint: 'Fadenkreuz lösen (Escape)',
  },
});

export const phasePortraitTexts = texts({
  en: {
    vertical: 'Flow on the vertical axis',
    horizontal: 'Flow on the horizontal axis',
    phasePortraitOfTwoFlows: (quantity: string) => `Phase portrait, ${quantity} of two flows`,
    phasePortrait: 'Phase portrait',
    quantity: 'Quantity',
    cwndPackets: 'cwnd, packets',
    throughputMbS: 'throughput, Mb/s',
    hidePhasePortrait: 'Hide phase portrait',
    hide: 'Hide',
    axes: (quantity: string, unit: string, horizontal: string, vertical: string) =>
      `${quantity} in ${unit}: ${horizontal} to the right, ${vertical} upwards; paler is earlier`,
    palerIsEarlier: 'paler is earlier',
    alike: (a: string, b: string) => `${a} and ${b} have about the same share.`,
    times: (more: string, ratio: string, less: string, windows: boolean) =>
      `${more}’s ${windows ? 'window' : 'rate'} is ${ratio} times that of ${less}.`,
    aboveBdp: (percent: string) =>
      `Their sum exceeds the BDP ${percent} % of the time (second half of the trace).`,
    ofRate: (percent: string) => `Together they use ${percent} % of the link (second half of the trace).`,
  },
  de: {
    vertical: 'Fluss auf der senkrechten Achse',
    horizontal: 'Fluss auf der waagerechten Achse',
    phasePortraitOfTwoFlows: (quantity) => `Phasenporträt, ${quantity} zweier Flüsse`,
    phasePortrait: 'Phasenporträt',
    quantity: 'Größe',
    cwndPackets: 'cwnd, Pakete',
    throughputMbS: 'Durchsatz, Mb/s',
    hidePhasePortrait: 'Phasenporträt ausblenden',
    hide: 'Ausblenden',
    axes: (quantity, unit, horizontal, vertical) =>
      `${quantity} (${unit}): ${horizontal} nach rechts, ${vertical} nach oben; blasser ist früher`,
    palerIsEarlier: 'blasser ist früher',
    alike: (a, b) => `${a} und ${b} haben etwa denselben Anteil.`,
    times: (more, ratio, less, windows) =>
      `${more}: ${windows ? 'das Fenster' : 'die Rate'} ist ${ratio}-mal so groß wie bei ${less}.`,
    aboveBdp: (percent) => `Ihre Summe übersteigt das BDP ${percent} % der Zeit (zweite Hälfte der Kurve).`,
    ofRate: (percent) => `Zusammen nutzen sie ${percent} % der Leitung (zweite Hälfte der Kurve).`,
  },
});

export const throughputDelayTexts = texts({
  en: {
    title: 'Throughput and delay',
    label: 'Mean throughput of each flow against its mean delay',
    delay: 'Delay on the horizontal axis',
    queueing: 'queueing delay, ms',
    rtt: 'round-trip time, ms',
    throughput: 'throughput, Mb/s',
    better: 'better is up and to the left',
    hidePlane: 'Hide throughput and delay',
    hide: 'Hide',
    empty: 'Flows appear here once they have measured a delay.',
    queueingHelp:
      'Means over the measurement. Queueing delay is the delay beyond that with empty queues: of round trips, or one way for datagrams.',
    rttHelp: 'Means over the measurement. Flows over UDP measure no round-trip time.',
    ellipses: (runs: number) => `Ellipses: one standard deviation around the mean of ${runs} seeds.`,
    flow: (name: string, throughput: string, delay: string) => `${name}: ${throughput}, ${delay}`,
    overRuns: (runs: number, throughput: string, delay: string) => `${runs} seeds: ${throughput}, ${delay}`,
  },
  de: {
    title: 'Durchsatz und Verzögerung',
    label: 'Mittlerer Durchsatz jedes Flusses gegen seine mittlere Verzögerung',
    delay: 'Verzögerung nach rechts',
    queueing: 'Wartezeit, ms',
    rtt: 'Umlaufzeit, ms',
    throughput: 'Durchsatz, Mb/s',
    better: 'besser ist oben links',
    hidePlane: 'Durchsatz und Verzögerung ausblenden',
    hide: 'Ausblenden',
    empty: 'Flüsse erscheinen hier, sobald sie eine Verzögerung gemessen haben.',
    queueingHelp:
      'Mittelwerte über die Messung. Die Wartezeit ist, was über die Verzögerung bei leeren Warteschlangen hinausgeht: hin und zurück, bei Datagrammen nur hin.',
    rttHelp: 'Mittelwerte über die Messung. Flüsse über UDP messen keine Umlaufzeit.',
    ellipses: (runs) => `Ellipsen: eine Standardabweichung um das Mittel aus ${runs} Seeds.`,
    flow: (name, throughput, delay) => `${name}: ${throughput}, ${delay}`,
    overRuns: (runs, throughput, delay) => `${runs} Seeds: ${throughput}, ${delay}`,
  },
});

export const plotRowTexts = texts({
  en: {
    noUnit: 'no unit',
    logarithmicScale: 'logarithmic scale',
    valueSpan: (low: string, high: string) => `from ${low} to ${high}`,
    byFluid: (value: string) => `, fluid model ${value}`,
    inRuns: (runs: number, low: string, high: string, median: string) =>
      `, in ${runs} runs ${low} to ${high}, median ${median}`,
    figure: (head: string, atS: string, values: string) => `${head}, at ${atS} s: ${values}`,
    logarithmic: (unit: string) => `${unit}, logarithmic`,
  },
  de: {
    noUnit: 'ohne Einheit',
    logarithmicScale: 'logarithmische Skala',
    valueSpan: (low, high) => `von ${low} bis ${high}`,
    byFluid: (value) => `, im Fluidmodell ${value}`,
    inRuns: (runs, low, high, median) => `, in ${runs} Läufen ${low} bis ${high}, Median ${median}`,
    figure: (head, atS, values) => `${head}, bei ${atS} s: ${values}`,
    logarithmic: (unit) => `${unit}, logarithmisch`,
  },
});

export const plotToolsTexts = texts({
  en: {
    allValues: 'All values',
    moreForPlot: (name: string) => `More for plot ${name}`,
    scaleAndPlace: 'Scale and position',
    logarithmicScale: 'Logarithmic scale',
    keepInSight: 'Keep in view',
    values: 'Values',
    fewerValues: 'Fewer values',
    moreValues: 'More values',
    unit: 'Unit',
    place: 'Position',
    moveUp: 'Move up',
    moveDown: 'Move down',
    showOnlyThisPlot: 'Show only this plot',
    hide: 'Hide',
    movePlot: (title: string) => `Move plot ${title}: arrow keys up and down, or drag`,
    dragHint: 'Drag to reorder',
  },
  de: {
    allValues: 'Alle Werte',
    moreForPlot: (name) => `Mehr zum Diagramm ${name}`,
    scaleAndPlace: 'Skala und Position',
    logarithmicScale: 'Logarithmische Skala',
    keepInSight: 'Immer zeigen',
    values: 'Werte',
    fewerValues: 'Weniger Werte',
    moreValues: 'Mehr Werte',
    unit: 'Einheit',
    place: 'Position',
    moveUp: 'Nach oben',
    moveDown: 'Nach unten',
    showOnlyThisPlot: 'Nur dieses Diagramm zeigen',
    hide: 'Ausblenden',
    movePlot: (title) => `Diagramm ${title} verschieben: Pfeiltasten auf und ab, oder ziehen`,
    dragHint: 'An eine andere Stelle ziehen',
  },
});

export const plotsMenuTexts = texts({
  en: {
    plotsShown: 'Plots shown',
    backToTheUsualPlots: 'Reset to the default plots',
  },
  de: {
    plotsShown: 'Gezeigte Diagramme',
    backToTheUsualPlots: 'Auf die Standarddiagramme zurücksetzen',
  },
});

export const readoutTexts = texts({
  en: {
    groupHint: 'Mean of its flows, smallest to largest',
    delayMs: 'Delay, ms',
    drops: 'Drops',
    dropsSince: (seconds: string) => `Drops since ${seconds} s`,
    byFluid: 'From the fluid model',
    ofBranch: (name: string) => `In the branch ${name}`,
    showAllFlows: 'Show all flows',
    aloneHint: 'Show only this flow; with Shift: hide it',
  },
  de: {
    groupHint: 'Mittelwert der Flüsse, kleinster bis größter',
    delayMs: 'Verzögerung, ms',
    drops: 'Verworfen',
    dropsSince: (seconds) => `Verworfen seit ${seconds} s`,
    byFluid: 'Aus dem Fluidmodell',
    ofBranch: (name) => `Im Zweig ${name}`,
    showAllFlows: 'Alle Flüsse zeigen',
    aloneHint: 'Nur diesen Fluss zeigen; mit Umschalt: ausblenden',
  },
});

export const sequencePanelTexts = texts({
  en: {
    timeSequence: 'Time–sequence',
    hideTimeSequence: 'Hide time–sequence',
    hide: 'Hide',
    pause: 'Pause, or place the crosshair at a moment.',
    nothing: 'Nothing was sent or acknowledged around this moment.',
    loading: 'Loading…',
  },
  de: {
    timeSequence: 'Zeit-Sequenz-Diagramm',
    hideTimeSequence: 'Zeit-Sequenz-Diagramm ausblenden',
    hide: 'Ausblenden',
    pause: 'Anhalten oder das Fadenkreuz auf einen Zeitpunkt setzen.',
    nothing: 'Um diesen Zeitpunkt wurde nichts gesendet oder bestätigt.',
    loading: 'Wird geladen …',
  },
});

export const stackTexts = texts({
  en: {
    crosshairOfPinnedPlots: 'Crosshair of pinned plots',
    crosshair: 'Crosshair',
  },
  de: {
    crosshairOfPinnedPlots: 'Fadenkreuz der angehefteten Diagramme',
    crosshair: 'Fadenkreuz',
  },
});

export const synchronizationMatrixTexts = texts({
  en: {
    lostNothing: (flow: string) => `${flow} has lost nothing`,
    hitBy: (flow: string, events: number) => `${flow}: hit by ${events} ${plural(events, 'event', 'events')}`,
    hitBoth: (flow: string, events: number, other: string, both: number) =>
      `Of ${events} ${plural(events, 'event', 'events')} that hit ${flow}, ${both} also hit ${other}`,
    empty: 'Shares appear here once packets of two flows have been dropped.',
    synchronization: 'Synchronisation',
    ofLosses: 'of losses',
    label: 'Share of the congestion events of the row’s flow that also hit the column’s',
    counted: (events: number) => `${events} ${plural(events, 'congestion event', 'congestion events')}`,
    finding: (percent: string) => `A congestion event hits ${percent} % of the flows on average.`,
    hint: 'Read a row: of the congestion events that hit this flow, the percentage that also hit the column’s flow. Diagonal: number of events.',
    together: '100 % together',
  },
  de: {
    lostNothing: (flow) => `${flow} hat nichts verloren`,
    hitBy: (flow, events) => `${flow}: von ${events} ${plural(events, 'Ereignis', 'Ereignissen')} getroffen`,
    hitBoth: (flow, events, other, both) =>
      `Von ${events} ${plural(events, 'Ereignis', 'Ereignissen')} für ${flow} trafen ${both} auch ${other}`,
    empty: 'Anteile erscheinen hier, sobald Pakete von zwei Flüssen verworfen wurden.',
    synchronization: 'Synchronisation',
    ofLosses: 'der Verluste',
    label: 'Anteil der Überlastereignisse des Flusses der Zeile, die auch den der Spalte trafen',
    counted: (events) => `${events} ${plural(events, 'Überlastereignis', 'Überlastereignisse')}`,
    finding: (percent) => `Ein Überlastereignis trifft im Mittel ${percent} % der Flüsse.`,
    hint: 'Eine Zeile: von den Überlastereignissen, die diesen Fluss trafen, der Prozentsatz, der auch den der Spalte traf. Diagonale: Zahl der Ereignisse.',
    together: '100 % gemeinsam',
  },
});

export const valueToolsTexts = texts({
  en: {
    fewer: 'Fewer',
    more: 'More',
    valuesOf: (words: string, title: string) => `${words} values of ${title}`,
    rangeHint: (words: string, key: string) =>
      `${words} values (${key}); arrow keys move the range, 0 shows all`,
  },
  de: {
    fewer: 'Weniger',
    more: 'Mehr',
    valuesOf: (words, title) => `${words} Werte von ${title}`,
    rangeHint: (words, key) => `${words} Werte (${key}); Pfeiltasten verschieben sie, 0 zeigt alle`,
  },
});
