/** What happened at a moment, in words. */
import type { Cause, Directory, Effect, Moment, Rule, RuleOn, Shown } from '../../generated/types';

const number = (x: number) => x.toLocaleString('en').replaceAll(',', '\u2009');

const TIMERS: Record<string, string> = {
  start: 'The flow’s time came',
  stop: 'The application stopped',
  retransmit: 'The retransmission timer fired',
  pace: 'The spacing timer fired',
  delayedAck: 'The delayed-ACK timer fired',
  application: 'The application handed over more data',
  persist: 'The zero-window timer fired',
  read: 'The receiving application read',
  overhead: 'A packet left the sender’s overhead',
  controller: 'The congestion controller’s timer fired',
};

const DROPS = {
  overflow: 'the queue was full',
  early: 'the discipline dropped it',
  link: 'the link lost it',
};

/** Bytes from … to, as TCP counts them. */
function bytes({ seq, len }: Shown): string {
  return len > 0 ? `bytes ${number(seq)} to ${number(seq + len - 1)}` : `at byte ${number(seq)}`;
}

/** What set it off. */
export function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case 'ack': {
      const sack = cause.sack
        ? `, with SACK from ${number(cause.sack[0])} to ${number(cause.sack[1] - 1)}`
        : '';
      return `An ACK came: everything before byte ${number(cause.ack)} has arrived${sack}${cause.echo ? ', with ECN-Echo' : ''}`;
    }
    case 'data':
      return `The receiver got ${cause.packet === 'retransmission' ? 'a retransmission, ' : ''}${bytes(cause)}${cause.marked ? ', marked' : ''}`;
    case 'passing':
      return `A packet came to the queue: ${bytes(cause)}`;
    case 'timer':
      return TIMERS[cause.timer] ?? 'A timer fired';
    case 'edit':
      return 'The scenario was changed';
    case 'other':
      return 'A packet left the queue';
  }
}

/** What it led to; several packets that were sent in one go are one line. */
export function effectWords(effects: readonly Effect[], directory: Directory): string[] {
  const words: string[] = [];
  const sent = effects.flatMap((e) => (e.kind === 'sent' && e.packet === 'data' ? [e] : []));
  for (const e of effects) {
    if (e.kind === 'mark') words.push(MARKS[e.mark] ?? e.mark);
    else if (e.kind === 'dropped') {
      const where =
        e.channel === undefined || e.channel === null ? '' : ` at ${directory.channels[e.channel]?.id}`;
      const whose = directory.flows[e.flow]?.id ?? '';
      words.push(`Dropped${where}: byte ${number(e.seq)} of ${whose}; ${DROPS[e.cause]}`);
    } else if (e.packet === 'retransmission') words.push(`Sent again: ${bytes(e)}`);
  }
  const [first] = sent;
  const last = sent.at(-1);
  if (first && last) {
    words.push(
      sent.length === 1
        ? `Sent: ${bytes(first)}`
        : `Sent ${sent.length} packets: bytes ${number(first.seq)} to ${number(last.seq + last.len - 1)}`,
    );
  }
  return words;
}

const MARKS: Record<string, string> = {
  loss: 'The sender found a loss',
  timeout: 'The sender ran into a timeout',
  ecn: 'The sender answered a mark',
  edit: 'The scenario was changed',
  drop: 'A packet was dropped',
};

/** What kind of occasion a law acts on. */
export const OCCASIONS: Record<RuleOn, string> = {
  'slow-start': 'Slow start',
  avoidance: 'Congestion avoidance',
  recovery: 'Recovery',
  loss: 'Loss',
  timeout: 'Timeout',
  ecn: 'ECN',
  report: 'Report',
};

/** The rule that the law followed; nothing where none is written down. */
export function ruleOf(moment: Moment, rules: readonly Rule[]): Rule | undefined {
  return rules.find((r) => r.on === moment.rule);
}
