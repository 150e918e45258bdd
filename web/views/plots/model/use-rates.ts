import { useEffect } from 'react';
import { requestSeries, useCatalogue, useRun } from '../../../store';
import { rateSeries } from './flow-value';

/** Asks for the rates of flows that have no window, so that `flowValue` finds them. */
export function useRates(): void {
  const directory = useRun((r) => r.directory);
  const catalogue = useCatalogue();
  const wanted = directory ? rateSeries(directory, catalogue).join() : '';
  useEffect(() => (wanted === '' ? undefined : requestSeries(wanted.split(',').map(Number))), [wanted]);
}
