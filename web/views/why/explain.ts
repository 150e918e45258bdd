/** The facts behind a moment: its packet, where that was dropped, and the input of the rule. */
import type { Cause, Effect, Moment, Param, ParamValue, Rule, Shown, Variable } from '../../generated/types';
import { decreased, reduced } from './pick';

export type Dropped = Extract<Effect, { kind: 'dropped' }>;
export type Marked = Extract<Effect, { kind: 'marked' }>;
type Response = Extract<Effect, { kind: 'response' }>;

/** What kind of event a moment is. */
export type Occasion =
  | 'loss'
  | 'timeout'
  | 'ecn'
  | 'decrease'
  | 'drop'
  | 'mark'
  | 'growth'
  | 'steady'
  | 'queue';

export function occasionOf(moment: Moment): Occasion {
  if (moment.before.queue != null || moment.after.queue != null) {
    return droppedIn(moment) ? 'drop' : markedIn(moment) ? 'mark' : 'queue';
  }
  if (moment.rule === 'loss' || moment.rule === 'timeout' || moment.rule === 'ecn') return moment.rule;
  if (reduced(moment)) return 'decrease';
  if (droppedIn(moment)) return 'drop';
  if (decreased(moment)) return 'decrease';
  return (moment.after.cwnd ?? 0) > (moment.before.cwnd ?? 0) ? 'growth' : 'steady';
}

export const droppedIn = (moment: Moment): Dropped | undefined =>
  moment.effects.find((e) => e.kind === 'dropped');

/** A packet that the queue discipline marked in the event. */
export const markedIn = (moment: Moment | undefined): Marked | undefined =>
  moment?.effects.find((e) => e.kind === 'marked');

export const responseIn = (moment: Moment): Response | undefined =>
  moment.effects.find((e) => e.kind === 'response');

/** Whether a timeout follows another one and ssthresh stays, so that the rule of the first one does not apply. */
export function isRepeatedTimeout(moment: Moment): boolean {
  return responseIn(moment)?.repeated === true && moment.before.ssthresh === moment.after.ssthresh;
}

/** Whether an ACK for new data came while the timer ran that expired at a moment, so that it did not restart the timer. */
export function hadNewAck(moments: readonly Moment[], place: number): boolean {
  const { atS, before } = moments[place] as Moment;
  // The timer runs from an ACK on, which restarted it: not that one.
  const fromS = atS - (0.99 * (before.rtoMs ?? 0)) / 1000;
  const acks = moments.slice(0, place).flatMap((m) => (m.cause.kind === 'ack' ? [[m.atS, m.cause.ack]] : []));
  return acks.some(([at = 0, ack = 0], i) => at > fromS && ack > (acks[i - 1]?.[1] ?? ack));
}

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

