/** Finds the calls of a script's handlers along the run, by what *Why?* knows. */
import type { Moment, ScriptCall } from '../../generated/types';
import { type Ask, search } from '../why/search';

/** A call of a handler: an event, and the number of the call in it. */
export interface CallPlace {
  moment: Moment;
  number: number;
}

interface Search {
  ask: Ask;
  /** The most events in one answer. */
  most: number;
  /** A call, or a time in s: what happens then counts. */
  from: CallPlace | number;
  /** Name of a handler; empty: any. */
  handler: string;
  /** The span of the first request, s. Further ones look further. */
  spanS: number;
}

interface Ahead {
  /** How far the run has been simulated, s. */
  known: () => number;
  /** The end of the run, s. */
  endS: number;
  /** Simulates it up to a time in s. */
  advance: (atS: number) => Promise<void>;
}

/** The resolution of time, s. Several events can have the same time. */
const INSTANT_S = 1e-9;
/** The run is simulated at most so many times as far at once as at first. */
const WIDEST = 16;

export const callAt = ({ moment, number }: CallPlace): ScriptCall | undefined => moment.calls?.[number];

/** The last call before a place; null: there is none. */
export async function callBefore({ from, handler, ...parts }: Search): Promise<CallPlace | null> {
  const isWanted = called(handler);
  const at = placed(from);
  const here = callsOf(at.moment).findLastIndex((call, i) => i < at.number && isWanted(call));
  if (at.moment && here >= 0) return { moment: at.moment, number: here };
  const events = at.moment?.events ?? Number.POSITIVE_INFINITY;
  const moment = await search({
    ...parts,
    fromS: at.atS + INSTANT_S,
    toS: 0,
    wanted: (moments, i) => isBetween(moments[i], -1, events) && callsOf(moments[i]).some(isWanted),
  });
  return moment && { moment, number: callsOf(moment).findLastIndex(isWanted) };
}

/** The next call after a place, for which the run goes on if necessary; null: there is none. */
export async function callAfter(
  { from, handler, ...parts }: Search,
  { known, endS, advance }: Ahead,
): Promise<CallPlace | null> {
  const isWanted = called(handler);
  const at = placed(from);
  const here = callsOf(at.moment).findIndex((call, i) => i > at.number && isWanted(call));
  if (at.moment && here >= 0) return { moment: at.moment, number: here };
  const events = at.moment?.events ?? -1;
  const wanted = (moments: readonly Moment[], i: number) =>
    isBetween(moments[i], events, Number.POSITIVE_INFINITY) && callsOf(moments[i]).some(isWanted);
  let width = parts.spanS;
  for (let start = at.atS; ; ) {
    const toS = known();
    const moment = await search({ ...parts, fromS: start - INSTANT_S, toS: Math.max(start, toS), wanted });
    if (moment) return { moment, number: callsOf(moment).findIndex(isWanted) };
    if (toS >= endS) return null;
    start = toS;
    await advance(Math.min(endS, toS + width));
    width = Math.min(2 * width, WIDEST * parts.spanS);
  }
}

const called = (handler: string) => (call: ScriptCall) => handler === '' || call.handler === handler;

const callsOf = (moment: Moment | undefined): readonly ScriptCall[] => moment?.calls ?? [];

const isBetween = (moment: Moment | undefined, after: number, before: number) =>
  moment !== undefined && moment.events > after && moment.events < before;

const placed = (from: CallPlace | number): { atS: number; moment?: Moment; number: number } =>
  typeof from === 'number' ? { atS: from, number: 0 } : { ...from, atS: from.moment.atS };
