import { texts } from '../../language/language';

export const canvasTexts = texts({
  en: {
    moveNodes: (length: string | number) => `move ${length} nodes`,
    empty: 'Add two hosts and draw a link between them, or start from a template.',
    templates: 'Templates',
  },
  de: {
    moveNodes: (length) => `${length} Knoten bewegen`,
    empty: 'Zwei Hosts hinzufügen und eine Leitung zwischen ihnen ziehen, oder mit einer Vorlage beginnen.',
    templates: 'Vorlagen',
  },
});

export const drawingTexts = texts({
  en: {
    host: 'Host',
    router: 'Router',
    linkLabel: (
      a: string | number,
      b: string | number,
      rateMbps: string | number,
      delayMs: string | number,
    ) => `Link ${a} to ${b}, ${rateMbps} Mb/s, ${delayMs} ms`,
    flowLabel: (text: string | number) => `Flow ${text}`,
    throughputOf: (text: string | number) => `Throughput of ${text}`,
  },
  de: {
    host: 'Host',
    router: 'Router',
    linkLabel: (a, b, rateMbps, delayMs) => `Leitung ${a} nach ${b}, ${rateMbps} Mb/s, ${delayMs} ms`,
    flowLabel: (text) => `Fluss ${text}`,
    throughputOf: (text) => `Durchsatz von ${text}`,
  },
});

export const markKeyTexts = texts({
  en: {
    marked: 'marked',
    asCongested: 'as congested',
    ce: '(CE)',
  },
  de: {
    marked: 'markiert',
    asCongested: 'wegen Überlast',
    ce: '(CE)',
  },
});

export const modelNoteTexts = texts({
  en: {
    fluidModel: 'Fluid model',
    noPackets: 'rates and queues, no packets',
    packets: 'Packets',
    andInPlots: 'and, in the plots,',
    fluid: 'fluid',
    settings: 'Settings',
  },
  de: {
    fluidModel: 'Fluidmodell',
    noPackets: 'Raten und Warteschlangen, keine Pakete',
    packets: 'Pakete',
    andInPlots: 'und, in den Diagrammen,',
    fluid: 'Fluid',
    settings: 'Einstellungen',
  },
});

export const tableEditorTexts = texts({
  en: {
    fromToCell: (value: string | number, value2: string | number) => `${value} to ${value2}`,
    newFrom: (what: string | number) => `New ${what} from`,
    newTo: (what: string | number) => `New ${what} to`,
    host: 'Host',
    router: 'Router',
    label: 'Network as a table',
    duplicate: 'Duplicate',
    deleteSelected: 'Delete',
    tidy: 'Tidy',
    showTheDrawing: 'Show the drawing',
    removeThing: (kind: string | number, name: string | number) => `Remove ${kind} ${name}`,
    remove: 'Remove',
    nodes: 'Nodes',
    id: 'Id',
    kind: 'Kind',
    name: 'Name',
    kindOf: (id: string | number) => `Kind of ${id}`,
    nameOf: (id: string | number) => `Name of ${id}`,
    xOf: (id: string | number) => `x of ${id}`,
    yOf: (id: string | number) => `y of ${id}`,
    addHost: 'Add host',
    addRouter: 'Add router',
    rateOf: (ofValue: string | number) => `Rate ${ofValue}`,
    delayOf: (ofValue: string | number) => `Delay ${ofValue}`,
    lossOf: (ofValue: string | number) => `Loss ${ofValue}`,
    discipline: 'Discipline',
    queueOf: (ofValue: string | number) => `Queue ${ofValue}`,
    bufferOf: (ofValue: string | number) => `Buffer ${ofValue}`,
    links: 'Links',
    direction: 'Direction',
    rateMbS: 'Rate, Mb/s',
    delayMs: 'Delay, ms',
    loss: 'Loss',
    queue: 'Queue',
    bufferPackets: 'Buffer, packets',
    fromTo: (a: string | number, b: string | number) => `${a} to ${b}`,
    link: 'link',
    flows: 'Flows',
    from: 'From',
    to: 'To',
    algorithm: 'Algorithm',
    startS: 'Start, s',
    senderOf: (id: string | number) => `Sender of ${id}`,
    receiverOf: (id: string | number) => `Receiver of ${id}`,
    algorithmOf: (id: string | number) => `Algorithm of ${id}`,
    startOf: (id: string | number) => `Start of ${id}`,
    flow: 'flow',
    between: 'to',
    add: (what: string | number) => `Add ${what}`,
  },
  de: {
    fromToCell: (value, value2) => `${value} nach ${value2}`,
    newFrom: (what) => `Neu (${what}), von`,
    newTo: (what) => `Neu (${what}), nach`,
    host: 'Host',
    router: 'Router',
    label: 'Netz als Tabelle',
    duplicate: 'Duplizieren',
    deleteSelected: 'Löschen',
    tidy: 'Aufräumen',
    showTheDrawing: 'Zeichnung zeigen',
    removeThing: (kind, name) => `${kind} ${name} entfernen`,
    remove: 'Entfernen',
    nodes: 'Knoten',
    id: 'Id',
    kind: 'Art',
    name: 'Name',
    kindOf: (id) => `Art von ${id}`,
    nameOf: (id) => `Name von ${id}`,
    xOf: (id) => `x von ${id}`,
    yOf: (id) => `y von ${id}`,
    addHost: 'Host hinzufügen',
    addRouter: 'Router hinzufügen',
    rateOf: (ofValue) => `Rate ${ofValue}`,
    delayOf: (ofValue) => `Verzögerung ${ofValue}`,
    lossOf: (ofValue) => `Verlust ${ofValue}`,
    discipline: 'Disziplin',
    queueOf: (ofValue) => `Warteschlange ${ofValue}`,
    bufferOf: (ofValue) => `Puffer ${ofValue}`,
    links: 'Leitungen',
    direction: 'Richtung',
    rateMbS: 'Rate, Mb/s',
    delayMs: 'Verzögerung, ms',
    loss: 'Verlust',
    queue: 'Warteschlange',
    bufferPackets: 'Puffer, Pakete',
    fromTo: (a, b) => `${a} nach ${b}`,
    link: 'Leitung',
    flows: 'Flüsse',
    from: 'Von',
    to: 'Nach',
    algorithm: 'Algorithmus',
    startS: 'Beginn, s',
    senderOf: (id) => `Sender von ${id}`,
    receiverOf: (id) => `Empfänger von ${id}`,
    algorithmOf: (id) => `Algorithmus von ${id}`,
    startOf: (id) => `Beginn von ${id}`,
    flow: 'Fluss',
    between: 'nach',
    add: (what) => `${what} hinzufügen`,
  },
});

