/** Strings of the figures that are not over time, which load with the first one. */
import { plural, texts } from '../../../language/language';

export const figureHeadTexts = texts({
  en: { hide: 'Hide', hideFigure: (title: string) => `Hide ${title.toLowerCase()}` },
  de: { hide: 'Ausblenden', hideFigure: (title) => `${title} ausblenden` },
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
    axes: (quantity: string, unit: string, horizontal: string, vertical: string) =>
      `${quantity} in ${unit}: ${horizontal} to the right, ${vertical} upwards; paler is earlier`,
    palerIsEarlier: 'paler is earlier',
    bothGrow: 'both grow',
    bothBackOff: 'both back off',
    backsOff: (flow: string) => `${flow} backs off`,
    alike: (a: string, b: string) => `${a} and ${b} have about the same share.`,
    times: (more: string, ratio: string, less: string, windows: boolean) =>
      `${more}’s ${windows ? 'window' : 'rate'} is ${ratio} times that of ${less}.`,
    aboveBdp: (percent: string) =>
      `Their sum exceeds the BDP ${percent} % of the time (second half of the trace).`,
    aboveFull: (percent: string) =>
      `Their windows are more than the link needs ${percent} % of the time (second half of the trace).`,
    ofRate: (percent: string) => `Together they use ${percent} % of the link (second half of the trace).`,
    equalOn: (windows: boolean) => `On the dashed line both ${windows ? 'windows' : 'rates'} are equal.`,
    beyondBdp: 'Beyond the line of the BDP the queue grows.',
    beyondFull:
      'Beyond the line of the full link the queue grows. The lines are not at 45°, because the flow with the longer RTT needs a larger window for the same rate.',
    bufferFull: 'At the red line the buffer is full.',
    withOthersFull: 'The other flows use the link as well: these two alone would fill it on the black line.',
    withOthers:
      'The other flows use the link as well: these two alone would fill it on the black line, and its buffer on the red one.',
    linkUsed: 'On the line of the link rate they use all of the link.',
    moves: (a: string, b: string) =>
      `The trajectory goes up and to the right while both grow, to the left when ${a} backs off, and down when ${b} does.`,
  },
  de: {
    vertical: 'Fluss auf der senkrechten Achse',
    horizontal: 'Fluss auf der waagerechten Achse',
    phasePortraitOfTwoFlows: (quantity) => `Phasenporträt, ${quantity} zweier Flüsse`,
    phasePortrait: 'Phasenporträt',
    quantity: 'Größe',
    cwndPackets: 'cwnd, Pakete',
    throughputMbS: 'Durchsatz, Mb/s',
    axes: (quantity, unit, horizontal, vertical) =>
      `${quantity} (${unit}): ${horizontal} nach rechts, ${vertical} nach oben; blasser ist früher`,
    palerIsEarlier: 'blasser ist früher',
    bothGrow: 'beide wachsen',
    bothBackOff: 'beide weichen zurück',
    backsOff: (flow) => `${flow} weicht zurück`,
    alike: (a, b) => `${a} und ${b} haben etwa denselben Anteil.`,
    times: (more, ratio, less, windows) =>
      `${more}: ${windows ? 'das Fenster' : 'die Rate'} ist ${ratio}-mal so groß wie bei ${less}.`,
    aboveBdp: (percent) => `Ihre Summe übersteigt das BDP ${percent} % der Zeit (zweite Hälfte der Kurve).`,
    aboveFull: (percent) =>
      `Ihre Fenster sind ${percent} % der Zeit größer, als die Leitung braucht (zweite Hälfte der Kurve).`,
    ofRate: (percent) => `Zusammen nutzen sie ${percent} % der Leitung (zweite Hälfte der Kurve).`,
    equalOn: (windows) => `Auf der gestrichelten Linie sind beide ${windows ? 'Fenster' : 'Raten'} gleich.`,
    beyondBdp: 'Jenseits der Linie des BDP wächst die Warteschlange.',
    beyondFull:
      'Jenseits der Linie der vollen Leitung wächst die Warteschlange. Die Linien haben keine 45°, weil der Fluss mit der längeren RTT für dieselbe Rate ein größeres Fenster braucht.',
    bufferFull: 'An der roten Linie ist der Puffer voll.',
    withOthersFull:
      'Auch die anderen Flüsse nutzen die Leitung: Diese beiden allein würden sie auf der schwarzen Linie füllen.',
    withOthers:
      'Auch die anderen Flüsse nutzen die Leitung: Diese beiden allein würden sie auf der schwarzen Linie füllen, und auf der roten auch ihren Puffer.',
    linkUsed: 'Auf der Linie der Leitungsrate nutzen sie die ganze Leitung.',
    moves: (a, b) =>
      `Die Kurve läuft nach rechts oben, solange beide wachsen, nach links, wenn ${a} zurückweicht, und nach unten, wenn ${b} es tut.`,
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

export const throughputDelayTexts = texts({
  en: {
    title: 'Throughput and delay',
    label: 'Mean throughput of each flow against its mean delay',
    delay: 'Delay on the horizontal axis',
    queueingMs: 'queueing delay, ms',
    rttMeanMs: 'round-trip time, ms',
    throughput: 'throughput, Mb/s',
    better: 'Better is up and to the left.',
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
    queueingMs: 'Wartezeit, ms',
    rttMeanMs: 'Umlaufzeit, ms',
    throughput: 'Durchsatz, Mb/s',
    better: 'Besser ist oben links.',
    empty: 'Flüsse erscheinen hier, sobald sie eine Verzögerung gemessen haben.',
    queueingHelp:
      'Mittelwerte über die Messung. Die Wartezeit ist, was über die Verzögerung bei leeren Warteschlangen hinausgeht: hin und zurück, bei Datagrammen nur hin.',
    rttHelp: 'Mittelwerte über die Messung. Flüsse über UDP messen keine Umlaufzeit.',
    ellipses: (runs) => `Ellipsen: eine Standardabweichung um das Mittel aus ${runs} Seeds.`,
    flow: (name, throughput, delay) => `${name}: ${throughput}, ${delay}`,
    overRuns: (runs, throughput, delay) => `${runs} Seeds: ${throughput}, ${delay}`,
  },
});

export const matrixTexts = texts({
  en: {
    pointed: 'Point at a cell to read its value.',
    cellLabel: (title: string, of: string) => `${title} ${of}: a cell in words`,
  },
  de: {
    pointed: 'Der Zeiger auf einer Zelle nennt ihren Wert.',
    cellLabel: (title, of) => `${title} ${of}: eine Zelle in Worten`,
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
    counted: (events: number, from: string, to: string) =>
      `${events} ${plural(events, 'congestion event', 'congestion events')}, ${from} to ${to} s`,
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
    counted: (events, from, to) =>
      `${events} ${plural(events, 'Überlastereignis', 'Überlastereignisse')}, ${from} bis ${to} s`,
    finding: (percent) => `Ein Überlastereignis trifft im Mittel ${percent} % der Flüsse.`,
    hint: 'Eine Zeile: von den Überlastereignissen, die diesen Fluss trafen, der Prozentsatz, der auch den der Spalte traf. Diagonale: Zahl der Ereignisse.',
    together: '100 % gemeinsam',
  },
});

export const sequencePanelTexts = texts({
  en: {
    timeSequence: 'Time–sequence',
    pause: 'Pause, or place the crosshair at a moment.',
    nothing: 'Nothing was sent or acknowledged around this moment.',
    loading: 'Loading…',
  },
  de: {
    timeSequence: 'Zeit-Sequenz-Diagramm',
    pause: 'Anhalten oder das Fadenkreuz auf einen Zeitpunkt setzen.',
    nothing: 'Um diesen Zeitpunkt wurde nichts gesendet oder bestätigt.',
    loading: 'Wird geladen …',
  },
});
