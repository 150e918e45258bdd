/**
 * The model's results, rounded to relevant digits: tests/golden/results.txt. After a change of the model, the
 * difference of that file shows what has changed; `DROPTAIL_GOLDEN=1 npx vitest run --project node golden` writes it
 * again.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FlowResults, QueueResults, Results, Scenario } from '../../web/generated/types';
import { galleryScenario, runNatively } from '../support/engine';
import { stress } from '../support/scenarios';

const file = new URL('results.txt', import.meta.url);
const gallery = [
  'one-reno',
  'buffer-too-small',
  'two-flows-converge',
  'rtt-unfairness',
  'three-algorithms',
  'reno-vegas',
  'cubic-newreno',
  'udp-tcp',
  'red-droptail',
  'four-recoveries',
  'binomial',
  'vegas-family',
  'high-speed',
  'media-rates',
  'aqm',
  'web-transfers',
  'fluid-largest-loses',
  'models-agree',
];

test('results equal the golden tables', async () => {
  const sections: string[] = [];
  for (const id of gallery) sections.push(await section(id, await galleryScenario(id)));
  sections.push(await section('stress', stress()));
  const tables = `${sections.join('\n\n')}\n`;
  if (process.env.DROPTAIL_GOLDEN === '1') await writeFile(file, tables);
  expect(tables).toBe(await readFile(file, 'utf8'));
});

async function section(name: string, scenario: Scenario): Promise<string> {
  const results = await runNatively(scenario);
  return [heading(name, results), ...flowTable(results.flows), ...queueTable(results.queues)].join('\n');
}

function heading(name: string, { fromS, toS, jain, modelVersion, digest }: Results): string {
  const measured = `${fromS} to ${toS} s, Jain ${jain?.toFixed(3) ?? '-'}`;
  return `${name}: ${measured}, model ${modelVersion}, digest ${digest}`;
}

function flowTable(flows: FlowResults[]): string[] {
  return [
    row('flow', 'algorithm', 'Mb/s', 'loss %', 'events', 'timeouts', 'RTT ms'),
    ...flows.map((flow) =>
      row(
        flow.id,
        flow.algorithm,
        flow.goodputMbps.toFixed(2),
        percent(flow.lossRate),
        String(flow.lossEvents),
        String(flow.timeouts),
        flow.rttMeanMs?.toFixed(1) ?? '-',
      ),
    ),
  ];
}

/** The queues in which packets waited. */
function queueTable(queues: QueueResults[]): string[] {
  const busy = queues.filter((queue) => queue.meanPackets > 0.5 || queue.drops > 0);
  if (busy.length === 0) return [];
  return [
    row('queue', '', 'busy %', 'loss %', 'mean', 'max', 'marks'),
    ...busy.map((queue) =>
      row(
        queue.id,
        '',
        percent(queue.utilisation),
        percent(queue.lossRate),
        queue.meanPackets.toFixed(1),
        String(queue.maxPackets),
        String(queue.marks),
      ),
    ),
  ];
}

function percent(share: number): string {
  return (100 * share).toFixed(2);
}

function row(name: string, algorithm: string, ...cells: string[]): string {
  const right = cells.map((cell) => cell.padStart(10)).join('');
  return `  ${name.padEnd(14)}${algorithm.padEnd(12)}${right}`;
}
