import { plural, texts } from '../../language/language';

export const canvasTexts = texts({
  en: {
    empty: 'Add two hosts and draw a link between them, or start from a template.',
    templates: 'Templates',
    addHost: 'Add a host',
    anotherHost: 'Add another host to send to.',
    draw: 'Draw a link from node to node, until a path joins two hosts.',
    addFlow: 'Add a flow from one host to another.',
    linkTool: 'Draw a link',
    flowTool: 'Add a flow',
  },
  de: {
    empty: 'Zwei Hosts hinzufügen und eine Leitung zwischen ihnen ziehen, oder mit einer Vorlage beginnen.',
    templates: 'Vorlagen',
    addHost: 'Einen Host hinzufügen',
    anotherHost: 'Einen weiteren Host als Empfänger hinzufügen.',
    draw: 'Leitungen von Knoten zu Knoten ziehen, bis ein Weg zwei Hosts verbindet.',
    addFlow: 'Einen Fluss von einem Host zu einem anderen hinzufügen.',
    linkTool: 'Leitung ziehen',
    flowTool: 'Fluss hinzufügen',
  },
});

export const drawingTexts = texts({
  en: {
    host: 'Host',
    router: 'Router',
    linkLabel: (a: string, b: string, rateMbps: number, delayMs: number) =>
      `Link ${a} to ${b}, ${rateMbps} Mb/s, ${delayMs} ms`,
    flowLabel: (text: string) => `Flow ${text}`,
    throughputOf: (text: string) => `Throughput of ${text}`,
    links: 'Links',
    nodes: 'Hosts and routers',
    flows: 'Flows',
  },
  de: {
    host: 'Host',
    router: 'Router',
    linkLabel: (a, b, rateMbps, delayMs) => `Leitung ${a} nach ${b}, ${rateMbps} Mb/s, ${delayMs} ms`,
    flowLabel: (text) => `Fluss ${text}`,
    throughputOf: (text) => `Durchsatz von ${text}`,
    links: 'Leitungen',
    nodes: 'Hosts und Router',
    flows: 'Flüsse',
  },
});

