/** What a link does with packets besides sending them at its rate, in words for its label. */
import type { BehaviourInfo, Channel } from '../../generated/types';
import { formatRate } from './rates';

/** Each behaviour's name from the catalogue, with the rate if it has one of its own. */
export function behaviourWords({ behaviours = {} }: Channel, rows: readonly BehaviourInfo[]): string {
  const on = rows.filter(({ id }) => behaviours[id]);
  return on
    .map(({ id, name, params }) => {
      const rate = params.find((p) => p.id === 'rateMbps');
      const value = behaviours[id]?.rateMbps ?? (rate && 'default' in rate ? rate.default : undefined);
      return rate && typeof value === 'number' ? `${name} ${formatRate(value)}` : name;
    })
    .join(' · ');
}
