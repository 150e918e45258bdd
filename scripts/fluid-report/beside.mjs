// Both models on scenarios of the gallery that have a fluid form: how far they agree, and why they do not.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { markdown } from './markdown.mjs';

/** @typedef {import('../../web/generated/types').Results} Results */

/** Scenarios, and what makes the difference. @type {[id: string, why: string][]} */
export const SCENARIOS = [
  [
    'one-reno',
    'One flow and a buffer of almost one BDP: the same sawtooth. The difference is the time that recovery takes.',
  ],
  [
    'buffer-too-small',
    'A buffer of five packets: packets that arrive back to back overflow it at a smaller window than fluid does. Delayed ACKs are not the reason: without them packets use 80.9 %.',
  ],
  [
    'buffer-too-large',
    'The second flow, a short transfer beside a long one, gets the same in both models; by packets the mean queue is shorter.',
  ],
  ['two-flows-converge', 'In both models the flows lose together, so they reach the same equilibrium.'],
  [
    'rtt-unfairness',
    "By packets, the long flow's loss rate is 0.60 %, by fluid 0.11 %: it loses more than one packet at a time, and each flow has a timeout.",
  ],
  [
    'cubic-newreno',
    'Large windows, and both flows lose at nearly every event: these are the assumptions of the fluid model.',
  ],
  [
    'parking-lot',
    'The synchronization level: by packets the long flow loses at half of the events of the first and third hop, 29 decreases in all; by fluid it loses at all of them, 57. With one of the two flows drawn by rate, fluid has 29 too and gives the long flow 1.35 Mb/s; with the larger one chosen, 3.51.',
  ],
  [
    'reno-vegas',
    'By packets Vegas never loses; by fluid with "all" it loses at each event. That is not the reason: with m = 1 it never loses by fluid either and has 0.84 Mb/s. By packets Reno leaves more capacity (the queue is shorter by a fifth, and the link is not always full). The rest is not explained.',
  ],
  [
    'binomial',
    'The synchronization level: by packets IIAD hardly ever loses beside Reno. With m = 1, where the larger flow loses, fluid gives Reno 0.81 and IIAD 1.03 Mb/s on the first link, as packets do. On the second it gives Reno 0.83 and SQRT 1.01, and packets 0.58 and 1.26. The two links with Randomized have 32 timeouts.',
  ],
  ['udp-tcp', 'By packets the TCP flow has two timeouts, during which its share of the link is idle.'],
  [
    'red-droptail',
    'As an equation, RED drops a share of the fluid continuously; by packets it drops single packets of single flows, and drop-tail hits half of the flows at an event.',
  ],
  [
    'high-speed',
    'Lone flows on long fast paths: the same sawteeth, within a point or two. Delayed ACKs make no difference.',
  ],
  [
    'phase-effect',
    'By packets, phases decide which packet gets the one free place in the queue; fluid has no phases. One flow gets nearly everything, and the other has 64 timeouts.',
  ],
  [
    'window-covariance',
    'Windows of four to eight packets: by packets 149 timeouts, 69 of paced and 80 of randomized flows, none of Reno. Where there are none, the models agree within 6 %.',
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
    'Written by `npm run fluid-report`, from its own runs only. Equations and choices of the fluid model: [model.md](model.md#the-fluid-model). The paper behind it, with its figures and claims: [reproduction.md](reproduction.md).',
    'Gallery scenarios run by both models (`engine` "both"), each with its own seed, stack and time of measurement. Level: the mean share of flows that lose at a congestion event, by packets; the fluid model is at its defaults, where all flows lose. The fluid model leaves out timeouts, bursts, recovery and single packets, so it uses the link at least as well as packets do in all of these scenarios.',
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