export const momentFlagTexts = texts({
  en: {
    at: (s: string) => `at ${s} s`,
    outside: 'outside the plots',
    back: 'Back to now',
    backHint: 'Unpin the crosshair (Esc)',
  },
  de: {
    at: (s) => `bei ${s} s`,
    outside: 'außerhalb der Kurven',
    back: 'Zurück zu jetzt',
    backHint: 'Fadenkreuz lösen (Esc)',
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

export const toolbarTexts = texts({
  en: {
    networkTools: 'Network tools',
    keepHint: (tool: string) => `${tool} (double-click or Shift-click to keep the tool)`,
    putAway: (finger: boolean) =>
      finger ? '; tap the tool again to put it away' : '; Esc puts the tool away',
    edit: 'Edit',
    editTheNetwork: 'Edit the network',
    duplicateTheSelection: 'Duplicate the selection',
    deleteTheSelection: 'Delete the selection',
    snapToAGrid: 'Snap to a grid',
    snapHint: 'Snap to a grid (hold Alt to place freely)',
    tidyTheNetwork: 'Tidy the network',
    fitToThePanel: 'Fit to the panel',
    showAsATable: 'Show as a table',
    hideTheNetwork: 'Hide the network',
  },
  de: {
    networkTools: 'Werkzeuge für das Netz',
    keepHint: (tool) => `${tool} (Doppelklick oder Umschalt-Klick behält das Werkzeug)`,
    putAway: (finger) => (finger ? '; Tippen auf das Werkzeug legt es weg' : '; Esc legt das Werkzeug weg'),
    edit: 'bearbeiten',
    editTheNetwork: 'Netz bearbeiten',
    duplicateTheSelection: 'Auswahl duplizieren',
    deleteTheSelection: 'Auswahl löschen',
    snapToAGrid: 'Am Raster ausrichten',
    snapHint: 'Am Raster ausrichten (nicht, solange Alt gedrückt ist)',
    tidyTheNetwork: 'Netz aufräumen',
    fitToThePanel: 'In den Bereich einpassen',
    showAsATable: 'Als Tabelle zeigen',
    hideTheNetwork: 'Netz ausblenden',
  },
});

export const layoutTexts = texts({
  en: {
    flowCount: (more: number) => `${more} flows`,
    more: (more: number) => `${more} more`,
    queue: 'Queue',
    queueOf: (disciplineName: string) => `${disciplineName} queue`,
  },
  de: {
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
    selectSeveralHint: (finger: boolean) =>
      `Draw a box around nodes, or ${finger ? 'tap' : 'click'} them one by one`,
    host: 'Host',
    router: 'Router',
    link: 'Link',
    flow: 'Flow',
    addHost: 'Add host',
    addHostHint: (finger: boolean) => `${finger ? 'Tap' : 'Click'} where the host should go`,
    addRouter: 'Add router',
    addRouterHint: (finger: boolean) => `${finger ? 'Tap' : 'Click'} where the router should go`,
    drawLink: 'Draw link',
    drawLinkHint: (finger: boolean) =>
      `Drag from node to node, or ${finger ? 'tap' : 'click'} one and then the other`,
    addFlow: 'Add flow',
    addFlowHint: (finger: boolean) =>
      `Drag from the sending host to the receiving host, or ${finger ? 'tap' : 'click'} one and then the other`,
  },
  de: {
    selectAndMove: 'Auswählen und verschieben',
    selectSeveral: 'Mehrere auswählen',
    selectSeveralHint: (finger) =>
      `Einen Rahmen um die Knoten ziehen oder sie nacheinander ${finger ? 'antippen' : 'anklicken'}`,
    host: 'Host',
    router: 'Router',
    link: 'Leitung',
    flow: 'Fluss',
    addHost: 'Host hinzufügen',
    addHostHint: (finger) => `Auf die Stelle für den Host ${finger ? 'tippen' : 'klicken'}`,
    addRouter: 'Router hinzufügen',
    addRouterHint: (finger) => `Auf die Stelle für den Router ${finger ? 'tippen' : 'klicken'}`,
    drawLink: 'Leitung ziehen',
    drawLinkHint: (finger) =>
      `Von Knoten zu Knoten ziehen oder beide nacheinander ${finger ? 'antippen' : 'anklicken'}`,
    addFlow: 'Fluss hinzufügen',
    addFlowHint: (finger) =>
      `Vom sendenden zum empfangenden Host ziehen oder beide nacheinander ${finger ? 'antippen' : 'anklicken'}`,
  },
});

const packets = (count: string) => plural(Number(count), 'packet', 'packets');
const pakete = (count: string) => plural(Number(count), 'Paket', 'Pakete');
const paketen = (count: string) => plural(Number(count), 'Paket', 'Paketen');

export const useLiveTextTexts = texts({
  en: {
    held: (queued: string, limit: string) => `${queued} of ${limit}`,
    queued: (queued: string) => `${queued} ${packets(queued)}`,
    queuedOf: (queued: string, limit: string) => `${queued} of ${limit} ${packets(limit)}`,
    backlog: (queued: string, delayMs: string) => `${queued} ${packets(queued)}, ${delayMs} ms`,
    backlogOf: (queued: string, limit: string, delayMs: string) =>
      `${queued} of ${limit} ${packets(limit)}, ${delayMs} ms`,
    waits: 'waiting',
    done: 'done',
    noRoute: 'no route',
    fromFlows: (count: number) => `from ${count} flows`,
  },
  de: {
    held: (queued, limit) => `${queued} von ${limit}`,
    queued: (queued) => `${queued} ${pakete(queued)}`,
    queuedOf: (queued, limit) => `${queued} von ${limit} ${paketen(limit)}`,
    backlog: (queued, delayMs) => `${queued} ${pakete(queued)}, ${delayMs} ms`,
    backlogOf: (queued, limit, delayMs) => `${queued} von ${limit} ${paketen(limit)}, ${delayMs} ms`,
    waits: 'wartet',
    done: 'fertig',
    noRoute: 'keine Route',
    fromFlows: (count) => `von ${count} Flüssen`,
  },
});

export const dropsTexts = texts({
  en: {
    queueFull: 'buffer full',
    earlyDrop: 'early drop',
    lost: 'lost on the link',
    droppedBrief: 'dropped',
    dropped: (why: string) => `Dropped: ${why}`,
    sequence: (flow: string, number: string) => `${flow}, sequence ${number}`,
  },
  de: {
    queueFull: 'Puffer voll',
    earlyDrop: 'früh verworfen',
    lost: 'auf der Leitung verloren',
    droppedBrief: 'verworfen',
    dropped: (why) => `Verworfen: ${why}`,
    sequence: (flow, number) => `${flow}, Sequenz ${number}`,
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