export const toolbarTexts = texts({
  en: {
    networkTools: 'Network tools',
    editTheNetwork: 'Edit the network',
    duplicateTheSelection: 'Duplicate the selection',
    deleteTheSelection: 'Delete the selection',
    snapToAGrid: 'Snap to a grid',
    snapHint: 'Snap to a grid (hold Alt to place freely)',
    tidyTheNetwork: 'Tidy the network',
    fitToThePanel: 'Fit to the panel',
    showAsATable: 'Show as a table',
  },
  de: {
    networkTools: 'Werkzeuge für das Netz',
    editTheNetwork: 'Netz bearbeiten',
    duplicateTheSelection: 'Auswahl duplizieren',
    deleteTheSelection: 'Auswahl löschen',
    snapToAGrid: 'Am Raster ausrichten',
    snapHint: 'Am Raster ausrichten (nicht, solange Alt gedrückt ist)',
    tidyTheNetwork: 'Netz aufräumen',
    fitToThePanel: 'In den Bereich einpassen',
    showAsATable: 'Als Tabelle zeigen',
  },
});

export const cellsTexts = texts({
  en: {
    defaultLabel: 'default',
  },
  de: {
    defaultLabel: 'Standard',
  },
});

export const layoutTexts = texts({
  en: {
    queueTitle: 'Queue',
    flowCount: (more: string | number) => `${more} flows`,
    more: (more: string | number) => `${more} more`,
    queue: 'Queue',
    queueOf: (disciplineName: string | number) => `${disciplineName} queue`,
  },
  de: {
    queueTitle: 'Warteschlange',
    flowCount: (more) => `${more} Flüsse`,
    more: (more) => `${more} weitere`,
    queue: 'Warteschlange',
    queueOf: (disciplineName) => `${disciplineName}-Warteschlange`,
  },
});

export const toolsTexts = texts({
  en: {
    selectAndMove: 'Select and move',
    selectSeveral: 'Select several',
    selectSeveralHint: 'Draw a box around nodes, or press them one after the other',
    addHost: 'Add host',
    addHostHint: 'Press where the host should go',
    addRouter: 'Add router',
    addRouterHint: 'Press where the router should go',
    drawLink: 'Draw link',
    drawLinkHint: 'Drag from node to node, or press them one after the other',
    addFlow: 'Add flow',
    addFlowHint: 'Drag from the sending host to the receiving host, or press them one after the other',
  },
  de: {
    selectAndMove: 'Auswählen und bewegen',
    selectSeveral: 'Mehrere auswählen',
    selectSeveralHint: 'Einen Rahmen um Knoten ziehen oder sie nacheinander drücken',
    addHost: 'Host hinzufügen',
    addHostHint: 'Auf die Stelle für den Host drücken',
    addRouter: 'Router hinzufügen',
    addRouterHint: 'Auf die Stelle für den Router drücken',
    drawLink: 'Leitung ziehen',
    drawLinkHint: 'Von Knoten zu Knoten ziehen oder beide nacheinander drücken',
    addFlow: 'Fluss hinzufügen',
    addFlowHint: 'Vom sendenden zum empfangenden Host ziehen oder beide nacheinander drücken',
  },
});

export const useLiveTextTexts = texts({
  en: {
    noRoute: 'no route',
    fromFlows: (length: string | number) => `from ${length} flows`,
  },
  de: {
    noRoute: 'kein Weg',
    fromFlows: (length) => `von ${length} Flüssen`,
  },
});

export const dropsTexts = texts({
  en: {
    queueFull: 'buffer full',
    earlyDrop: 'early drop',
    lost: 'lost on the link',
    dropped: (why: string | number) => `Dropped: ${why}`,
    sequence: (label: string | number, value: string | number) => `${label}, sequence ${value}`,
  },
  de: {
    queueFull: 'Puffer voll',
    earlyDrop: 'früh verworfen',
    lost: 'auf der Leitung verloren',
    dropped: (why) => `Verworfen: ${why}`,
    sequence: (label, value) => `${label}, Sequenz ${value}`,
  },
});

export const topologyTexts = texts({
  en: {
    table: 'The table of the network',
  },
  de: {
    table: 'Die Tabelle des Netzes',
  },
});
