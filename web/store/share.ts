/** The link to what is on the page. */
import type { Promised } from '../scenario/link';
import { writeFragment } from '../scenario/link';
import { type LinkView, NO_VIEW } from '../scenario/view';
import { app } from './app';
import { futuresNow } from './branches';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import { run } from './run';
import { initialSession, type SessionState, session } from './session';

export interface ShareOptions {
  /** Plots, zoom, selection and the like as they are now. */
  view: boolean;
  /** Opens at the moment on screen, standing still. */
  moment: boolean;
  /** The other futures. */
  futures: boolean;
  /** Whose seed it is: a text that each student, or the course system, replaces. Empty: that of the document. */
  student: string;
  /** Further parameters, each with its `&`. */
  more?: string;
}

/** The moment that a link could open at, s; null: the run goes on, has not begun, or is at its end. */
export function momentNow(): number | null {
  const { playing, ended, replayTo } = run.getState();
  const now = simulatedNow();
  return playing || ended || replayTo !== null || now <= 0 ? null : now;
}

/** The share link of what is on screen. */
export async function shareLink(options: ShareOptions): Promise<string> {
  const { source } = documentStore.getState();
  const atS = options.moment ? momentNow() : null;
  const fragment = await writeFragment({
    source,
    base: app.getState().base,
    futures: options.futures ? futuresNow() : null,
    view: { ...(options.view ? viewNow() : NO_VIEW), atS },
    // Another seed is another run: nothing is known of it.
    promised: options.student === '' ? promiseNow(atS) : null,
    more: `${options.student === '' ? '' : `&seed=${encodeURIComponent(options.student)}`}${options.more ?? ''}`,
  });
  return location.origin + location.pathname + fragment;
}

/** The digest to hold a run to: at its end, or by packets at the moment that the link opens at. */
export function promiseNow(atS: number | null): Promised | null {
  const { digest, digestAt, digestEnded, ended, catalogue } = run.getState();
  if (digest === '' || !catalogue) return null;
  const { modelVersion } = catalogue;
  if (ended && digestEnded) return { digest, atS: null, modelVersion };
  const packets = (documentStore.getState().source.engine ?? 'packet') === 'packet';
  return packets && atS !== null && digestAt === atS ? { digest, atS, modelVersion } : null;
}

/** What is looked at, where it differs from how the page opens. */
function viewNow(): LinkView {
  const now = session.getState();
  const changed = <K extends keyof SessionState>(key: K): SessionState[K] | null =>
    JSON.stringify(now[key]) === JSON.stringify(initialSession[key]) ? null : now[key];
  return {
    ...NO_VIEW,
    zoom: now.view,
    plots: now.plots,
    select: now.selection,
    hide: changed('hiddenFlows'),
    measures: changed('measures'),
    speed: changed('speed'),
  };
}
