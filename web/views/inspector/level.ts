import type { Directory, Param } from '../../generated/types';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { effectiveValue, type Params } from './params';

/** The minimum and maximum number of flows that lose in a congestion event, by the parameters of the fluid model. */
export function losingFlows(
  params: readonly Param[],
  values: Params,
  flows: number,
): { least: number; most: number } {
  const of = (id: string) => effectiveValue(params, values, {}, id);
  switch (of('level')) {
    case 'fixed': {
      const m = Math.min(flows, Number(of('m')));
      return { least: m, most: m };
    }
    case 'share':
      return { least: Math.max(1, Math.ceil(Number(of('x')) * flows - 1e-9)), most: flows };
    case 'list': {
      const list = of('list');
      const counts = Array.isArray(list) ? list : [flows];
      return { least: Math.min(flows, ...counts), most: Math.min(flows, Math.max(...counts)) };
    }
    default:
      return { least: flows, most: flows };
  }
}

/** The number of flows at the bottleneck with the most flows. */
export function maxFlowsAtQueue(directory: Directory): number {
  const through = (channel: number) =>
    directory.flows.filter((f) => !f.removed && f.path.includes(channel)).length;
  return Math.max(0, ...[...bottlenecksOf(directory)].map(through));
}
