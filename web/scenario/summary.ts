/** A scenario in a few lines of text, to stand beside its link in a mail or on a course page. */
import type { Catalogue, Scenario } from '../generated/types';
import { baseRtt } from './overrides';

/** "3 flows (CUBIC, Reno, Vegas) over 20 Mb/s, RTT 60 ms, 60 s, seed 3" under the title. */
export function summaryOf(scenario: Scenario, catalogue: Catalogue | null): string {
  const { flows, links, edits, seed, durationS, title } = scenario;
  const names = new Set(
    flows.map((f) => catalogue?.algorithms.find((a) => a.id === f.algorithm)?.name ?? f.algorithm),
  );
  const slowest = Math.min(...links.map((l) => l.forward.rateMbps));
  const queue = links.find((l) => l.forward.rateMbps === slowest)?.forward.queue;
  const limit = queue?.params?.limitPackets;
  const rtt = baseRtt(scenario);
  const facts = [
    `${count(flows.length, 'flow')}${names.size > 0 ? ` (${[...names].join(', ')})` : ''}`,
    Number.isFinite(slowest) ? `slowest link ${slowest} Mb/s` : '',
    typeof limit === 'number' ? `buffer ${limit} packets` : '',
    rtt === undefined ? '' : `base RTT ${Number(rtt.toFixed(3))} ms`,
    edits && edits.length > 0 ? count(edits.length, 'timed change') : '',
    `${durationS} s, seed ${seed}`,
  ];
  return `${title || 'A network'}\n${facts.filter((fact) => fact !== '').join('; ')}.`;
}

function count(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? '' : 's'}`;
}
