/** What views use of experiments: `useExperiment` to read, functions to act. A scenario's ensemble is in `ensemble.ts`. */
export { openPaper } from '../open';
export {
  editExperiment,
  randomizeStarts,
  redoExperiment,
  setSize,
  undoExperiment,
} from './document';
export { fromScenario } from './from-scenario';
export { type Paper, type PaperExperiment, readPapers, readPictures } from './papers';
export { experimentLink, openVariant, saveExperiment } from './share';
export {
  type ExperimentState,
  experiment,
  type Failure,
  type Size,
  type Status,
  type StoredResults,
  useExperiment,
  useExperimentHistory,
} from './store';
export { openStored } from './stored';
export { cancel, outcomes, pause, refreshStored, removeResults, resume, retryFailed, run } from './sweep';
