/** Reno as a script, and documents in which it must give the same run as the built-in Reno. */
import { readFileSync } from 'node:fs';
import type { Flow, Scenario } from '../../web/generated/types';
import { dumbbell, sawtooth } from './scenarios';

const RENO = readFileSync(
  new URL('../../engine-wasm/engine/tests/scripts/reno.rhai', import.meta.url),
  'utf8',
);

const sack = (pair: number, more: Partial<Flow> = {}): Flow => ({
  id: `f${pair}`,
  from: `s${pair}`,
  to: `d${pair}`,
  algorithm: 'sack',
  ...more,
});

/** Two flows with random losses and timeouts. */
const lossy: Scenario = {
  version: 1,
  seed: 3,
  durationS: 40,
  ...dumbbell(2, {
    rateMbps: 8,
    delayMs: 30,
    lossRate: 0.02,
    queue: { kind: 'droptail', params: { limitPackets: 10 } },
  }),
  flows: [sack(1), sack(2, { startS: 3 })],
};

/** Marks by RED, beside CUBIC. */
const marked: Scenario = {
  version: 1,
  seed: 5,
  durationS: 40,
  ...dumbbell(2, { rateMbps: 20, delayMs: 10, queue: { kind: 'red', params: { ecn: true } } }),
  flows: [1, 2].map((pair) =>
    sack(pair, {
      algorithm: pair === 1 ? 'sack' : 'cubic',
      stack: { kind: 'rfc', params: { ecn: true } },
    }),
  ),
};

/** Names and documents whose SACK flows run the built-in Reno. */
export const RENO_DOCUMENTS: readonly (readonly [string, Scenario])[] = [
  ['drops at a buffer', sawtooth(40)],
  ['random losses', lossy],
  ['marks', marked],
];

/** The document with Reno as a script in place of the built-in one. */
export function withScriptedReno(document: Scenario): Scenario {
  const flows = document.flows.map((f) => (f.algorithm === 'sack' ? { ...f, algorithm: 'own' } : f));
  return { ...document, controllers: [{ id: 'own', name: 'Own', script: RENO }], flows };
}
