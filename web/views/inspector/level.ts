import type { Directory, Param } from '../../generated/types';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { effective, type Params } from './params';

/** The least and the most of `flows` flows that lose at a congestion event, by the fluid model's parameters. */
export function loses(
  params: readonly Param[],
  values: Params,
  flows: number,
): { least: number; most: number } {
  const of = (id: string) => effective(params, values, {}, id);
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

/** Flows that meet at the bottleneck that most of them pass. */
export function mostAtAQueue(directory: Directory): number {
  const through = (channel: number) =>
    directory.flows.filter((f) => !f.removed && f.path.includes(channel)).length;
  return Math.max(0, ...[...bottlenecksOf(directory)].map(through));
}
