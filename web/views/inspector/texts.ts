import { texts } from '../../language/language';

export const algorithmPickerTexts = texts({
  en: {
    flowCount: (count: number) => `${count} flows`,
    algorithm: 'Algorithm',
    mixed: 'Several',
  },
  de: {
    flowCount: (count) => `${count} Flüsse`,
    algorithm: 'Algorithmus',
    mixed: 'Verschiedene',
  },
});

export const flowPanelTexts = texts({
  en: {
    parameters: 'Parameters',
    parametersOf: 'parameters',
    defaultParameters: (label: string) => `${label}: default parameters`,
    ofTheAlgorithm: 'of the algorithm',
    traffic: 'Traffic',
    sends: 'Sends',
    trafficChange: (kind: string) => `traffic ${kind}`,
    startsAt: 'Starts at',
    startsAtS: 'Starts at, s',
    startJitter: 'Start jitter',
    startJitterHelp:
      'Random delay added to the start, uniform between 0 and this value; drawn once for each flow or slot.',
    startJitterS: 'Start jitter, s',
    sendOverhead: 'Send overhead',
    sendOverheadHelp:
      'Random delay of each packet at the sender, from 0 to this value; packets stay in order. One packet’s transmission time at the bottleneck removes phase effects, as in the papers’ simulator.',
    sendOverheadUs: 'Send overhead, µs',
    us: 'µs',
    stopsAt: 'Stops at',
    stopsHelp: 'No new data after this time; lost data is still retransmitted.',
    stopsAtS: 'Stops at, s',
    never: 'never',
    stack: 'Stack',
    stackOptionsOf: 'stack options',
    profileOptions: (label: string) => `${label}: the profile’s options`,
    profile: 'Profile',
    stackChange: (kind: string) => `stack ${kind}`,
    path: 'Path',
    name: 'Name',
    renameFlow: 'rename flow',
    from: 'From',
    to: 'To',
    variables: 'Variables',
    manyConnections:
      'Each transfer has its own connection. The window shown is the sum of their windows; their variables are not shown.',
  },
  de: {
    parameters: 'Parameter',
    parametersOf: 'der Parameter',
    defaultParameters: (label) => `${label}: Standardparameter`,
    ofTheAlgorithm: 'des Algorithmus',
    traffic: 'Verkehr',
    sends: 'Sendet',
    trafficChange: (kind) => `Verkehr ${kind}`,
    startsAt: 'Beginnt bei',
    startsAtS: 'Beginnt bei, s',
    startJitter: 'Streuung des Beginns',
    startJitterHelp:
      'Zufällige Verzögerung des Beginns, gleichverteilt zwischen 0 und diesem Wert; einmal je Fluss oder Platz gezogen.',
    startJitterS: 'Streuung des Beginns, s',
    sendOverhead: 'Sendeverzögerung',
    sendOverheadHelp:
      'Zufällige Verzögerung jedes Pakets beim Sender, von 0 bis zu diesem Wert; die Reihenfolge bleibt. Die Übertragungszeit eines Pakets am Engpass beseitigt Phaseneffekte, wie im Simulator der Artikel.',
    sendOverheadUs: 'Sendeverzögerung, µs',
    us: 'µs',
    stopsAt: 'Endet bei',
    stopsHelp: 'Ab dann gibt es keine neuen Daten; verlorene werden weiter wiederholt.',
    stopsAtS: 'Endet bei, s',
    never: 'nie',
    stack: 'TCP-Stapel',
    stackOptionsOf: 'der Stapeloptionen',
    profileOptions: (label) => `${label}: Optionen des Profils`,
    profile: 'Profil',
    stackChange: (kind) => `Stapel ${kind}`,
    path: 'Pfad',
    name: 'Name',
    renameFlow: 'Fluss umbenennen',
    from: 'Von',
    to: 'Nach',
    variables: 'Variablen',
    manyConnections:
      'Jede Übertragung hat eine eigene Verbindung. Das gezeigte Fenster ist die Summe ihrer Fenster; ihre Variablen werden nicht gezeigt.',
  },
});

export const fluidSectionTexts = texts({
  en: {
    range: (least: number, most: number) => `${least} to ${most}`,
    fluidModel: 'Fluid model',
    parametersOf: 'parameters of the fluid model',
    defaults: 'the fluid model’s defaults',
    whenFull: 'When the queue is full,',
    ofLabel: 'of',
    flowsLose: 'flows lose.',
  },
  de: {
    range: (least, most) => `${least} bis ${most}`,
    fluidModel: 'Fluidmodell',
    parametersOf: 'der Parameter des Fluidmodells',
    defaults: 'Standardwerte des Fluidmodells',
    whenFull: 'Ist die Warteschlange voll, verlieren',
    ofLabel: 'von',
    flowsLose: 'Flüssen Pakete.',
  },
});

