/** What the catalogue says about variables. */
import type { Variable } from '../generated/types';

/** A variable's name, with what its values mean if it is a state: "state: 0 Startup, 1 Drain". */
export const nameWithStates = ({ name, states = [] }: Variable): string =>
  states.length === 0 ? name : `${name}: ${states.map((state, i) => `${i} ${state}`).join(', ')}`;