/** Index of the last moment before another one in which a queue marked a packet; −1 if there is none. */
export function markOf(moments: readonly Moment[], place: number, seq: number): number {
  for (let i = place; i >= 0; i -= 1)
    if (moments[i]?.effects.some((e) => e.kind === 'marked' && e.seq === seq)) return i;
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

const isSameAck = (a: Shown, b: Shown): boolean =>
  a.ack === b.ack &&
  a.echo === b.echo &&
  a.sacks === b.sacks &&
  a.sack?.[0] === b.sack?.[0] &&
  a.sack?.[1] === b.sack?.[1];

/** Index of the moment at which the receiver sent the ACK that arrived at another one; −1 if it is not among them. */
export function sendingOf(moments: readonly Moment[], place: number): number {
  const ack = ackOf(moments[place]);
  if (!ack) return -1;
  // Equal ACKs arrive in the order in which they were sent.
  const sent: number[] = [];
  let arrived = 0;
  for (let i = 0; i <= place; i += 1) {
    const { cause, effects } = moments[i] as Moment;
    if (sent.length > 0 && cause.kind === 'ack' && isSameAck(cause, ack)) arrived += 1;
    if (effects.some((e) => e.kind === 'sent' && e.packet === 'ack' && isSameAck(e, ack))) sent.push(i);
  }
  return sent[arrived - 1] ?? -1;
}

/** Index of the moment at which the marked packet arrived that an ACK reports; −1 if it is not among them. */
export function reportedMark(moments: readonly Moment[], place: number): number {
  for (let i = sendingOf(moments, place); i >= 0; i -= 1) {
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

/** The drop that a moment goes back to, −1: it is not known, and the moments in between. */
export function lossStoryAt(moments: readonly Moment[], place: number): { drop: number; places: number[] } {
  const moment = moments[place];
  if (!moment) return { drop: -1, places: [] };
  const occasion = occasionOf(moment);
  if (occasion === 'drop') return { drop: place, places: [place] };
  const lost = isLoss(occasion) ? lostPacket(moments, place) : null;
  const drop = lost ? dropOf(moments, place, lost) : -1;
  return { drop, places: lost ? storySteps(moments, place, drop) : [place] };
}

const isLoss = (occasion: Occasion): boolean => occasion === 'loss' || occasion === 'timeout';

/**
 * Moments that reach back to the drop behind one of them, with its place among them; the same ones if they do, or if it is not found.
 * With a full queue the drop lies some round trips back, with a small window or a timer farther.
 * @param ask for the moments from a time on, s
 * @param most how many moments it answers with at most
 */
export async function withDrop(
  moments: readonly Moment[],
  place: number,
  ask: (fromS: number) => Promise<readonly Moment[]>,
  most: number,
): Promise<[moments: readonly Moment[], place: number]> {
  const moment = moments[place];
  if (!moment || !isLoss(occasionOf(moment))) return [moments, place];
  const { srttMs, rtoMs } = moment.before;
  const usual = 3 * (srttMs ?? 0);
  let [known, at] = [moments, place];
  for (const ms of [usual, usual + 2 * (rtoMs ?? 0)]) {
    const fromS = moment.atS - ms / 1000;
    if (lossStoryAt(known, at).drop >= 0 || known.length >= most) break;
    if (fromS >= (known[0]?.atS ?? 0)) continue;
    const longer = await ask(fromS);
    const found = longer.findIndex((m) => m.events === moment.events);
    if (found >= 0) [known, at] = [longer, found];
  }
  return [known, at];
}

/**
 * The rule that the controller applied. A rule of its state comes first: of the state that the event led to, or else of the one that it
 * ended. A controller without slow start uses the rule of congestion avoidance from its first ACK. Where the
 * rule for a mark has no formula, a mark counts as a loss. A controller may respond to lost or marked packets only later, in recovery or in
 * congestion avoidance: then the rule is found from what has changed.
 */
export function ruleOf(
  moment: Moment,
  rules: readonly Rule[],
  variables: readonly Variable[],
): Rule | undefined {
  const states = statesOf(moment, variables);
  const of = (on: Moment['rule']) =>
    states.map((state) => rules.find((r) => r.on === on && r.state === state)).find((r) => r) ??
    rules.find((r) => r.on === on && !r.state);
  const rule = of(moment.rule) ?? (moment.rule === 'slow-start' ? of('avoidance') : undefined);
  const loss = of('loss');
  if (rule?.on === 'ecn' && rule.formula === '') return { ...rule, formula: loss?.formula ?? '' };
  if (rule?.on === 'ecn' && keepsWindow(moment, rule)) return of('avoidance') ?? rule;
  if (rule?.on === 'recovery' && !rule.state && rule.formula !== '' && !isSetBy(rule, moment, variables))
    return loss && isSetBy(loss, moment, variables) ? loss : rule;
  const mark = of('ecn');
  const threshold = moment.before.ssthresh !== moment.after.ssthresh && mark?.formula.includes('ssthresh');
  return rule?.on === 'avoidance' && threshold ? mark : rule;
}

/** Whether a mark has not led to the reduction that the rule describes, since the controller had responded to another one before. */
function keepsWindow(moment: Moment, { formula }: Rule): boolean {
  const { before, after } = moment;
  const same = before.ssthresh != null && before.ssthresh === after.ssthresh;
  return same && !decreased(moment) && usesSymbol(formula, 'ssthresh');
}

/** Names of the controller's states after an event and before it; none without a variable of states. */
function statesOf({ before, after }: Moment, variables: readonly Variable[]): string[] {
  return variables.flatMap(({ states }, i) =>
    [after, before].flatMap(({ variables: values }) => states?.[values[i] ?? -1] ?? []),
  );
}

/** Whether a variable has changed that a rule assigns. */
function isSetBy({ formula }: Rule, { before, after }: Moment, variables: readonly Variable[]): boolean {
  const assigned = assignmentsOf(formula)
    .map((part) => part.slice(0, Math.max(0, part.indexOf('←'))))
    .join(' ');
  return variables.some(
    ({ symbol }, i) =>
      symbol !== '' && usesSymbol(assigned, symbol) && before.variables[i] !== after.variables[i],
  );
}

/** The assignments of a formula, with the separators between them. */
const assignmentsOf = (formula: string): string[] => formula.split(/(?<=;\s)|(?<=,\s)(?=[^;,()]*[←=])/);

const LETTER = '[\\p{L}\\p{N}_]';

/** Whether a formula contains a symbol as a separate word. */
export function usesSymbol(formula: string, symbol: string): boolean {
  return symbolPattern(symbol).test(formula);
}

function symbolPattern(symbol: string): RegExp {
  const literal = symbol.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<!\\p{L}|_)${literal}(?!${LETTER})`, 'gu');
}

/** Replaces a symbol by a number; a factor before it gets a sign, since 2δ is not 20.5. */
const insert = (formula: string, symbol: string, number: string): string =>
  formula.replace(symbolPattern(symbol), (_, at: number, whole: string) =>
    /[\d)]/.test(whole[at - 1] ?? '') ? `·${number}` : number,
  );

export interface InsertedFormula {
  /** The formula with numbers in place of symbols. */
  formula: string;
  /** The value of "flight" in the formula, packets; null if it has none. */
  flight: number | null;
  /** The value of "inflight" in the formula, packets; null if it has none. */
  inFlight: number | null;
  /** Packets sent and not acknowledged, of which the stack may count fewer. */
  sent: number;
  /** Whether the flow's stack uses the window instead. */
  fromWindow: boolean;
  /** The window at that moment, packets; null if the formula has none. */
  window: number | null;
}

/** Units in which variables can stand in a formula as they are: rates and delays would have to be converted. */
const PLAIN_UNITS: readonly string[] = ['', 'packets', 's'];

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
  if (!formula) return null;
  const response = responseIn(moment);
  const value = (symbol: string, of: number | undefined) =>
    of !== undefined && usesSymbol(formula, symbol) ? of : null;
  const flight = value('flight', response?.decreaseFrom);
  const inFlight = value('inflight', response?.inFlight);
  const isVariable = (symbol: string) => row.variables.some((v) => v.symbol === symbol);
  let text = formula;
  if (flight !== null) text = insert(text, 'flight', write(flight));
  if (inFlight !== null) text = insert(text, 'inflight', write(inFlight));
  for (const { id, symbol, default: usual } of settings ? row.params : []) {
    const set = settings?.[id] ?? usual;
    // A variable of the same name is not the parameter.
    if (symbol === '' || typeof set !== 'number' || isVariable(symbol)) continue;
    text = insert(text, symbol, write(set));
  }
  text = insertVariables(text, moment, row.variables, write);
  const window = ['W', 'w'].some(
    (symbol) =>
      !isVariable(symbol) && new RegExp(`(?<!\\p{L}|_)${symbol}(?!${LETTER})(?!.*←)`, 'u').test(formula),
  );
  if (text === formula && !(window && response)) return null;
  return {
    formula: text,
    flight,
    inFlight,
    sent: response?.flight ?? 0,
    fromWindow: response?.fromWindow ?? false,
    window: window && response ? response.window : null,
  };
}

/**
 * Inserts values where they are not assigned: of what the event did not change, so that it is clear which value the rule used, and the new value of
 * what an earlier assignment of the formula has set.
 */
function insertVariables(
  formula: string,
  { before, after }: Moment,
  variables: readonly Variable[],
  write: (value: number) => string,
): string {
  const all = [
    { symbol: 'ssthresh', was: before.ssthresh, is: after.ssthresh },
    ...variables.flatMap(({ symbol, unit }, i) =>
      symbol !== '' && PLAIN_UNITS.includes(unit)
        ? [{ symbol, was: before.variables[i], is: after.variables[i] }]
        : [],
    ),
  ];
  let assigned = '';
  return assignmentsOf(formula)
    .map((part) => {
      const from = part.search(/[←=]/) + 1;
      if (from === 0) return part;
      const computed = all.reduce((text, { symbol, was, is }) => {
        const known = is != null && (was === is || usesSymbol(assigned, symbol));
        return known ? insert(text, symbol, write(is)) : text;
      }, part.slice(from));
      assigned += ` ${part.slice(0, from)}`;
      return part.slice(0, from) + computed;
    })
    .join('');
}