export const groupPanelTexts = texts({
  en: {
    algorithm: 'Algorithm',
    algorithmOfFlows: (count: number) => `Algorithm of ${count} flows`,
    selected: 'Selected',
    duplicate: 'Duplicate',
    remove: 'Remove',
  },
  de: {
    algorithm: 'Algorithmus',
    algorithmOfFlows: (count) => `Algorithmus von ${count} Flüssen`,
    selected: 'Ausgewählt',
    duplicate: 'Duplizieren',
    remove: 'Entfernen',
  },
});

export const headTexts = texts({
  en: {
    allOfThem: 'all of them',
    selectedName: (title: string) => `Selected: ${title}`,
    flows: 'Flows',
    links: 'Links',
    nodes: 'Nodes',
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    fromS: (path: string, startS: number) => `${path}, from ${startS} s`,
    several: 'Several',
    selected: 'Selected',
    moreFor: (title: string) => `More for ${title}`,
    duplicate: (what: string) => `Duplicate ${what}`,
    remove: (what: string) => `Remove ${what}`,
    close: 'Close',
    explain: 'Explain every setting',
    all: 'All',
    flow: 'Flow',
    flowNamed: (number: number) => `Flow ${number}`,
    scenario: 'Scenario',
  },
  de: {
    allOfThem: 'alle',
    selectedName: (title) => `Ausgewählt: ${title}`,
    flows: 'Flüsse',
    links: 'Leitungen',
    nodes: 'Knoten',
    fromTo: (from, to) => `${from} nach ${to}`,
    fromS: (path, startS) => `${path}, ab ${startS} s`,
    several: 'Mehrere',
    selected: 'Ausgewählt',
    moreFor: (title) => `Mehr zu ${title}`,
    duplicate: (what) => `${what} duplizieren`,
    remove: (what) => `${what} entfernen`,
    close: 'Schließen',
    explain: 'Jede Einstellung erklären',
    all: 'Alle',
    flow: 'Fluss',
    flowNamed: (number) => `Fluss ${number}`,
    scenario: 'Szenario',
  },
});

export const linkPanelTexts = texts({
  en: {
    unnamed: 'unnamed',
    bothDirections: 'Both directions',
    fromTo: (a: string, b: string) => `${a} to ${b}`,
    backTo: (b: string, a: string) => `${b} to ${a}`,
    alike: 'Both directions alike',
    alikeChange: 'both directions alike',
    directionsDiffer: 'directions differ',
    rate: 'Rate',
    delay: 'Delay',
    delayHelp: 'One-way propagation delay',
    jitter: 'Jitter',
    jitterHelp: 'Random extra delay of each packet, uniform from 0; packets stay in order',
    randomLoss: 'Random loss',
    randomLossHelp: 'Each packet is lost with this probability, independently of all others',
    queue: 'Queue',
    discipline: 'Discipline',
    ofTheQueue: 'of the queue',
    trace: 'Trace',
    traceHelp:
      'Times at which packets can be delivered, instead of a rate: a Mahimahi file, one time in ms per line, 1504 bytes each',
    traceRate: (name: string, mbps: number) => `${name}, ${mbps} Mb/s on average`,
    remove: 'Remove',
    fromAFile: 'From a file',
    goodToBad: 'Good to bad',
    goodToBadHelp: 'Probability per packet of entering the bad state',
    badToGood: 'Bad to good',
    badToGoodHelp: 'Probability per packet of leaving the bad state',
    lossWhenGood: 'Loss when good',
    lossWhenGoodHelp: 'Probability that a packet is lost in the good state',
    lossWhenBad: 'Loss when bad',
    lossWhenBadHelp: 'Probability that a packet is lost in the bad state',
    burstsHelp:
      'Burst loss on top of random loss: the link switches at random between a good and a bad state (Gilbert–Elliott)',
    lossInBursts: 'Loss in bursts',
    reorderingHelp:
      'Some packets are delayed so that later ones overtake them. RACK-TLP tolerates this, three duplicate ACKs do not',
    reordering: 'Reordering',
    heldBack: 'Held back',
    heldBackHelp: 'Share of packets, each independently of all others',
    heldFor: 'Held for',
    heldForHelp: 'Extra delay',
    bdpPackets: (packets: number) => `BDP ${packets} packets`,
  },
  de: {
    unnamed: 'ohne Namen',
    bothDirections: 'Beide Richtungen',
    fromTo: (a, b) => `${a} nach ${b}`,
    backTo: (b, a) => `${b} nach ${a}`,
    alike: 'Beide Richtungen gleich',
    alikeChange: 'beide Richtungen gleich',
    directionsDiffer: 'Richtungen verschieden',
    rate: 'Rate',
    delay: 'Verzögerung',
    delayHelp: 'Ausbreitungsverzögerung in einer Richtung',
    jitter: 'Jitter',
    jitterHelp: 'Zufällige zusätzliche Verzögerung jedes Pakets, gleichverteilt ab 0; die Reihenfolge bleibt',
    randomLoss: 'Zufälliger Verlust',
    randomLossHelp: 'Jedes Paket geht mit dieser Wahrscheinlichkeit verloren, unabhängig von allen anderen',
    queue: 'Warteschlange',
    discipline: 'Disziplin',
    ofTheQueue: 'der Warteschlange',
    trace: 'Aufzeichnung',
    traceHelp:
      'Zeitpunkte, zu denen Pakete zugestellt werden können, statt einer Rate: eine Mahimahi-Datei mit einer Zeit in ms je Zeile, je 1504 Byte',
    traceRate: (name, mbps) => `${name}, ${mbps} Mb/s im Mittel`,
    remove: 'Entfernen',
    fromAFile: 'Aus einer Datei',
    goodToBad: 'Gut nach schlecht',
    goodToBadHelp: 'Wahrscheinlichkeit je Paket, dass der schlechte Zustand beginnt',
    badToGood: 'Schlecht nach gut',
    badToGoodHelp: 'Wahrscheinlichkeit je Paket, dass der schlechte Zustand endet',
    lossWhenGood: 'Verlust im guten Zustand',
    lossWhenGoodHelp: 'Verlustwahrscheinlichkeit eines Pakets im guten Zustand',
    lossWhenBad: 'Verlust im schlechten Zustand',
    lossWhenBadHelp: 'Verlustwahrscheinlichkeit eines Pakets im schlechten Zustand',
    burstsHelp:
      'Bündelverlust zusätzlich zum zufälligen: Die Leitung wechselt zufällig zwischen einem guten und einem schlechten Zustand (Gilbert–Elliott)',
    lossInBursts: 'Bündelverlust',
    reorderingHelp:
      'Manche Pakete werden aufgehalten und von späteren überholt. RACK-TLP toleriert das, drei doppelte ACKs nicht',
    reordering: 'Umordnung',
    heldBack: 'Aufgehalten',
    heldBackHelp: 'Anteil der Pakete, jedes unabhängig von allen anderen',
    heldFor: 'Aufgehalten um',
    heldForHelp: 'Zusätzliche Verzögerung',
    bdpPackets: (packets) => `BDP ${packets} Pakete`,
  },
});

