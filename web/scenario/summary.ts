/** A scenario in a few lines of text, for a mail or a course page. */
import type { Catalogue, Scenario } from '../generated/types';
import { baseRtt } from './apply-overrides';
import { summaryTexts as t } from './texts';

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
    `${t.flows(flows.length)}${names.size > 0 ? ` (${[...names].join(', ')})` : ''}`,
    Number.isFinite(slowest) ? t.slowest(slowest) : '',
    typeof limit === 'number' ? t.buffer(limit) : '',
    rtt === undefined ? '' : t.rtt(Number(rtt.toFixed(3))),
    edits && edits.length > 0 ? t.edits(edits.length) : '',
    t.run(durationS, seed ?? 1),
  ];
  return `${title || t.network}\n${facts.filter((fact) => fact !== '').join('; ')}.`;
}
