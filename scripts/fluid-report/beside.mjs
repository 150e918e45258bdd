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
    'One flow, a buffer of almost its path: the sawtooth is the same. Packets stand for a moment while recovery waits for the window to drain.',
  ],
  [
    'buffer-too-small',
    'Five packets of buffer. Slow start and delayed ACKs send two and three packets at once, and each burst needs room of its own: packets overflow the buffer at a smaller window than fluid does.',
  ],
  [
    'buffer-too-large',
    'Slow start overshoots by a whole buffer, and packets need many round trips to repair that (a loss each); fluid takes one decrease and goes on.',
  ],
  ['two-flows-converge', 'They lose together in both: the same law, the same equilibrium.'],
  [
    'rtt-unfairness',
    'The long flow loses a round trip of packets where it was unlucky (its loss rate by packets is several times that by fluid), which costs it recovery time.',
  ],
  ['cubic-newreno', 'Large windows, and both lose at nearly every event: what fluid is made for.'],
  [
    'parking-lot',
    'In packets the three hops overflow at nearly the same time, and a long flow that halves for one of them passes the others with half its packets; in fluid it is told at each hop in turn, almost twice as often.',
  ],
  [
    'reno-vegas',
    "Vegas sends at a steady pace and keeps a few packets in the queue: it is hardly ever its packet that finds no room. Fluid's default lets all flows lose at an event, Vegas too.",
  ],
  [
    'binomial',
    'IIAD and SQRT grow slowly at these windows, and the packet too many is almost always the Reno flow\'s. With "all" fluid lets both lose; "one, of the highest rate" is no better a rule here. Small windows, Reno\'s recovery: idle time on the Reno links.',
  ],
  ['udp-tcp', 'The TCP flow has some timeouts, in which its part of the link is idle; fluid has none.'],
  [
    'red-droptail',
    'RED as an equation drops a part of the fluid smoothly; by packets it hits single flows, at moments that differ.',
  ],
  [
    'high-speed',
    'Lone flows on long fast paths: the same sawteeth. The sawtooth of packets starts a little later, since delayed ACKs make growth slower while it is counted in ACKs.',
  ],
  [
    'phase-effect',
    'The phase effect is about which packet finds the one free place: fluid has neither. By packets one flow gets nearly everything, with its rival in timeouts.',
  ],
  [
    'window-covariance',
    'Windows of four to eight packets: a loss often ends in a timeout, for paced and randomized flows above all, since their losses are not bunched with those of the others.',
  ],
];

/** @param {string} id */
const read = async (id) => JSON.parse(await readFile(join(root, `public/gallery/${id}.json`), 'utf8'));

/** @param {number | null | undefined} x @param {number} digits */
const fixed = (x, digits) => (x == null ? '–' : x.toFixed(digits));

/** @param {{ runs: import('./runs.mjs').Runs }} plan */
export async function beside({ runs }) {
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
    '## Fluid beside packets',
    'Scenarios of the gallery run by both models (`engine` "both"), each with its own seed, stack and time of measurement. Level: the share of flows that lost at an average congestion event, by packets; the fluid model was left at its defaults, where all lose. Fluid leaves out timeouts, bursts, recovery and single packets: it is almost never below the packet model\'s utilisation.',
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
