/**
 * What views use of the store. It has three kinds of state:
 *
 * - document: the scenario. In the history, saved, in links. `useDocument` gives it as it is at the shown time, with the timed edits up to
 *   then applied.
 * - session: the state of the view. Saved separately, never in the history.
 * - run: what the worker reports. Never saved. Frames bypass React: use `subscribeFrame` and draw imperatively.
 */

export { type Branch, branches, changeBranch, type ShownFork, sameSpan, shownFork } from './branches';
export { editWords } from './change-names';
export { knownEnd } from './connection';
export {
  addFlow,
  addLink,
  addNode,
  changeWords,
  drawBranch,
  edit,
  editAll,
  fork,
  freeNodePosition,
  moveNode,
  moveNodes,
  redo,
  removeBranch,
  removeEdits,
  setAlgorithm,
  showBranch,
  undo,
} from './edit-actions';
export { type FlowNote, flowNotes } from './flow-notes';
export { type FlowStyle, flowIndexOf, flowStyle, placeOfFlow, styleAt, styleOfFlow } from './flow-style';
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
  isHiddenByLesson,
  runNow,
  sessionNow,
  sourceNow,
  subscribeRun,
  subscribeSession,
  useCatalogue,
  useDocument,
  useHistory,
  useListedBranches,
  useMoment,
  useRun,
  useSession,
  useShownDirectory,
  useShownDocument,
  useShownFork,
  useSide,
  useSinceFork,
  useWhollyHidden,
} from './hooks';
export { canDo, controlled, isOpen } from './lock';
export { seriesCsv, trace } from './lookups';
export { cursorIn, moment, type ShownMoment, shownFrame } from './moment';
export { applyRemedy, leaveWithoutRoute, removeThings } from './removal';
export { restart, stopAndRestart } from './restart';
export type { RunState } from './run';
export {
  askWhy,
  goTo,
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
  showSide,
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
export { followFork, type SinceFork, sinceFork } from './since-fork';
export { kindOfThing, nameOfThing } from './things';
