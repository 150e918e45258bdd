/** Controllers to start from. */
import type { ScriptedController } from '../../generated/types';
import aimd from './examples/aimd.rhai?raw';
import bbr from './examples/bbr.rhai?raw';
import rate from './examples/rate.rhai?raw';
import vegas from './examples/vegas.rhai?raw';

export type Example = Required<Pick<ScriptedController, 'name' | 'summary' | 'params' | 'script'>>;

/** Names, summaries and help become part of the document, which is in English. */
export const EXAMPLES: readonly Example[] = [
  {
    name: 'My AIMD',
    summary: 'Adds packets to the window each round trip, and keeps a share of it after a loss.',
    params: [
      {
        id: 'increase',
        name: 'Increase',
        unit: 'packets',
        help: 'Added to the window each round trip.',
        min: 0.1,
        max: 10,
        default: 1,
      },
      {
        id: 'kept',
        name: 'Share kept',
        help: 'Share of the window that is left after a loss.',
        min: 0.1,
        max: 0.9,
        default: 0.5,
      },
    ],
    script: aimd,
  },
  {
    name: 'My Vegas',
    summary: 'Estimates how many of its packets wait in queues, and keeps that number small.',
    params: [
      {
        id: 'alpha',
        unit: 'packets',
        help: 'The window grows while fewer packets wait.',
        min: 0.5,
        max: 20,
        default: 2,
      },
      {
        id: 'beta',
        unit: 'packets',
        help: 'The window shrinks while more packets wait.',
        min: 1,
        max: 40,
        default: 4,
      },
    ],
    script: vegas,
  },
  {
    name: 'My BBR',
    summary: 'Measures the rate and the round-trip time of the path, and sends what fits into it.',
    params: [
      {
        id: 'rtt_interval',
        name: 'Interval between RTT probes',
        unit: 's',
        help: 'Time after which the queue is drained to measure the smallest RTT.',
        min: 1,
        max: 60,
        default: 10,
      },
    ],
    script: bbr,
  },
  {
    name: 'My rate control',
    summary: 'Raises its sending rate each round, and lowers it when packets wait too long.',
    params: [
      {
        id: 'target',
        name: 'Tolerated delay',
        unit: 'ms',
        help: 'Queueing delay above which the rate is lowered.',
        min: 1,
        max: 500,
        default: 10,
      },
      {
        id: 'increase',
        name: 'Increase',
        unit: 'packets',
        help: 'Packets per round trip by which the rate grows each round.',
        min: 0.1,
        max: 20,
        default: 1,
      },
      {
        id: 'kept',
        name: 'Share kept',
        help: 'Share of the rate that is left after a decrease.',
        min: 0.1,
        max: 0.99,
        default: 0.7,
      },
    ],
    script: rate,
  },
];
