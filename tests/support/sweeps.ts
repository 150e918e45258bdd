/** A sweep in the page and on the command line. */
import type { Experiment } from '../../web/generated/types';
import { writeFragment } from '../../web/scenario/link';
import { sweepNatively } from './engine';
import type { Lab } from './lab';
import { sawtooth } from './scenarios';

const full = process.env.DROPTAIL_FULL === '1';

/** An experiment with four buffers; by default twenty runs of about half a second of real time each. */
export function buffers(seeds = 5, durationS = 3000): Experiment {
  const base = sawtooth(durationS);
  return {
    version: 1,
    title: 'How large a buffer',
    base: { ...base, flows: base.flows.map((flow) => ({ ...flow, startJitterS: 1 })) },
    axes: [
      {
        name: 'Buffer',
        unit: 'packets',
        values: [10, 20, 40, 80],
        sets: [{ path: '/links/core/forward/queue/params/limitPackets' }],
      },
    ],
    replications: { count: seeds, firstSeed: 1 },
    measures: [{ name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' }],
  };
}

export const sweepLink = (document: Experiment) => writeFragment({ source: document }, 'experiment');

export async function sweepDigest(document: Experiment): Promise<string> {
  const { printed } = await sweepNatively(document);
  return /digest of all runs ([0-9a-f]{16})/.exec(printed)?.[1] ?? printed;
}

export async function awaitSweep(lab: Lab): Promise<string> {
  await lab.root.getByText('All runs are done').waitFor({ timeout: full ? 1_200_000 : 200_000 });
  const title = await lab.root.getByTitle(/^Digest of all runs/).getAttribute('title');
  return /[0-9a-f]{16}/.exec(title ?? '')?.[0] ?? '';
}
