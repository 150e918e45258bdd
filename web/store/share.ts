/** The link to the document and view on the page. */
import type { LinkDigest } from '../scenario/link';
import { writeFragment } from '../scenario/link';
import { type LinkView, NO_VIEW } from '../scenario/view';
import { app } from './app';
import { branchesNow } from './branches';
import { simulatedNow } from './connection';
import { documentStore } from './document';
import { sceneNow, wholeNow } from './lesson';
import { run } from './run';
import { initialSession, type SessionState, session } from './session';

export interface ShareOptions {
  /** Plots, zoom, selection and the like as they are now. */
  view: boolean;
  /** Opens at the moment on screen, standing still. */
  moment: boolean;
  /** The other branches. */
  branches: boolean;
  /** Of a lesson only the scenario on screen; else the lesson goes along, from its beginning. */
  scene: boolean;
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

/** Whether what is shared is a lesson from its beginning: it sets scene, moment and zoom by itself. */
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
    branches: options.branches && !lesson ? branchesNow() : null,
    view: { ...look, atS, ...(lesson ? { zoom: null, select: null } : {}) },
    // Another seed is another run, and so is a step's: nothing is known of it.
    linkDigest: known ? digestToShare(atS) : null,
    more: `${options.student === '' ? '' : `&seed=${encodeURIComponent(options.student)}`}${options.more ?? ''}`,
  });
  return location.origin + location.pathname + fragment;
}

/** The digest to hold a run to: at its end, or at the moment that the link opens at. */
export function digestToShare(atS: number | null): LinkDigest | null {
  const { digest, digestAt, digestEnded, ended, catalogue } = run.getState();
  if (digest === '' || !catalogue) return null;
  const { modelVersion } = catalogue;
  if (ended && digestEnded) return { digest, atS: null, modelVersion };
  return atS !== null && digestAt === atS ? { digest, atS, modelVersion } : null;
}

/** What is looked at, where it differs from how the page opens; what a lesson chose is not the visitor's. */
export function viewNow(): LinkView {
  const state = session.getState();
  const now = { ...state, ...state.ownView };
  const changed = <K extends keyof SessionState>(key: K): SessionState[K] | null =>
    JSON.stringify(now[key]) === JSON.stringify(initialSession[key]) ? null : now[key];
  const values = changed('valueZooms');
  const zooms = values && Object.entries(values);
  return {
    ...NO_VIEW,
    zoom: now.view && neat(now.view, 't0', 't1'),
    plots: now.plots,
    select: now.selection,
    hide: changed('hiddenFlows'),
    measures: changed('measures'),
    pinned: changed('pinnedPlots'),
    log: changed('logPlots'),
    units: changed('plotUnits'),
    values: zooms && Object.fromEntries(zooms.map(([plot, zoom]) => [plot, neat(zoom, 'low', 'end')])),
    without: changed('hiddenProbes'),
    groups: changed('groupFlows'),
    fluid: changed('fluidLines'),
    portrait: changed('portrait'),
    spanS: changed('follow'),
    speed: changed('speed'),
  };
}

/** A span whose ends have no more digits than a plot can show: links are short. */
function neat<A extends string, B extends string>(
  span: Readonly<Record<A | B, number>>,
  from: A,
  to: B,
): Record<A | B, number> {
  const [a, b] = [span[from], span[to]];
  const decimals = Math.max(0, Math.min(20, 4 - Math.floor(Math.log10(b - a))));
  return { [from]: Number(a.toFixed(decimals)), [to]: Number(b.toFixed(decimals)) } as Record<A | B, number>;
}
