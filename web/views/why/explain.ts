/** The facts behind a moment: its packet, where that was dropped, and the input of the rule. */
import type { Cause, Effect, Moment, Param, ParamValue, Rule, Variable } from '../../generated/types';
import { decreased, reduced } from './pick';

export type Dropped = Extract<Effect, { kind: 'dropped' }>;
type Response = Extract<Effect, { kind: 'response' }>;

/** What kind of event a moment is. */
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

/** The packet that a loss or timeout is about: the first retransmitted one, or else the one that the receiver expects next. */
export function lostPacket(moments: readonly Moment[], place: number): { seq: number; len: number } | null {
  const moment = moments[place];
  if (!moment) return null;
  const retransmitted = moment.effects.find((e) => e.kind === 'sent' && e.packet === 'retransmission');
  if (retransmitted?.kind === 'sent') return { seq: retransmitted.seq, len: retransmitted.len };
  // A sender may retransmit later.
  const ack = moments.slice(0, place + 1).findLast((m) => m.cause.kind === 'ack')?.cause;
  return ack?.kind === 'ack' ? { seq: ack.ack, len: 1 } : null;
}

/** Index of the last drop of a byte before a moment; −1 if there is none. */
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

/** Indices of the duplicate ACKs up to a moment that ask for the same packet as its ACK, without the first ACK that asked for it. */
export function duplicateAcks(moments: readonly Moment[], place: number): number[] {
  const asked = ackOf(moments[place])?.ack;
  if (asked === undefined) return [];
  const places: number[] = [];
  for (let i = place; i >= 0; i -= 1) {
    const ack = ackOf(moments[i]);
    // The first one must be the ACK that advanced to the packet. If it is before the known moments, the number is unknown.
    if (ack && ack.ack !== asked) return places.reverse().slice(1);
    if (ack) places.push(i);
  }
  return [];
}

/** Index of the last marked packet that arrived before a moment; −1 if there is none. */
export function markedBefore(moments: readonly Moment[], place: number): number {
  for (let i = place; i >= 0; i -= 1) {
    const cause = moments[i]?.cause;
    if (cause?.kind === 'data' && cause.marked) return i;
  }
  return -1;
}

/** Payload of a full packet of the flow among the moments, bytes; 0 if none was sent. */
export function payloadOf(moments: readonly Moment[]): number {
  let most = 0;
  for (const { effects, cause } of moments) {
    for (const e of effects) if (e.kind === 'sent') most = Math.max(most, e.len);
    if (cause.kind === 'data' || cause.kind === 'passing') most = Math.max(most, cause.len);
  }
  return most;
}

/** The number of a packet, counted from 1 in full packets; if the payload is unknown, the number of its first byte. */
export const packetNumber = (seq: number, payload: number): number =>
  payload > 0 ? Math.floor(seq / payload) + 1 : seq;

/** Indices of the moments from the drop to the response and the end of recovery, to step through. */
export function storySteps(moments: readonly Moment[], place: number, drop: number): number[] {
  const places = [...(drop >= 0 ? [drop] : []), ...duplicateAcks(moments, place), place];
  const recovering = moments[place]?.after.recovering;
  const end = recovering ? moments.findIndex((m, i) => i > place && !m.after.recovering) : -1;
  if (end >= 0) places.push(end);
  return [...new Set(places)].sort((a, b) => a - b);
}

/** The rule that the controller applied. A controller without slow start uses the rule of congestion avoidance from its first ACK. */
export function ruleOf(moment: Moment, rules: readonly Rule[]): Rule | undefined {
  const of = (on: Moment['rule']) => rules.find((r) => r.on === on);
  return of(moment.rule) ?? (moment.rule === 'slow-start' ? of('avoidance') : undefined);
}

const LETTER = '[\\p{L}\\p{N}_]';

/** Whether a formula contains a symbol as a separate word. */
function hasSymbol(formula: string, symbol: string): boolean {
  return symbolPattern(symbol).test(formula);
}

function symbolPattern(symbol: string): RegExp {
  const literal = symbol.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\p{L}|_)${literal}(?!${LETTER})`, 'gu');
}

export interface InsertedFormula {
  /** The formula with numbers in place of symbols. */
  formula: string;
  /** The value of "flight" in the formula, packets; null if it has none. */
  flight: number | null;
  /** Packets sent and not acknowledged, of which the stack may count fewer. */
  sent: number;
  /** Whether the flow's stack uses the window instead. */
  fromWindow: boolean;
  /** The window at that moment, packets; null if the formula has none. */
  window: number | null;
}

/**
 * A rule's formula with the values that it used.
 * @param settings the flow's parameters; null if they may have been different at that moment
 */
export function insertNumbers(
  moment: Moment,
  { formula }: Rule,
  row: { params: readonly Param[]; variables: readonly Variable[] },
  settings: Readonly<Record<string, ParamValue>> | null,
  write: (value: number) => string,
): InsertedFormula | null {
  const response = responseIn(moment);
  if (!response || !formula) return null;
  let text = formula;
  const flight = hasSymbol(formula, 'flight');
  if (flight) text = text.replace(symbolPattern('flight'), write(response.decreaseFrom));
  for (const { id, symbol, default: usual } of settings ? row.params : []) {
    const value = settings?.[id] ?? usual;
    // A variable of the same name is not the parameter.
    if (symbol === '' || typeof value !== 'number' || row.variables.some((v) => v.symbol === symbol))
      continue;
    text = text.replace(symbolPattern(symbol), write(value));
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
