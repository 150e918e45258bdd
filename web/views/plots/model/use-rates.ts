import { useEffect } from 'react';
import { requestSeries, useCatalogue, useRun } from '../../../store';
import { rateSeries } from './flow-value';

/** Requests the rates of flows without a window, for `flowValue`. */
export function useRates(): void {
  const directory = useRun((r) => r.directory);
  const catalogue = useCatalogue();
  const wanted = directory ? rateSeries(directory, catalogue).join() : '';
  useEffect(() => (wanted === '' ? undefined : requestSeries(wanted.split(',').map(Number))), [wanted]);
}
