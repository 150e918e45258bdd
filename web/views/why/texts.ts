import { plural, texts } from '../../language/language';

export const whyTexts = texts({
  en: {
    label: 'Why',
    questions: {
      loss: 'Why did cwnd drop here?',
      timeout: 'Why did cwnd drop here?',
      ecn: 'Why did cwnd drop here?',
      decrease: 'Why did cwnd drop here?',
      drop: 'Why was a packet dropped here?',
      mark: 'Why was a packet marked here?',
      growth: 'Why did cwnd grow here?',
      steady: 'Why did cwnd not change here?',
      queue: 'Why did the queue change here?',
      rate: 'Why did the rate change here?',
      response: 'What did the sender do here?',
    },
    happened: 'What happened',
    changed: 'What changed',
    rule: 'The rule',
    markKept:
      'This mark did not reduce the window: the controller had already responded to a mark in this (virtual) round trip.',
    queueRule: 'The rule of the queue',
    valuesAfter: 'Values after the event:',
    effects: 'What followed at once',
    unchanged: 'Variables that did not change',
    nothingChanged: 'No variable changed.',
    inserted: 'With the numbers of this moment:',
    flight: (packets: string) =>
      `flight: when the rule was applied, ${packets} packets were sent and not yet acknowledged.`,
    flightCounted: (packets: string, counted: string) =>
      `flight: when the rule was applied, ${packets} packets were sent and not yet acknowledged. The rule counts ${counted}, at most the window: packets that duplicate ACKs released beyond it do not count.`,
    flightIsWindow: (packets: string) =>
      `flight: this stack computes the decrease from the window, which was ${packets} packets.`,
    windowWas: (packets: string) => `W was ${packets} packets when the rule was applied.`,
    repeatedTimeoutSource: 'RFC 5681, section 3.1; RFC 6298, section 5',
    repeatedTimeout:
      'The packet that the timeout before sent again was not acknowledged either. The window and ssthresh were reduced then and stay, and the timer doubles.',
    windowStayed: 'It stayed so: this time the rule had no effect on it.',
    inFlightWas: (packets: string) =>
      `inflight: when the rule was applied, ${packets} packets were in flight, without those known to be delivered or lost.`,
    inFlightNow: (before: string) =>
      `The variable “in flight” was ${before}: it leaves out packets known to be delivered or lost.`,
    stepThrough: 'Step through it',
    step: (n: number, of: number) => `Step ${n} of ${of}`,
    back: 'Back',
    forward: 'Next step',
    endSteps: 'Done',
    time: 'Show this moment',
    close: 'Close',
    subject: 'Subject',
    window: (flow: string) => `Window of ${flow}`,
    queue: (channel: string) => `Queue from ${channel}`,
    tryAgain: 'Try again',
    running: 'Simulating this part of the run again…',
    nothing: 'There are no events near this moment.',
    earlier: 'Previous event',
    later: 'Next event',
    nextDecrease: 'Next decrease',
    nextSignal: 'Next drop or mark',
    looking: 'Searching the rest of the run…',
    noneFound: 'None found in the run so far.',
    sum: 'This flow has several connections at a time. The values are sums over them: a connection that ends takes its window with it.',
    around: 'Events around this moment',
    variable: 'Variable',
    before: 'Before',
    after: 'After',
    variables: {
      queue: 'queue',
      cwnd: 'cwnd',
      ssthresh: 'ssthresh',
      inFlight: 'in flight',
    },
  },
  de: {
    label: 'Warum',
    questions: {
      loss: 'Warum ist cwnd hier gefallen?',
      timeout: 'Warum ist cwnd hier gefallen?',
      ecn: 'Warum ist cwnd hier gefallen?',
      decrease: 'Warum ist cwnd hier gefallen?',
      drop: 'Warum wurde hier ein Paket verworfen?',
      mark: 'Warum wurde hier ein Paket markiert?',
      growth: 'Warum ist cwnd hier gewachsen?',
      steady: 'Warum ist cwnd hier gleich geblieben?',
      queue: 'Warum hat sich die Warteschlange hier geändert?',
      rate: 'Warum hat sich die Rate hier geändert?',
      response: 'Was hat der Sender hier getan?',
    },
    happened: 'Was geschah',
    changed: 'Was sich änderte',
    rule: 'Die Regel',
    markKept:
      'Diese Markierung hat das Fenster nicht verkleinert: Der Algorithmus hat in diesem (virtuellen) Umlauf schon auf eine Markierung reagiert.',
    queueRule: 'Die Regel der Warteschlange',
    valuesAfter: 'Werte nach dem Ereignis:',
    effects: 'Was sofort folgte',
    unchanged: 'Variablen, die sich nicht änderten',
    nothingChanged: 'Keine Variable änderte sich.',
    inserted: 'Mit den Zahlen dieses Moments:',
    flight: (packets) =>
      `flight: als die Regel angewandt wurde, waren ${packets} Pakete gesendet und noch nicht bestätigt.`,
    flightCounted: (packets, counted) =>
      `flight: als die Regel angewandt wurde, waren ${packets} Pakete gesendet und noch nicht bestätigt. Die Regel zählt ${counted}, höchstens das Fenster: Pakete, die doppelte ACKs darüber hinaus freigaben, zählen nicht.`,
    flightIsWindow: (packets) =>
      `flight: dieser Stack berechnet die Verkleinerung aus dem Fenster; es war ${packets} Pakete.`,
    windowWas: (packets) => `W war ${packets} Pakete, als die Regel angewandt wurde.`,
    repeatedTimeoutSource: 'RFC 5681, Abschnitt 3.1; RFC 6298, Abschnitt 5',
    repeatedTimeout:
      'Auch das Paket, das nach dem vorigen Timeout erneut gesendet wurde, ist nicht bestätigt worden. Fenster und ssthresh wurden damals verkleinert und bleiben, und der Timer verdoppelt sich.',
    windowStayed: 'Es blieb dabei: Diesmal hatte die Regel keine Wirkung darauf.',
    inFlightWas: (packets) =>
      `inflight: als die Regel angewandt wurde, waren ${packets} Pakete unterwegs, ohne die, die als zugestellt oder verloren bekannt sind.`,
    inFlightNow: (before) =>
      `Die Variable „unterwegs“ war ${before}: sie lässt Pakete aus, die als zugestellt oder verloren bekannt sind.`,
    stepThrough: 'Schritt für Schritt',
    step: (n, of) => `Schritt ${n} von ${of}`,
    back: 'Zurück',
    forward: 'Nächster Schritt',
    endSteps: 'Fertig',
    time: 'Diesen Moment zeigen',
    close: 'Schließen',
    subject: 'Gegenstand',
    window: (flow) => `Fenster von ${flow}`,
    queue: (channel) => `Warteschlange von ${channel}`,
    tryAgain: 'Noch einmal versuchen',
    running: 'Dieser Teil des Laufs wird noch einmal simuliert …',
    nothing: 'Um diesen Zeitpunkt gibt es keine Ereignisse.',
    earlier: 'Voriges Ereignis',
    later: 'Nächstes Ereignis',
    nextDecrease: 'Nächste Verkleinerung',
    nextSignal: 'Nächstes verworfenes oder markiertes Paket',
    looking: 'Der Rest des Laufs wird durchsucht …',
    noneFound: 'Im bisherigen Lauf nichts gefunden.',
    sum: 'Dieser Fluss hat mehrere Verbindungen zugleich. Die Werte sind Summen über sie: Endet eine Verbindung, fällt ihr Fenster weg.',
    around: 'Ereignisse um diesen Zeitpunkt',
    variable: 'Variable',
    before: 'Vorher',
    after: 'Nachher',
    variables: {
      queue: 'Warteschlange',
      cwnd: 'cwnd',
      ssthresh: 'ssthresh',
      inFlight: 'unterwegs',
    },
  },
});

