/**
 * What views use of the store. Three kinds of state with their own rules:
 *
 * - document: the scenario. In history, autosaved, in links. `useDocument` gives it as it stands at the shown moment, that
 *   is with the timed edits up to now applied.
 * - session: the state of the view. Saved apart, never in history.
 * - run: what the worker says. Never saved. Frames do not pass through React: `subscribeFrame`, then draw imperatively.
 *
 * The shell mounts `Topology` (web/views/topology), `Plots` (web/views/plots), `Timeline` (web/views/timeline) and `Results`
 * (web/views/results), each exported by that name from the folder's `index.ts`, without required props.
 */

export { type Branch, branches, changeBranch, type ShownFork, sameSpan, shownFork } from './branches';
export { knownUntil, seriesCsv, trace } from './connection';
export {
  addFlow,
  addLink,
  addNode,
  changeByPackets,
  edit,
  editAll,
  fork,
  moveNode,
  moveNodes,
  redo,
  remove,
  removeBranch,
  setAlgorithm,
  showBranch,
  undo,
} from './edit-actions';
export { type FlowStyle, flowIndexOf, flowStyle, styleOfFlow } from './flow-style';
export {
  type BranchPlot,
  type Frame,
  latestFrame,
  requestPlot,
  requestSeries,
  subscribeFrame,
} from './frames';
export {
  documentNow,
  isCovered,
  runNow,
  sessionNow,
  sourceNow,
  subscribeSession,
  useCatalogue,
  useDocument,
  useHistory,
  useRun,
  useSession,
  useShownFork,
} from './hooks';
export { opensParameters } from './lock';
export { restart, stopAndRestart } from './restart';
export type { RunState } from './run';
export {
  askWhy,
  pause,
  pinCursor,
  pinPlot,
  play,
  plotProbe,
  reset,
  resetZoom,
  type StepUnit,
  seek,
  select,
  setCursor,
  setExplain,
  setFluidLines,
  setFollow,
  setGroupFlows,
  setHiddenFlows,
  setLogPlot,
  setMeasures,
  setPlots,
  setPlotUnit,
  setPortrait,
  setSpeed,
  setValueZoom,
  setView,
  setWhy,
  setWhyMarks,
  stepBy,
  unpinCursor,
} from './run-actions';
export {
  duplicateSelected,
  removeSelected,
  selected,
  selectMany,
  tidyNetwork,
  toggleSelected,
  useSelected,
} from './selection';
export type { Selection, SessionState, ValueSpan, WhyDrop, WhyMarks, WhySubject, Window } from './session';
