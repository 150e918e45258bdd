/** The stored results, opened on first use. In a module of its own because it loads only when runs are made. */
import { type ExperimentHost, host } from './connect';
import { Results } from './results';
import { experiment } from './store';

let opened: { host: ExperimentHost; results: Results } | null = null;

export function results(): Results {
  const now = host();
  if (opened?.host !== now) {
    const told = () => experiment.setState({ keeping: 'memory' });
    opened = { host: now, results: now.results ? now.results(told) : new Results(told) };
  }
  return opened.results;
}