/** What happened at a moment. */
/** 21st, 22nd, 23rd, 24th; 11th to 13th. */
function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14;
  return `${n}${(teen ? undefined : ['st', 'nd', 'rd'][(n % 10) - 1]) ?? 'th'}`;
}

export const eventTexts = texts({
  en: {
    timers: {
      start: 'The flow started',
      stop: 'The application stopped sending',
      retransmit: 'The retransmission timer expired',
      pace: 'The pacing timer expired',
      delayedAck: 'The delayed-ACK timer expired',
      application: 'The application wrote more data',
      persist: 'The persist timer expired (zero window)',
      read: 'The receiving application read data',
      overhead: 'A packet left after the sender’s processing delay',
      controller: 'The congestion controller’s timer expired',
      detection: 'The loss-detection timer expired (RACK-TLP)',
    },
    otherTimer: 'A timer expired',
    ordinal: (n: number) => ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'][n - 1] ?? ordinal(n),
    packet: (n: string) => `packet ${n}`,
    duplicateAck: (ordinal: string, packet: string) => `The ${ordinal} duplicate ACK for ${packet} arrived`,
    ackShowsLoss: (packet: string) => `An ACK showed that ${packet} was lost`,
    timerShowsLoss: (timer: string, packet: string) => `${timer}: ${packet} counts as lost`,
    timedOut: (packet: string, rto: string) =>
      `The retransmission timer expired: for its ${rto} no ACK had acknowledged new data. The oldest unacknowledged packet is ${packet}`,
    timedOutInRecovery: (packet: string) =>
      `The retransmission timer expired before recovery had ended: of the ACKs for new data, NewReno lets only the first one restart it (RFC 6582). The oldest unacknowledged packet is ${packet}`,
    recoveryEnds: 'Recovery ends',
    report: 'A report from the receiver arrived',
    echoed: 'An ACK reported a congestion mark',
    markReached: (packet: string) => `The receiver had received ${packet} with a mark at`,
    droppedAt: (node: string) => `${node} had dropped it at`,
    lostAt: (channel: string | null) =>
      channel === null ? 'It had been lost without a route at' : `The link from ${channel} had lost it at`,
    lostNow: (channel: string | null, packet: string, flow: string) =>
      channel === null
        ? `${packet} of ${flow} was lost without a route`
        : `The link from ${channel} lost ${packet} of ${flow}`,
    droppedNow: (node: string, packet: string, flow: string) => `${node} dropped ${packet} of ${flow}`,
    markedAt: (node: string) => `${node} had marked it at`,
    markedNow: (node: string, packet: string, flow: string) => `${node} marked ${packet} of ${flow}`,
    waiting: (packets: string, limit: string | null) =>
      limit === null
        ? `${packets} ${packets === '1' ? 'packet' : 'packets'} waiting`
        : `${packets} of ${limit} packets waiting`,
    noDrop: 'This part of the run contains no drop of that packet.',
    drops: {
      overflow: 'the queue was full',
      early: 'the queue discipline dropped it',
    },
    early: {
      dropped: (discipline: string) => `${discipline} dropped it before the queue was full`,
      marked: (discipline: string) => `${discipline} marked it`,
    },
    afterWait: (time: string) => `after ${time} in the queue`,
    aPacketMarked: 'A packet was marked',
    markedIn: (what: string, flow: string, channel: string) =>
      `Marked in the queue from ${channel}: ${what} of ${flow}`,
    bytes: (first: string, last: string) => `bytes ${first} to ${last}`,
    atByte: (byte: string) => `at byte ${byte}`,
    ack: (byte: string) => `An ACK arrived: everything before byte ${byte} was received`,
    sack: (first: string, last: string) => `, with SACK from ${first} to ${last}`,
    echo: ', with ECN-Echo',
    received: (bytes: string, again: boolean) =>
      `The receiver received ${again ? 'a retransmission, ' : ''}${bytes}`,
    marked: ', marked',
    arrived: (bytes: string) => `A packet arrived at the queue: ${bytes}`,
    edit: 'The scenario was edited',
    droppedByEdit: (n: number) => (n === 1 ? 'one packet was dropped' : `${n} packets were dropped`),
    departed: 'A packet left the queue',
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    /** `what`: "byte 14 995 488" or "22 packets". */
    dropped: (what: string, flow: string, channel: string | null, cause: string) =>
      `Dropped${channel === null ? '' : ` in the queue from ${channel}`}: ${what} of ${flow}; ${cause}`,
    lost: (what: string, flow: string, channel: string | null) =>
      `Lost ${channel === null ? 'without a route' : `on the link from ${channel}`}: ${what} of ${flow}`,
    byte: (byte: string) => `byte ${byte}`,
    packets: (n: number) => `${n} packets`,
    retransmitted: (bytes: string) => `Retransmitted: ${bytes}`,
    sent: (packets: number, bytes: string) =>
      `${plural(packets, 'Sent', `Sent ${packets} packets`)}: ${bytes}`,
    marks: {
      loss: 'The sender detected a loss',
      timeout: 'The sender timed out',
      ecn: 'The sender learned of a mark',
      undo: 'The recovery was spurious and was undone',
      probe: 'The sender sent a tail loss probe',
      edit: 'The scenario was edited',
      drop: 'A packet was dropped',
    },
    occasions: {
      'slow-start': 'Slow start',
      avoidance: 'Congestion avoidance',
      recovery: 'Recovery',
      loss: 'Loss',
      timeout: 'Timeout',
      ecn: 'ECN mark',
      report: 'Report',
    },
  },
  de: {
    timers: {
      start: 'Der Fluss hat begonnen',
      stop: 'Die Anwendung sendet nicht mehr',
      retransmit: 'Der Retransmission-Timer ist abgelaufen',
      pace: 'Der Pacing-Timer ist abgelaufen',
      delayedAck: 'Der Timer für verzögerte ACKs ist abgelaufen',
      application: 'Die Anwendung hat weitere Daten geschrieben',
      persist: 'Der Persist-Timer ist abgelaufen (Fenster 0)',
      read: 'Die empfangende Anwendung hat Daten gelesen',
      overhead: 'Ein Paket ist nach der Verarbeitungszeit des Senders abgegangen',
      controller: 'Der Timer der Überlastkontrolle ist abgelaufen',
      detection: 'Der Timer der Verlusterkennung ist abgelaufen (RACK-TLP)',
    },
    otherTimer: 'Ein Timer ist abgelaufen',
    ordinal: (n) => ['erste', 'zweite', 'dritte', 'vierte', 'fünfte', 'sechste'][n - 1] ?? `${n}.`,
    packet: (n) => `Paket ${n}`,
    duplicateAck: (ordinal, packet) => `Das ${ordinal} doppelte ACK für ${packet} ist angekommen`,
    ackShowsLoss: (packet) => `Ein ACK hat gezeigt, dass ${packet} verloren ist`,
    timerShowsLoss: (timer, packet) => `${timer}: ${packet} gilt als verloren`,
    timedOut: (packet, rto) =>
      `Der Retransmission-Timer ist abgelaufen: in seinen ${rto} hatte kein ACK neue Daten bestätigt. Am längsten unbestätigt ist ${packet}`,
    timedOutInRecovery: (packet) =>
      `Der Retransmission-Timer ist vor dem Ende der Recovery abgelaufen: Von den ACKs für neue Daten startet ihn bei NewReno nur das erste neu (RFC 6582). Das älteste unbestätigte Paket ist ${packet}`,
    recoveryEnds: 'Die Recovery endet',
    report: 'Ein Bericht des Empfängers ist angekommen',
    echoed: 'Ein ACK hat eine Überlastmarkierung gemeldet',
    markReached: (packet) => `Der Empfänger hatte ${packet} markiert erhalten, bei`,
    droppedAt: (node) => `${node} hatte es verworfen bei`,
    lostAt: (channel) =>
      channel === null
        ? 'Es ging ohne Route verloren bei'
        : `Die Leitung von ${channel} hatte es verloren bei`,
    lostNow: (channel, packet, flow) =>
      channel === null
        ? `${packet} von ${flow} ging ohne Route verloren`
        : `Die Leitung von ${channel} hat ${packet} von ${flow} verloren`,
    droppedNow: (node, packet, flow) => `${node} hat ${packet} von ${flow} verworfen`,
    markedAt: (node) => `${node} hatte es markiert bei`,
    markedNow: (node, packet, flow) => `${node} hat ${packet} von ${flow} markiert`,
    waiting: (packets, limit) =>
      limit === null ? `${packets} Pakete warteten` : `${packets} von ${limit} Paketen warteten`,
    noDrop: 'In diesem Teil des Laufs wurde dieses Paket nicht verworfen.',
    drops: {
      overflow: 'die Warteschlange war voll',
      early: 'die Warteschlangendisziplin hat es verworfen',
    },
    early: {
      dropped: (discipline) => `${discipline} hat es verworfen, bevor die Warteschlange voll war`,
      marked: (discipline) => `${discipline} hat es markiert`,
    },
    afterWait: (time) => `nach ${time} in der Warteschlange`,
    aPacketMarked: 'Ein Paket wurde markiert',
    markedIn: (what, flow, channel) => `Markiert in der Warteschlange von ${channel}: ${what} von ${flow}`,
    bytes: (first, last) => `Bytes ${first} bis ${last}`,
    atByte: (byte) => `bei Byte ${byte}`,
    ack: (byte) => `Ein ACK ist angekommen: alles vor Byte ${byte} wurde empfangen`,
    sack: (first, last) => `, mit SACK von ${first} bis ${last}`,
    echo: ', mit ECN-Echo',
    received: (bytes, again) => `Der Empfänger erhielt ${again ? 'eine Wiederholung, ' : ''}${bytes}`,
    marked: ', markiert',
    arrived: (bytes) => `Ein Paket ist an der Warteschlange angekommen: ${bytes}`,
    edit: 'Das Szenario wurde geändert',
    droppedByEdit: (n) => (n === 1 ? 'ein Paket wurde verworfen' : `${n} Pakete wurden verworfen`),
    departed: 'Ein Paket hat die Warteschlange verlassen',
    fromTo: (from, to) => `${from} nach ${to}`,
    dropped: (what, flow, channel, cause) =>
      `Verworfen${channel === null ? '' : ` in der Warteschlange von ${channel}`}: ${what} von ${flow}; ${cause}`,
    lost: (what, flow, channel) =>
      `Verloren ${channel === null ? 'ohne Route' : `auf der Leitung von ${channel}`}: ${what} von ${flow}`,
    byte: (byte) => `Byte ${byte}`,
    packets: (n) => `${n} Pakete`,
    retransmitted: (bytes) => `Wiederholt: ${bytes}`,
    sent: (packets, bytes) => `${plural(packets, 'Gesendet', `${packets} Pakete gesendet`)}: ${bytes}`,
    marks: {
      loss: 'Der Sender hat einen Verlust erkannt',
      timeout: 'Beim Sender ist ein Timeout eingetreten',
      ecn: 'Der Sender hat von einer Markierung erfahren',
      undo: 'Die Recovery war unnötig und wurde zurückgenommen',
      probe: 'Der Sender hat eine Tail Loss Probe gesendet',
      edit: 'Das Szenario wurde geändert',
      drop: 'Ein Paket wurde verworfen',
    },
    occasions: {
      'slow-start': 'Slow Start',
      avoidance: 'Congestion Avoidance',
      recovery: 'Recovery',
      loss: 'Verlust',
      timeout: 'Timeout',
      ecn: 'ECN-Markierung',
      report: 'Bericht',
    },
  },
});

