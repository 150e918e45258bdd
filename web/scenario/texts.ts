import { texts } from '../language/language';

/** The things of a network. */
export const thingTexts = texts({
  en: {
    one: { node: 'node', link: 'link', flow: 'flow', host: 'host', router: 'router' },
    several: { node: 'nodes', link: 'links', flow: 'flows' },
  },
  de: {
    one: { node: 'Knoten', link: 'Leitung', flow: 'Fluss', host: 'Host', router: 'Router' },
    several: { node: 'Knoten', link: 'Leitungen', flow: 'Flüsse' },
  },
});

/** Where a link fits, and why not. */
export const fitTexts = texts({
  en: {
    qr: 'QR code',
    dense: 'The code is dense: display it large and scan it from close up.',
    qrHolds: (most: number) => `A QR code holds at most ${most} characters.`,
    mail: 'Email',
    mailWhy: 'Some mail programs break links of this length. Send the file instead.',
    course: 'Course page',
    courseWhy: 'Some course systems cut off links of this length. Upload the file instead.',
    chat: 'Chat',
    chatWhy: 'Chat programs cut off links longer than about 4000 characters.',
  },
  de: {
    qr: 'QR-Code',
    dense: 'Der Code ist dicht: groß zeigen und aus der Nähe scannen.',
    qrHolds: (most) => `Ein QR-Code fasst höchstens ${most} Zeichen.`,
    mail: 'E-Mail',
    mailWhy: 'Manche Mailprogramme zerstören Links dieser Länge. Senden Sie stattdessen die Datei.',
    course: 'Kursseite',
    courseWhy: 'Manche Kurssysteme schneiden Links dieser Länge ab. Laden Sie stattdessen die Datei hoch.',
    chat: 'Chat',
    chatWhy: 'Chatprogramme schneiden Links ab etwa 4000 Zeichen ab.',
  },
});

/** A scenario in a line. */
export const summaryTexts = texts({
  en: {
    network: 'A network',
    flows: (n: number) => `${n} flow${n === 1 ? '' : 's'}`,
    slowest: (mbps: number) => `slowest link ${mbps} Mb/s`,
    buffer: (packets: number) => `buffer ${packets} packets`,
    rtt: (ms: number) => `base RTT ${ms} ms`,
    edits: (n: number) => `${n} timed edit${n === 1 ? '' : 's'}`,
    run: (s: number, seed: number) => `${s} s, seed ${seed}`,
  },
  de: {
    network: 'Ein Netz',
    flows: (n) => (n === 1 ? '1 Fluss' : `${n} Flüsse`),
    slowest: (mbps) => `langsamste Leitung ${mbps} Mb/s`,
    buffer: (packets) => `Puffer ${packets} Pakete`,
    rtt: (ms) => `Basis-RTT ${ms} ms`,
    edits: (n) => (n === 1 ? '1 zeitgesteuerte Änderung' : `${n} zeitgesteuerte Änderungen`),
    run: (s, seed) => `${s} s, Seed ${seed}`,
  },
});

/** Networks to start from. */
export const templateTexts = texts({
  en: {
    dumbbell: { name: 'Dumbbell', summary: 'All flows share one bottleneck.' },
    parkingLot: {
      name: 'Parking lot',
      summary: 'One flow crosses every bottleneck; each of the others crosses one.',
    },
    tree: { name: 'Tree', summary: 'Many senders reach one server through routers.' },
    ring: { name: 'Ring', summary: 'Each flow shares every link of its path with another flow.' },
    allHops: 'All hops',
    hop: (n: number) => `Hop ${n}`,
  },
  de: {
    dumbbell: { name: 'Hantel', summary: 'Alle Flüsse teilen sich einen Engpass.' },
    parkingLot: {
      name: 'Parkplatz',
      summary: 'Ein Fluss durchquert alle Engpässe, jeder andere einen.',
    },
    tree: { name: 'Baum', summary: 'Viele Sender erreichen über Router einen Server.' },
    ring: { name: 'Ring', summary: 'Jeder Fluss teilt sich jede Leitung seines Pfades mit einem anderen.' },
    allHops: 'Alle Hops',
    hop: (n) => `Hop ${n}`,
  },
});
