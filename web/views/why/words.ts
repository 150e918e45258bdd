/** Describes what happened at a moment. */

import { formatValue } from '../../drawing/format';
import type { Cause, Directory, Effect, Moment, Shown } from '../../generated/types';
import { nodeName } from '../../scenario/names';
import { documentNow, flowStyle } from '../../store';
import { type Dropped, duplicateAcks, packetNumber } from './explain';
import { eventTexts as t } from './texts';

export const groupedNumber = (x: number) => formatValue(x, 0);

/** The nodes at both ends of a channel. */
export function channelText(directory: Directory, channel: number): string {
  const { from, to } = directory.channels[channel] ?? { from: '', to: '' };
  const name = (id: string) => nodeName(documentNow(), id);
  return t.fromTo(name(from), name(to));
}

/** The byte range of a packet. */
function bytes({ seq, len }: Shown): string {
  return len > 0 ? t.bytes(groupedNumber(seq), groupedNumber(seq + len - 1)) : t.atByte(groupedNumber(seq));
}

/** Looks up a text by a key from the engine. */
const byKey = (list: Record<string, string>, key: string): string | undefined => list[key];

/** What an ACK says beside the byte that it asks for. */
const reports = ({ sack, echo }: Shown): string =>
  (sack ? t.sack(groupedNumber(sack[0]), groupedNumber(sack[1] - 1)) : '') + (echo ? t.echo : '');

/** What triggered the event. */
export function causeText(cause: Cause): string {
  switch (cause.kind) {
    case 'ack':
      return t.ack(groupedNumber(cause.ack)) + reports(cause);
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

/**
 * What happened at a moment. A duplicate ACK has its number among those for its packet.
 * @param payload of a full packet, bytes
 */
export function eventText(moments: readonly Moment[], place: number, payload: number): string {
  const { cause } = moments[place] as Moment;
  const duplicates = cause.kind === 'ack' ? duplicateAcks(moments, place).length : 0;
  if (cause.kind !== 'ack' || duplicates === 0) return causeText(cause);
  const asked = t.packet(groupedNumber(packetNumber(cause.ack, payload)));
  return t.duplicateAck(t.ordinal(duplicates), asked) + reports(cause);
}

/** What the timeline says of an event; undefined: nothing. */
export function markText(effects: readonly Effect[]): string | undefined {
  const mark = effects.find((e) => e.kind === 'mark');
  return mark?.kind === 'mark' ? byKey(t.marks, mark.mark) : undefined;
}

/** More packets of a flow that are dropped together share a line. */
const MAX_DROP_LINES = 3;

/** The effects of the event. New packets that were sent together share a line. */
export function effectTexts(effects: readonly Effect[], directory: Directory): string[] {
  const words: string[] = [];
  const dropWords = (what: string, { flow, channel, cause }: Dropped) => {
    const { label } = flowStyle(flow);
    const where = channel == null ? null : channelText(directory, channel);
    return cause === 'link' ? t.lost(what, label, where) : t.dropped(what, label, where, t.drops[cause]);
  };
  const keyOf = ({ flow, channel, cause }: Dropped) => `${flow} ${channel} ${cause}`;
  const alike = new Map<string, { first: Dropped; count: number }>();
  for (const e of effects)
    if (e.kind === 'dropped') {
      const { first, count } = alike.get(keyOf(e)) ?? { first: e, count: 0 };
      alike.set(keyOf(e), { first, count: count + 1 });
    }
  const sent = effects.flatMap((e) => (e.kind === 'sent' && e.packet === 'data' ? [e] : []));
  for (const e of effects) {
    if (e.kind === 'mark') words.push(byKey(t.marks, e.mark) ?? e.mark);
    else if (e.kind === 'marked')
      words.push(
        t.markedIn(t.byte(groupedNumber(e.seq)), flowStyle(e.flow).label, channelText(directory, e.channel)),
      );
    else if (e.kind === 'dropped') {
      const { first, count } = alike.get(keyOf(e)) ?? { first: e, count: 1 };
      if (count <= MAX_DROP_LINES) words.push(dropWords(t.byte(groupedNumber(e.seq)), e));
      else if (first === e) words.push(dropWords(t.packets(count), e));
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
