/** What there is to say about a moment: the packet it is about, where that was dropped, and what the rule started from. */
import type { Cause, Effect, Moment, Param, ParamValue, Rule, Variable } from '../../generated/types';
import { decreased, reduced } from './pick';

export type Dropped = Extract<Effect, { kind: 'dropped' }>;
type Response = Extract<Effect, { kind: 'response' }>;

/** What a moment is, for its question. */
export type Occasion = 'loss' | 'timeout' | 'ecn' | 'decrease' | 'drop' | 'growth' | 'steady' | 'queue';

export function occasionOf(moment: Moment): Occasion {
  if (moment.before.queue != null || moment.after.queue != null) {
    return droppedIn(moment) ? 'drop' : 'queue';
  }
  if (moment.rule === 'loss' || moment.rule === 'timeout' || moment.rule === 'ecn') return moment.rule;
  if (reduced(moment)) return 'decrease';
  if (droppedIn(moment)) return 'drop';
  if (decreased(moment)) return 'decrease';
  return (moment.after.cwnd ?? 0) > (moment.before.cwnd ?? 0) ? 'growth' : 'steady';
}

export const droppedIn = (moment: Moment): Dropped | undefined =>
  moment.effects.find((e) => e.kind === 'dropped');

export const responseIn = (moment: Moment): Response | undefined =>
  moment.effects.find((e) => e.kind === 'response');

/** The packet that a loss or timeout is about: what is retransmitted first, else the packet that the receiver expects next. */
export function lostPacket(moments: readonly Moment[], place: number): { seq: number; len: number } | null {
  const moment = moments[place];
  if (!moment) return null;
  const again = moment.effects.find((e) => e.kind === 'sent' && e.packet === 'retransmission');
  if (again?.kind === 'sent') return { seq: again.seq, len: again.len };
  // A sender may take its time before it retransmits.
  const ack = moments.slice(0, place + 1).findLast((m) => m.cause.kind === 'ack')?.cause;
  return ack?.kind === 'ack' ? { seq: ack.ack, len: 1 } : null;
}

/** The last drop of a byte before a moment: its place in the list, −1: there is none. */
export function dropOf(
  moments: readonly Moment[],
  place: number,
  { seq, len }: { seq: number; len: number },
): number {
  for (let i = place; i >= 0; i -= 1) {
    const found = moments[i]?.effects.some((e) => e.kind === 'dropped' && e.seq >= seq && e.seq < seq + len);
    if (found) return i;
  }
  return -1;
}

type Ack = Extract<Cause, { kind: 'ack' }>;
const ackOf = (moment: Moment | undefined): Ack | null =>
  moment?.cause.kind === 'ack' ? moment.cause : null;

/** The duplicate ACKs up to a moment that ask for the same packet as its own ACK: their places, without the first ACK that asked for it. */
export function duplicateAcks(moments: readonly Moment[], place: number): number[] {
  const asked = ackOf(moments[place])?.ack;
  if (asked === undefined) return [];
  const places: number[] = [];
  for (let i = place; i >= 0; i -= 1) {
    const ack = ackOf(moments[i]);
    // Before it the ACK that moved on to the packet; where that is out of sight, how many there were is not known.
    if (ack && ack.ack !== asked) return places.reverse().slice(1);
    if (ack) places.push(i);
  }
  return [];
}

/** The last marked packet that the receiver got before a moment, by its place; −1: there is none. */
export function markedBefore(moments: readonly Moment[], place: number): number {
  for (let i = place; i >= 0; i -= 1) {
    const cause = moments[i]?.cause;
    if (cause?.kind === 'data' && cause.marked) return i;
  }
  return -1;
}

/** Payload of the flow's full packets among the moments, bytes; 0: none was seen. */
export function payloadOf(moments: readonly Moment[]): number {
  let most = 0;
  for (const { effects, cause } of moments) {
    for (const e of effects) if (e.kind === 'sent') most = Math.max(most, e.len);
    if (cause.kind === 'data') most = Math.max(most, cause.len);
  }
  return most;
}

/** The number of a packet, counted from 1 in full packets; without a payload, of its first byte. */
export const packetNumber = (seq: number, payload: number): number =>
  payload > 0 ? Math.floor(seq / payload) + 1 : seq;

/** The moments that lead from the drop to the response and on, by place; for those who go through them one by one. */
export function storyOf(moments: readonly Moment[], place: number, drop: number): number[] {
  const places = [...(drop >= 0 ? [drop] : []), ...duplicateAcks(moments, place), place];
  const recovering = moments[place]?.after.recovering;
  const end = recovering ? moments.findIndex((m, i) => i > place && !m.after.recovering) : -1;
  if (end >= 0) places.push(end);
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The rule that the controller applied. A controller without slow start applies the rule of congestion avoidance from its first ACK. */
export function ruleOf(moment: Moment, rules: readonly Rule[]): Rule | undefined {
  const of = (on: Moment['rule']) => rules.find((r) => r.on === on);
  return of(moment.rule) ?? (moment.rule === 'slow-start' ? of('avoidance') : undefined);
}

const LETTER = '[\\p{L}\\p{N}_]';

/** Whether a formula has a symbol as a word of its own. */
function has(formula: string, symbol: string): boolean {
  return word(symbol).test(formula);
}

function word(symbol: string): RegExp {
  const literal = symbol.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\p{L}|_)${literal}(?!${LETTER})`, 'gu');
}

export interface Inserted {
  /** The formula with numbers in place of symbols. */
  formula: string;
  /** What the formula's flight was, packets; null: it has none. */
  flight: number | null;
  /** Packets sent and not acknowledged; the stack may have counted fewer. */
  sent: number;
  /** Whether that is the window, by the flow's stack. */
  fromWindow: boolean;
  /** Window at that instant, packets; null: the formula has none. */
  window: number | null;
}

/**
 * A rule's formula with the numbers that it used.
 * @param settings the flow's parameters; null: they may have been others at that moment
 */
export function inserted(
  moment: Moment,
  { formula }: Rule,
  row: { params: readonly Param[]; variables: readonly Variable[] },
  settings: Readonly<Record<string, ParamValue>> | null,
  write: (value: number) => string,
): Inserted | null {
  const response = responseIn(moment);
  if (!response || !formula) return null;
  let text = formula;
  const flight = has(formula, 'flight');
  if (flight) text = text.replace(word('flight'), write(response.decreaseFrom));
  for (const { id, symbol, default: usual } of settings ? row.params : []) {
    const value = settings?.[id] ?? usual;
    // A variable of the same name is not what was set.
    if (symbol === '' || typeof value !== 'number' || row.variables.some((v) => v.symbol === symbol))
      continue;
    text = text.replace(word(symbol), write(value));
  }
  const window = ['W', 'w'].some((symbol) =>
    new RegExp(`(?<!\\p{L}|_)${symbol}(?!${LETTER})(?!.*←)`, 'u').test(formula),
  );
  if (text === formula && !window) return null;
  return {
    formula: text,
    flight: flight ? response.decreaseFrom : null,
    sent: response.flight,
    fromWindow: response.fromWindow,
    window: window ? response.window : null,
  };
}
