// Both models on scenarios of the gallery that have a fluid form: how well they agree, and why they differ.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../lib/shell.mjs';
import { markdown } from './markdown.mjs';

/** @typedef {import('../../web/generated/types').Results} Results */

/** Scenarios, and the reasons for the differences. @type {[id: string, why: string][]} */
export const SCENARIOS = [
  [
    'one-reno',
    'One flow and a buffer of almost one BDP: the same sawtooth. The difference is the time that loss recovery takes.',
  ],
  [
    'buffer-too-small',
    'A buffer of five packets: back-to-back packets overflow it at a smaller window than the fluid does. Delayed ACKs are not the reason: without them utilisation in the packet model is 80.9 %.',
  ],
  [
    'buffer-too-large',
    'The second flow, a short transfer that competes with a long flow, gets the same in both models. The mean queue is shorter in the packet model.',
  ],
  ['two-flows-converge', 'In both models the flows lose together, so they reach the same equilibrium.'],
  [
    'rtt-unfairness',
    'The loss rate of the flow with the long RTT is 0.60 % in the packet model and 0.11 % in the fluid model: with packets it loses more than one at a time, and each flow has a timeout.',
  ],
  [
    'cubic-newreno',
    'Large windows, and both flows lose at nearly every event: these are the assumptions of the fluid model.',
  ],
  [
    'parking-lot',
    'The synchronisation level: in the packet model the long flow loses at half of the events of the first and third hop and has 29 decreases in all; in the fluid model it loses at all of them and has 57. If one of the two flows loses, drawn by rate, the fluid model also has 29 decreases and gives the long flow 1.35 Mb/s; if the larger one loses, 3.51.',
  ],
  [
    'reno-vegas',
    'In the packet model Vegas never loses; in the fluid model with "all" it loses at each event. That is not the reason: with m = 1 it never loses in the fluid model either and has 0.84 Mb/s. In the packet model Reno leaves more capacity (the queue is shorter by a fifth, and the link is not always full). The rest is not explained.',
  ],
  [
    'binomial',
    'The synchronisation level: in the packet model IIAD hardly ever loses against Reno. With m = 1, where the larger flow loses, the fluid model gives Reno 0.81 and IIAD 1.03 Mb/s on the first link, like the packet model. On the second it gives Reno 0.83 and SQRT 1.01, the packet model 0.58 and 1.26. The two links with Randomized have 32 timeouts.',
  ],
  [
    'udp-tcp',
    'In the packet model the TCP flow has two timeouts, during which its share of the link is idle.',
  ],
  [
    'red-droptail',
    'In the fluid model RED drops a share of the fluid continuously; in the packet model it drops single packets of single flows, and drop-tail hits half of the flows at an event.',
  ],
  [
    'high-speed',
    'Single flows on long fast paths: the same sawteeth, within a point or two. Delayed ACKs make no difference.',
  ],
  [
    'phase-effect',
    'In the packet model phases decide which packet gets the one free place in the queue, one flow gets nearly everything, and the other has 64 timeouts. The fluid model has no phases.',
  ],
  [
    'window-covariance',
    'Windows of four to eight packets: the packet model has 149 timeouts, 69 of paced and 80 of randomised flows, none of Reno. Where there are none, the models agree within 6 %.',
  ],
];

/** @param {string} id */
const read = async (id) => JSON.parse(await readFile(join(root, `public/gallery/${id}.json`), 'utf8'));

/** @param {number | null | undefined} x @param {number} digits */
const fixed = (x, digits) => (x == null ? '–' : x.toFixed(digits));

/** The report. @param {import('./runs.mjs').Runs} runs */
export async function compareModels(runs) {
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
    '# Fluid model and packet model',
    'Written by `npm run fluid-report` from its own runs. [model.md](model.md#the-fluid-model) describes the equations and choices of the fluid model; [reproduction.md](reproduction.md) has the figures and claims of the paper on which it is based.',
    'Gallery scenarios run in both models (`engine` "both"), each with its own seed, stack and measurement. Level: the mean share of flows that lose at a congestion event in the packet model; the fluid model uses its defaults, where all flows lose. The fluid model leaves out timeouts, bursts, loss recovery and single packets, so in all of these scenarios its utilisation is at least that of the packet model.',
    markdown(
      [
        'scenario',
        'link',
        'utilisation %, packets',
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
    'Reasons for the differences:',
    SCENARIOS.map(([id, why]) => `- **${id}**: ${why}`).join('\n'),
  ].join('\n\n');
}
