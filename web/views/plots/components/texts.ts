import { texts } from '../../../language/language';

export const hitAreaTexts = texts({ en: { now: 'now' }, de: { now: 'jetzt' } });

export const addMenuTexts = texts({
  en: {
    list: 'The list of plots',
    plotsShown: 'Plots shown',
    add: 'Add',
  },
  de: {
    list: 'Die Liste der Diagramme',
    plotsShown: 'Gezeigte Diagramme',
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
    fainter: (names: string) => `fainter: ${names}`,
    unpin: 'Unpin the crosshair',
    unpinHint: 'Unpin the crosshair (Escape)',
  },
  de: {
    now: 'jetzt',
    fork: (at, change) => `Abzweigung bei ${at}: ${change}`,
    lastRun: (change) => `Verglichen mit dem letzten Lauf: ${change}`,
    pale: (name) => `blass: ${name}`,
    fainter: (names) => `noch blasser: ${names}`,
    unpin: 'Fadenkreuz lösen',
    unpinHint: 'Fadenkreuz lösen (Escape)',
  },
});

export const plotRowTexts = texts({
  en: {
    key: 'The key of the plot',
    whyMarks: 'The marks of the explained event',
    cover: 'The cover of the plot',
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
    key: 'Die Legende des Diagramms',
    whyMarks: 'Die Marken des erklärten Ereignisses',
    cover: 'Die Abdeckung des Diagramms',
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
    upTo: (value: string) => `All values, up to ${value}`,
    fitValues: 'Fit to most values',
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
    upTo: (value) => `Alle Werte, bis ${value}`,
    fitValues: 'An die meisten Werte anpassen',
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
    backToTheUsualPlots: 'Reset to the default plots',
  },
  de: {
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

export const stackTexts = texts({
  en: {
    crosshairOfPinnedPlots: 'Crosshair of pinned plots',
    crosshair: 'Crosshair',
    values: 'The values at the crosshair',
  },
  de: {
    crosshairOfPinnedPlots: 'Fadenkreuz der angehefteten Diagramme',
    crosshair: 'Fadenkreuz',
    values: 'Die Werte am Fadenkreuz',
  },
});

export const valueToolsTexts = texts({
  en: {
    fit: 'Fit',
    fitTo: (title: string) => `Fit to most values of ${title}`,
    fitHint: 'Fit the range to most values in view; marks at the edge show where curves leave it',
    fewer: 'Fewer',
    more: 'More',
    valuesOf: (words: string, title: string) => `${words} values of ${title}`,
    rangeHint: (words: string, key: string) =>
      `${words} values (${key}); arrow keys move the range, 0 shows all`,
  },
  de: {
    fit: 'Anpassen',
    fitTo: (title) => `An die meisten Werte von ${title} anpassen`,
    fitHint:
      'Den Bereich an die meisten sichtbaren Werte anpassen; Marken am Rand zeigen, wo Kurven ihn verlassen',
    fewer: 'Weniger',
    more: 'Mehr',
    valuesOf: (words, title) => `${words} Werte von ${title}`,
    rangeHint: (words, key) => `${words} Werte (${key}); Pfeiltasten verschieben sie, 0 zeigt alle`,
  },
});
