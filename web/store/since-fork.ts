/**
 * The results since the fork that is shown, of the branch on screen and of the one behind. A run counts from the start of its measurement, which both
 * branches have in common; their difference is in what came after the fork. So the engine measures this span anew.
 */
import { createStore } from 'zustand/vanilla';
import type { Results } from '../generated/types';
import { branches, sameSpan, shownFork } from './branches';
import { latestFrame, subscribeFrame } from './frames';
import { measure } from './lookups';
import { moment } from './moment';
import { run } from './run';

interface Span {
  run: number;
  other: number;
  /** The fork, s. */
  fromS: number;
  toS: number;
}

export interface SinceFork extends Span {
  /** Results of both branches over this span. */
  own: Results;
  others: Results;
}

/** Null: there is no fork, or the page shows a moment before it. */
export const sinceFork = createStore<{ shown: SinceFork | null }>(() => ({ shown: null }));

/** Between two requests of a moving run the worker rests as long as the answer took, within these limits, ms. */
const REST_MS = { least: 100, most: 1000 };
/** Times that differ by less are the same, s. */
const SAME_S = 1e-9;

/** How many views show these results. */
let views = 0;
let busy = false;
/** The span cannot be measured yet: the crosshair moves, or the branch behind has not come so far. */
let waiting = false;

/** Keeps the results up to date until the returned function is called. */
export function followFork(): () => void {
  views += 1;
  void follow();
  return () => {
    views -= 1;
  };
}

/** The span to show; null: none; undefined: that before, until the crosshair rests. */
function spanNow(): Span | null | undefined {
  const { list, active } = branches.getState();
  const fork = shownFork({ list, active });
  const { results } = run.getState();
  // What is measured only after the fork counts from the same time anyway.
  if (views === 0 || !fork || !results || fork.atS <= results.fromS) return null;
  const { shown } = moment.getState();
  const until = shown?.atS ?? results.toS;
  if (until <= fork.atS + SAME_S) return null;
  if (shown && !shown.rests) return undefined;
  const known = latestFrame()?.others.find((b) => b.run === fork.other)?.known ?? 0;
  const toS = Math.min(until, known);
  return toS > fork.atS + SAME_S ? { run: active, other: fork.other, fromS: fork.atS, toS } : undefined;
}

const sameFork = (a: Span, b: Span) => a.run === b.run && a.other === b.other && a.fromS === b.fromS;

async function follow(): Promise<void> {
  const span = spanNow();
  waiting = span === undefined;
  const { shown } = sinceFork.getState();
  if (shown && (span === null || (span && !sameFork(shown, span)))) sinceFork.setState({ shown: null });
  if (!span || busy || (shown && sameFork(shown, span) && Math.abs(shown.toS - span.toS) < SAME_S)) return;
  busy = true;
  const asked = performance.now();
  // From just before the fork, so that the packets that the change itself drops count, too.
  const of = (number: number) => measure(number, Math.max(0, span.fromS - SAME_S), span.toS);
  // Without an engine, which the page reports, the last results stay.
  const [own, others] = await Promise.all([of(span.run), of(span.other)]).catch(() => [null, null]);
  const now = spanNow();
  if (own && others && sameSpan(own, others) && now && sameFork(span, now))
    sinceFork.setState({
      shown: { ...span, own: { ...own, fromS: span.fromS }, others: { ...others, fromS: span.fromS } },
    });
  const took = performance.now() - asked;
  setTimeout(
    () => {
      busy = false;
      void follow();
    },
    run.getState().playing ? Math.max(REST_MS.least, Math.min(took, REST_MS.most)) : 0,
  );
}

run.subscribe((state, before) => {
  if (state.results !== before.results) void follow();
});
// Results are sent before the frame that says how far the branch behind has come, and a run at rest sends no more of them.
subscribeFrame(() => {
  if (waiting) void follow();
});
moment.subscribe(() => void follow());
branches.subscribe((state, before) => {
  if (state.list !== before.list || state.active !== before.active) void follow();
});
