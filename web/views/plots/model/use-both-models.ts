import { useRun, useSession } from '../../../store';
import { runsBoth } from './specs';

/** Whether the second column of values is the fluid model's. A branch has none then. */
export function useBothModels(): boolean {
  const shown = useSession((s) => s.fluidLines);
  return useRun((r) => runsBoth(r.directory)) && shown;
}