export const modelTexts = texts({
  en: {
    packets: 'Packets',
    fluid: 'Fluid',
    both: 'Both',
    model: 'Model',
    help: 'Packets: every packet is simulated. Fluid: rates and queues as differential equations, equally fast at any rate. Both: one drawn over the other.',
    modelChange: (model: string) => `model: ${model}`,
    packetsOnly: (obstacleWords: string) => `Packets only: ${obstacleWords}.`,
  },
  de: {
    packets: 'Pakete',
    fluid: 'Fluid',
    both: 'Beide',
    model: 'Modell',
    help: 'Pakete: jedes Paket wird simuliert. Fluid: Raten und Warteschlangen als Differentialgleichungen, bei jeder Rate gleich schnell. Beide: übereinander gezeichnet.',
    modelChange: (model) => `Modell: ${model}`,
    packetsOnly: (obstacleWords) => `Nur Pakete: ${obstacleWords}.`,
  },
});

export const nodePanelTexts = texts({
  en: {
    host: 'Host',
    hostHint: 'Sends, receives and forwards',
    router: 'Router',
    routerHint: 'Forwards only',
    node: 'Node',
    name: 'Name',
    renameNode: 'rename node',
    kind: 'Kind',
    place: 'Position',
    placeHelp: 'In the drawing; it does not affect the run.',
    placeFromTheLeft: 'Position from the left',
    placeFromTheTop: 'Position from the top',
    links: 'Links',
    noLinks: 'No links yet.',
  },
  de: {
    host: 'Host',
    hostHint: 'Sendet, empfängt und leitet weiter',
    router: 'Router',
    routerHint: 'Leitet nur weiter',
    node: 'Knoten',
    name: 'Name',
    renameNode: 'Knoten umbenennen',
    kind: 'Art',
    place: 'Position',
    placeHelp: 'In der Zeichnung; ohne Einfluss auf den Lauf.',
    placeFromTheLeft: 'Position von links',
    placeFromTheTop: 'Position von oben',
    links: 'Leitungen',
    noLinks: 'Noch keine Leitung.',
  },
});

export const notesTexts = texts({
  en: {
    changeNotes: 'change notes',
    notes: 'Notes',
    edit: 'Edit',
    write: 'Write',
    done: 'Done',
    notesInMarkdown: 'Notes in Markdown',
  },
  de: {
    changeNotes: 'Notizen ändern',
    notes: 'Notizen',
    edit: 'Bearbeiten',
    write: 'Schreiben',
    done: 'Fertig',
    notesInMarkdown: 'Notizen in Markdown',
  },
});

