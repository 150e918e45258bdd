/** What views use of experiments. */
export * from './actions';
export { type Paper, type PaperExperiment, readPaperExperiment, readPapers } from './papers';
export {
  type ExperimentState,
  experiment,
  type Failure,
  type KeptResults,
  type Origin,
  type Size,
  type Status,
  useExperiment,
  useExperimentHistory,
} from './store';
