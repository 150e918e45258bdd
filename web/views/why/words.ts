/** Describes what happened at a moment. */
import type { Cause, Directory, Effect, Shown } from '../../generated/types';
import { eventTexts as t } from './texts';

export const number = (x: number) => x.toLocaleString('en').replaceAll(',', '\u2009');

/** The bytes of a packet, as TCP counts them. */
function bytes({ seq, len }: Shown): string {
  return len > 0 ? t.bytes(number(seq), number(seq + len - 1)) : t.atByte(number(seq));
}

/** A text by a key that comes from the engine. */
const byKey = (list: Record<string, string>, key: string): string | undefined => list[key];

/** What triggered the event. */
export function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case 'ack': {
      const sack = cause.sack ? t.sack(number(cause.sack[0]), number(cause.sack[1] - 1)) : '';
      return t.ack(number(cause.ack)) + sack + (cause.echo ? t.echo : '');
    }
    case 'data':
      return t.received(bytes(cause), cause.packet === 'retransmission') + (cause.marked ? t.marked : '');
    case 'passing':
      return t.arrived(bytes(cause));
    case 'timer':
      return byKey(t.timers, cause.timer) ?? t.otherTimer;
    case 'edit':
      return t.edit;
    case 'other':
      return t.departed;
  }
}

/** What followed from it. New packets that were sent together are one line. */
export function effectWords(effects: readonly Effect[], directory: Directory): string[] {
  const words: string[] = [];
  const sent = effects.flatMap((e) => (e.kind === 'sent' && e.packet === 'data' ? [e] : []));
  for (const e of effects) {
    if (e.kind === 'mark') words.push(byKey(t.marks, e.mark) ?? e.mark);
    else if (e.kind === 'dropped') {
      const channel = directory.channels[e.channel ?? -1]?.id ?? null;
      words.push(t.dropped(number(e.seq), directory.flows[e.flow]?.id ?? '', channel, t.drops[e.cause]));
    } else if (e.kind === 'sent' && e.packet === 'retransmission') words.push(t.retransmitted(bytes(e)));
  }
  const [first] = sent;
  const last = sent.at(-1);
  if (first && last) {
    const all = { ...first, len: last.seq + last.len - first.seq };
    words.push(t.sent(sent.length, bytes(all)));
  }
  return words;
}
