/** The share link of the document and view on screen. */
import type { LinkDigest } from '../scenario/link';
import { writeFragment } from '../scenario/link';
import { type LinkView, NO_VIEW } from '../scenario/view';
import { app } from './app';
import { branchTree } from './branches';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import { sceneNow, wholeNow } from './lesson';
import { run } from './run';
import { initialSession, type SessionState, session } from './session';

export interface ShareOptions {
  /** Includes plots, zoom, selection and the like. */
  view: boolean;
  /** Also the span of time that is zoomed to. A run from the start would not be seen in a later one. */
  zoom?: boolean;
  /** Opens at the time on screen, paused. */
  moment: boolean;
  /** Includes the other branches. */
  branches: boolean;
  /** Shares only the scenario on screen of a lesson, rather than the lesson from its beginning. */
  scene: boolean;
  /** A placeholder for the seed, which each student or the course system replaces. Empty: the document's seed. */
  student: string;
  /** Further parameters, each with its `&`. */
  more?: string;
}

/** The time that a link could open at, s; null: the run is playing, has not begun, or has ended. */
export function momentNow(): number | null {
  const { playing, ended, replayTo } = run.getState();
  const now = simulatedNow();
  return playing || ended || replayTo !== null || now <= 0 ? null : now;
}

/** Whether a whole lesson is shared, which sets scenario, time and zoom itself. */
export const isLesson = ({ scene }: Pick<ShareOptions, 'scene'>): boolean =>
  !scene && Boolean(documentStore.getState().source.lesson);

/** The share link of what is on screen. */
export async function shareLink(options: ShareOptions): Promise<string> {
  const lesson = isLesson(options);
  const atS = options.moment && !lesson ? momentNow() : null;
  const look = options.view ? viewNow() : NO_VIEW;
  const known = options.student === '' && !lesson;
  const fragment = await writeFragment({
    source: lesson ? wholeNow() : sceneNow(),
    base: app.getState().base,
    branches: options.branches && !lesson ? branchTree() : null,
    view: {
      ...look,
      atS,
      ...(lesson || options.zoom === false ? { zoom: null } : {}),
      ...(lesson ? { select: null } : {}),
    },
    // Another seed is another run, and so is a lesson's step: the digest is not known.
    linkDigest: known ? digestToShare(atS) : null,
    extraParameters: `${options.student === '' ? '' : `&seed=${encodeURIComponent(options.student)}`}${options.more ?? ''}`,
  });
  return location.origin + location.pathname + fragment;
}

/** The digest for a link: at the end of the run, or at the time that the link opens at. */
export function digestToShare(atS: number | null): LinkDigest | null {
  const { digest, digestAt, digestEnded, ended, catalogue } = run.getState();
  if (digest === '' || !catalogue) return null;
  const { modelVersion } = catalogue;
  if (ended && digestEnded) return { digest, atS: null, modelVersion };
  return atS !== null && digestAt === atS ? { digest, atS, modelVersion } : null;
}

/** The view where it differs from the default. What a lesson has set is not included. */
export function viewNow(): LinkView {
  const state = session.getState();
  const now = { ...state, ...state.ownView };
  const changed = <K extends keyof SessionState>(key: K): SessionState[K] | null =>
    JSON.stringify(now[key]) === JSON.stringify(initialSession[key]) ? null : now[key];
  const values = changed('valueZooms');
  const zooms = values && Object.entries(values);
  return {
    ...NO_VIEW,
    zoom: now.view && roundSpan(now.view, 't0', 't1'),
    plots: now.plots,
    select: now.selection,
    hide: changed('hiddenFlows'),
    measures: changed('measures'),
    pinned: changed('pinnedPlots'),
    log: changed('logPlots'),
    units: changed('plotUnits'),
    values: zooms && Object.fromEntries(zooms.map(([plot, zoom]) => [plot, roundSpan(zoom, 'low', 'end')])),
    without: changed('hiddenProbes'),
    groups: changed('groupFlows'),
    fluid: changed('fluidLines'),
    portrait: changed('portrait'),
    spanS: changed('follow'),
    speed: changed('speed'),
  };
}

/** Rounds the ends of a span to what a plot can show, to keep links short. */
function roundSpan<A extends string, B extends string>(
  span: Readonly<Record<A | B, number>>,
  from: A,
  to: B,
): Record<A | B, number> {
  const [a, b] = [span[from], span[to]];
  const decimals = Math.max(0, Math.min(20, 4 - Math.floor(Math.log10(b - a))));
  return { [from]: Number(a.toFixed(decimals)), [to]: Number(b.toFixed(decimals)) } as Record<A | B, number>;
}
