/** Strings of the parts that load when a run needs them. */
import { plural, texts } from '../../language/language';

export const fluidTexts = texts({
  en: {
    comparison: 'Packet and fluid model',
    solver: 'Solver',
    quantity: 'Quantity',
    packets: 'Packets',
    fluid: 'Fluid',
    deviation: 'Deviation',
    deviationHelp: 'Of the fluid model from the packet model',
    figureAt: (figure: string, channel: string) => `${figure}, ${channel}`,
    steps: (count: number, steps: string) => `The solver took ${steps} ${plural(count, 'step', 'steps')}.`,
    stepsRejected: (steps: string, rejected: string) =>
      `The solver took ${steps} steps and rejected ${rejected} more.`,
    error: (percent: string) => `The error of each step is at most ${percent} of windows and backlogs.`,
    noCongestion: 'No congestion so far.',
    firstCongestion: (time: string) => `First congestion at ${time}.`,
  },
  de: {
    comparison: 'Paket- und Fluidmodell',
    solver: 'Löser',
    quantity: 'Größe',
    packets: 'Pakete',
    fluid: 'Fluid',
    deviation: 'Abweichung',
    deviationHelp: 'Des Fluidmodells vom Paketmodell',
    figureAt: (figure, channel) => `${figure}, ${channel}`,
    steps: (count, steps) => `Der Löser hat ${steps} ${plural(count, 'Schritt', 'Schritte')} gemacht.`,
    stepsRejected: (steps, rejected) =>
      `Der Löser hat ${steps} Schritte gemacht und ${rejected} weitere verworfen.`,
    error: (percent) => `Der Fehler je Schritt beträgt höchstens ${percent} der Fenster und Warteschlangen.`,
    noCongestion: 'Bisher keine Überlast.',
    firstCongestion: (time) => `Erste Überlast bei ${time}.`,
  },
});

export const transfersTexts = texts({
  en: {
    caption: 'Transfers per flow',
    transfers: 'Transfers',
    count: 'Count',
    countHelp: 'Transfers that started and ended within the measurement',
    mean: 'Mean',
    meanHelp: 'Mean completion time',
    median: 'Median',
    medianHelp: 'Half of the transfers took less time',
    p95Help: '95 % of the transfers took less time',
    size: 'Size',
    sizeHelp: 'Mean size of a transfer',
    active: 'Active',
    activeHelp: 'Mean number of transfers at once',
    refused: 'Refused',
    refusedHelp: 'Transfers refused because too many others were active',
  },
  de: {
    caption: 'Übertragungen je Fluss',
    transfers: 'Übertragungen',
    count: 'Anzahl',
    countHelp: 'Übertragungen, die in der Messung begonnen und geendet haben',
    mean: 'Mittel',
    meanHelp: 'Mittlere Fertigstellungszeit',
    median: 'Median',
    medianHelp: 'Die Hälfte der Übertragungen war schneller',
    p95Help: '95 % der Übertragungen waren schneller',
    size: 'Größe',
    sizeHelp: 'Mittlere Größe einer Übertragung',
    active: 'Aktiv',
    activeHelp: 'Mittlere Zahl gleichzeitiger Übertragungen',
    refused: 'Abgel.',
    refusedHelp: 'Abgelehnte Übertragungen, weil zu viele andere aktiv waren',
  },
});