export const sequenceTexts = texts({
  en: {
    label: (packets: number, acks: number, from: string, to: string) =>
      `Time–sequence plot: ${packets} packets sent or dropped, ${acks} ACKs, ${from} to ${to}`,
    megabytes: 'megabytes',
    sent: 'sent',
    retransmitted: 'retransmitted',
    dropped: 'dropped',
    acknowledged: 'acknowledged',
    packets: 'packet number',
    lost: (packet: string) => `${packet} lost`,
    duplicate: (ordinal: string) => [ordinal, 'duplicate ACK'],
    later: (ms: string) => `${ms} ms later`,
  },
  de: {
    label: (packets, acks, from, to) =>
      `Zeit-Sequenz-Diagramm: ${packets} Pakete gesendet oder verworfen, ${acks} ACKs, ${from} bis ${to}`,
    megabytes: 'Megabyte',
    sent: 'gesendet',
    retransmitted: 'wiederholt',
    dropped: 'verworfen',
    acknowledged: 'bestätigt',
    packets: 'Paketnummer',
    lost: (packet) => `${packet} verloren`,
    duplicate: (ordinal) => [ordinal, 'doppeltes ACK'],
    later: (ms) => `${ms} ms später`,
  },
});

export const scriptTexts = texts({
  en: {
    heading: 'The script',
    ran: (handler: string) => `${handler} ran these lines:`,
    times: (count: number) => `${count} times`,
  },
  de: {
    heading: 'Das Skript',
    ran: (handler) => `${handler} führte diese Zeilen aus:`,
    times: (count) => `${count}-mal`,
  },
});
