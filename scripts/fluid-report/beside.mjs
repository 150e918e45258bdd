// Both models on scenarios of the gallery that have a fluid form: how far they agree, and why they do not.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { markdown } from './markdown.mjs';

/** @typedef {import('../../web/generated/types').Results} Results */

/** Scenarios, and what makes the difference. @type {[id: string, why: string][]} */
const SCENARIOS = [
  [
    'one-reno',
    'One flow, a buffer of almost its path: the same sawtooth. Both figures differ by what recovery takes.',
  ],
  [
    'buffer-too-small',
    'Five packets of buffer: packets that come back to back need room of their own, and overflow it at a smaller window than fluid does. It is not the delayed ACKs: without them packets use 80.9 %.',
  ],
  [
    'buffer-too-large',
    'The second flow, a short transfer beside a long one, fares alike; by packets the queue is less full on average.',
  ],
  ['two-flows-converge', 'They lose together in both: the same law, the same equilibrium.'],
  [
    'rtt-unfairness',
    "By packets, the long flow's loss rate is 0.71 %, by fluid 0.11 %: it loses more than one packet at a time, and each flow has a timeout.",
  ],
  ['cubic-newreno', 'Large windows, and both lose at nearly every event: what fluid is made for.'],
  [
    'parking-lot',
    'The level: by packets the long flow loses at half of the events of the first and third hop, 29 decreases in all; by fluid it loses at all of them, 57. With one of the two drawn by rate fluid has 29, too, and gives the long flow 1.35 Mb/s; with the larger one, 3.51.',
  ],
  [
    'reno-vegas',
    'By packets Vegas never loses; by fluid with "all" it does at each event. But that is not why: with m = 1 it never loses by fluid either and has 0.84 Mb/s. Reno leaves more room by packets (the queue is shorter by a fifth, the link not always full). The rest is open.',
  ],
  [
    'binomial',
    'The level: IIAD hardly ever loses beside Reno by packets. With m = 1, the larger one loses, fluid gives Reno 0.81 and IIAD 1.03 Mb/s on the first link, 0.83 and 1.01 (SQRT) on the second: what packets give where there are no timeouts. The two links with Randomized have seven.',
  ],
  ['udp-tcp', 'By packets the TCP flow has two timeouts, in which its part of the link is idle.'],
  [
    'red-droptail',
    'RED as an equation takes a part of the fluid without a break; by packets it hits single flows at single moments, and drop-tail half of the flows at an event.',
  ],
  [
    'high-speed',
    'Lone flows on long fast paths: the same sawteeth, within a point or two. Delayed ACKs make no difference.',
  ],
  [
    'phase-effect',
    'Which packet finds the one place that is free: fluid has neither. By packets one flow gets nearly everything, and its rival has 68 timeouts.',
  ],
  [
    'window-covariance',
    'Windows of four to eight packets: by packets 64 timeouts, 22 of paced and 42 of randomized flows, none of Reno; where there are none, the models agree within 5 %.',
  ],
];

/** @param {string} id */
const read = async (id) => JSON.parse(await readFile(join(root, `public/gallery/${id}.json`), 'utf8'));

/** @param {number | null | undefined} x @param {number} digits */
const fixed = (x, digits) => (x == null ? '–' : x.toFixed(digits));

/** The report. @param {import('./runs.mjs').Runs} runs */
export async function beside(runs) {
  const rows = await Promise.all(
    SCENARIOS.map(async ([id]) => {
      const document = await read(id);
      const run = (/** @type {string} */ engine) => runs.run({ ...document, engine });
      const [both, fluid] = await Promise.all([run('both'), run('fluid')]);
      return { id, both, fluid };
    }),
  );
  const lines = rows.flatMap(({ id, both }) => {
    const queues = both.beside.filter((row) => row.id.startsWith('utilisation/'));
    return queues.map((used, i) => {
      const channel = used.id.slice('utilisation/'.length);
      const queue = both.beside.find((row) => row.id === `queue/${channel}`);
      const jain = i === 0 ? both.beside.find((row) => row.id === 'jain') : undefined;
      const level = both.queues.find((q) => q.id === channel)?.synchronization;
      return [
        i === 0 ? id : '',
        channel.replace('/forward', ''),
        fixed(used.packet, 1),
        fixed(used.fluid, 1),
        fixed(queue?.packet, 1),
        fixed(queue?.fluid, 1),
        fixed(jain?.packet, 3),
        fixed(jain?.fluid, 3),
        fixed(level, 2),
      ];
    });
  });
  const goodputs = rows.map(({ id, both, fluid }) => {
    const each = both.flows.map(
      (f, i) => `${f.id} ${fixed(f.goodputMbps, 2)} / ${fixed(fluid.flows[i]?.goodputMbps, 2)}`,
    );
    const timeouts = both.flows.reduce((sum, f) => sum + f.timeouts, 0);
    return [id, each.join(', '), String(timeouts)];
  });
  return [
    '# Fluid beside packets',
    'Written by `npm run fluid-report`, from its own runs only. Equations and choices of the fluid model: [model.md](model.md#the-fluid-model). The paper behind it, its figures and what holds of them: [reproduction.md](reproduction.md).',
    'Scenarios of the gallery run by both models (`engine` "both"), each with its own seed, stack and time of measurement. Level: the share of flows that lost at an average congestion event, by packets; the fluid model was left at its defaults, where all lose. Fluid leaves out timeouts, bursts, recovery and single packets: it uses the link at least as well as packets do, in all of these.',
    markdown(
      [
        'scenario',
        'link',
        'used %, packets',
        'fluid',
        'mean queue, packets',
        'fluid',
        'Jain, packets',
        'fluid',
        'level',
      ],
      lines,
    ),
    markdown(['scenario', 'goodput Mb/s, packets / fluid', 'timeouts, packets'], goodputs),
    'Why they differ:',
    SCENARIOS.map(([id, why]) => `- **${id}**: ${why}`).join('\n'),
  ].join('\n\n');
}
