/** Scenarios as documents that can be opened. */
import type { Scenario } from '../generated/types';
import { type LinkedBranch, unpackBranches } from '../scenario/branches';
import type { Overrides } from '../scenario/overrides';
import type { LinkView } from '../scenario/view';
import { app } from './app';
import { check, startRun } from './connection';
import { readEntry, readRevision, revisionOf } from './gallery';
import type { Kind } from './kinds';
import { run } from './run';
import { initialSession, type SessionState, session } from './session';
import { openTexts as t } from './texts';

export const scenarios: Kind<Scenario> = {
  kind: 'scenario',
  entry: () => t.galleryEntry,
  own: () => t.ownScenario,
  readEntry,
  readLinked: readRevision,
  revisionOf,
  entryOrigin: (id) => ({ kind: 'gallery', id }),
  check,
  async adopt(text, as) {
    const outcome = await check(text);
    if ('problems' in outcome) return outcome.problems;
    const { playing, view, branches, history, full: _, ...opening } = as(outcome.document);
    const { origin, base, opened, address, variant, linkDigest, runDigest, notice } = app.getState();
    const before = { origin, base, opened, address, variant, linkDigest, runDigest, notice };
    // The speed was chosen for the scenario before, so it is reset; a reload keeps it.
    const another = opened !== null && !session.getState().embed;
    app.setState({ ...opening, refusal: null, opened: outcome.document, runDigest: null });
    session.setState({
      selection: null,
      more: [],
      why: null,
      writing: null,
      drafts: {},
      side: initialSession.side,
      view: null,
      cursor: null,
      cursorPinned: false,
      hiddenFlows: [],
      valueZooms: {},
      portrait: initialSession.portrait,
      page: 'lab',
      ...(another ? { speed: initialSession.speed } : {}),
      ...(view ? sessionOfView(view) : {}),
    });
    // A link to a moment opens paused, for the reader to look at.
    const runs = view?.playing ?? (playing && (view?.atS ?? 0) === 0);
    // If the engine crashes on the new document, the previous one stays open under its own name.
    const back = () => app.setState(before);
    startRun(outcome.document, { kind: 'open', branches, history, back }, view?.atS ?? 0, runs);
    return null;
  },
  async readBranches(text, shown, overrides) {
    const { list, active } = unpackBranches(text, shown);
    const read: LinkedBranch[] = [];
    for (const [place, branch] of list.entries()) {
      const source = place === active ? shown : await overridden(branch.source, overrides);
      const outcome = place === active ? { document: shown } : await check(JSON.stringify(source));
      if ('problems' in outcome) return outcome;
      read.push({ ...branch, source: outcome.document });
    }
    return { list: read, active };
  },
  override: overridden,
};

/** Loaded on demand: few links have overrides. */
async function overridden(scenario: Scenario, overrides: Overrides): Promise<Scenario> {
  const { applyOverrides } = await import('../scenario/apply-overrides');
  return applyOverrides(scenario, overrides, run.getState().catalogue);
}

/** The session for the view in a link. If the link sets anything about plots, it replaces all of the reader's settings of plots. */
function sessionOfView(view: LinkView): Partial<SessionState> {
  const { zoom, select, plots, hide, measures, speed, inspector } = view;
  const { pinned, log, units, values, without, groups, fluid, portrait, spanS } = view;
  const { pinnedPlots, logPlots, plotUnits, hiddenProbes, groupFlows, fluidLines } = initialSession;
  const says = [plots, pinned, log, units, values, without, groups, fluid].some((part) => part !== null);
  return {
    ...(zoom ? { view: zoom } : {}),
    ...(select ? { selection: select } : {}),
    ...(plots ? { plots } : {}),
    ...(hide ? { hiddenFlows: hide } : {}),
    ...(measures ? { measures } : {}),
    ...(speed ? { speed } : {}),
    ...(portrait ? { portrait } : {}),
    ...(spanS ? { follow: spanS } : {}),
    ...(inspector ? { inspectorOpen: true } : {}),
    ...(says
      ? {
          pinnedPlots: pinned ?? pinnedPlots,
          logPlots: log ?? logPlots,
          plotUnits: units ?? plotUnits,
          valueZooms: values ?? {},
          hiddenProbes: without ?? hiddenProbes,
          groupFlows: groups ?? groupFlows,
          fluidLines: fluid ?? fluidLines,
        }
      : {}),
  };
}
