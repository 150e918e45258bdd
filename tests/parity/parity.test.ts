/** A document has the same digest natively and in wasm; tests/e2e/parity.test.ts includes Chromium. */
import { describe, expect, test } from 'vitest';
import { runInWasm, runNatively } from '../support/engine';
import { parityScenarios } from './scenarios';

describe.for(parityScenarios)('%s', ([, scenario]) => {
  test('has the same digest natively and in wasm', async () => {
    const document = await scenario();
    const wasm = await runInWasm(document);
    const native = await runNatively(document);
    expect(wasm.digest).toBe(native.digest);
    expect(native.toS).toBe(document.durationS);
  });

  test('agrees second by second', async () => {
    const document = await scenario();
    const { ladder } = await runInWasm(document);
    expect(ladder).toHaveLength(document.durationS);
    const rungs = [1, Math.ceil(document.durationS / 3), document.durationS - 1];
    for (const second of rungs) {
      const native = await runNatively(document, second);
      expect(ladder[second - 1], `at ${second} s`).toBe(native.digest);
    }
  });

  test('does not depend on the size of steps', async () => {
    const document = await scenario();
    const coarse = await runInWasm(document, 10_000_000);
    const fine = await runInWasm(document, 997);
    expect(fine.ladder).toEqual(coarse.ladder);
    expect(fine.digest).toBe(coarse.digest);
  });
});