export const paramsFormTexts = texts({
  en: {
    showFewer: 'Show fewer',
    more: (more: number) => `${more} more`,
  },
  de: {
    showFewer: 'Weniger zeigen',
    more: (more) => `${more} weitere`,
  },
});

export const rowsTexts = texts({
  en: {
    backToDefault: (usual: string) => `reset to the default${usual}`,
    defaults: 'defaults',
    changed: 'changed',
    resetAll: (what: string) => `Reset all ${what}`,
    reset: 'Reset',
  },
  de: {
    backToDefault: (usual) => `zurück zum Standardwert${usual}`,
    defaults: 'Standardwerte',
    changed: 'geändert',
    resetAll: (what) => `Alle Änderungen ${what} zurücksetzen`,
    reset: 'Zurücksetzen',
  },
});

export const scenarioPanelTexts = texts({
  en: {
    fluidForm: 'The form of the fluid model',
    flows: 'Flows',
    noFlowYetAddOne: 'No flows yet. Add one in the network.',
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    run: 'Run',
    seed: 'Seed',
    seedHelp: 'All random numbers of the run are derived from it.',
    length: 'Length',
    lengthS: 'Length, s',
    resultsCountFrom: 'Results count from',
    resultsCountFromHelp: 'Anything earlier is left out of the results.',
    resultsCountFromS: 'Results count from, s',
    samplingPeriod: 'Sampling period',
    samplingHelp: 'Throughput and fairness are computed once per period.',
    samplingPeriodMs: 'Sampling period, ms',
    fairnessWindow: 'Fairness window',
    fairnessHelp: 'Jain’s index is computed over this period.',
    fairnessWindowS: 'Fairness window, s',
    modelVersion: 'Model version',
    firstStep: 'First step',
    writeLessonChange: 'write a lesson',
    writeLesson: 'Write a lesson',
    digest: 'Digest',
    digestHelp: 'The same scenario has the same digest on every machine.',
  },
  de: {
    fluidForm: 'Das Formular des Fluidmodells',
    flows: 'Flüsse',
    noFlowYetAddOne: 'Noch kein Fluss. Einen im Netz hinzufügen.',
    fromTo: (from, to) => `${from} nach ${to}`,
    run: 'Lauf',
    seed: 'Startwert',
    seedHelp: 'Alle Zufallszahlen des Laufs werden daraus erzeugt.',
    length: 'Dauer',
    lengthS: 'Dauer, s',
    resultsCountFrom: 'Ergebnisse ab',
    resultsCountFromHelp: 'Frühere Ereignisse zählen nicht in der Tabelle.',
    resultsCountFromS: 'Ergebnisse ab, s',
    samplingPeriod: 'Abtastintervall',
    samplingHelp: 'Durchsatz und Fairness werden einmal je Intervall berechnet.',
    samplingPeriodMs: 'Abtastintervall, ms',
    fairnessWindow: 'Fenster der Fairness',
    fairnessHelp: 'Jains Index wird über diesen Zeitraum berechnet.',
    fairnessWindowS: 'Fenster der Fairness, s',
    modelVersion: 'Modellversion',
    firstStep: 'Erster Schritt',
    writeLessonChange: 'Lektion schreiben',
    writeLesson: 'Eine Lektion schreiben',
    digest: 'Prüfsumme',
    digestHelp: 'Dasselbe Szenario hat auf jedem Rechner dieselbe Prüfsumme.',
  },
});

export const variablesTexts = texts({
  en: {
    congestionWindow: 'congestion window',
    slowStartThreshold: 'slow-start threshold',
    variables: 'Variables',
    live: (what: string) => `${what}, live`,
    plotVariable: (name: string) => `Plot ${name}`,
    plot: 'Plot',
  },
  de: {
    congestionWindow: 'Überlastfenster',
    slowStartThreshold: 'Slow-Start-Schwelle',
    variables: 'Variablen',
    live: (what) => `${what}, live`,
    plotVariable: (name) => `${name} zeichnen`,
    plot: 'Zeichnen',
  },
});

export const markdownTexts = texts({
  en: {
    formula: 'formula',
  },
  de: {
    formula: 'Formel',
  },
});

export const inspectorTexts = texts({
  en: {
    form: 'The form',
    answer: 'The answer',
  },
  de: {
    form: 'Das Formular',
    answer: 'Die Antwort',
  },
});

export const useFluidNoteTexts = texts({
  en: {
    noFluidForm: 'No fluid model.',
  },
  de: {
    noFluidForm: 'Kein Fluidmodell.',
  },
});
