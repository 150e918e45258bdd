/** The same document has the same digest natively and in wasm; tests/e2e/parity.test.ts asks Chromium as well. */
import { describe, expect, test } from 'vitest';
import { runInWasm, runNatively } from '../support/engine';
import { parityScenarios } from './scenarios';

describe.for(parityScenarios)('%s', ([, scenario]) => {
  test('has one digest', async () => {
    const document = await scenario();
    const wasm = await runInWasm(document);
    const native = await runNatively(document);
    expect(wasm.digest).toBe(native.digest);
    expect(native.toS).toBe(document.durationS);
  });

  test('goes the same way second by second', async () => {
    const document = await scenario();
    const { ladder } = await runInWasm(document);
    expect(ladder).toHaveLength(document.durationS);
    const rungs = [1, Math.ceil(document.durationS / 3), document.durationS - 1];
    for (const second of rungs) {
      const native = await runNatively(document, second);
      const wasm = await runInWasm(document, undefined, second);
      expect(wasm.digest, `at ${second} s`).toBe(native.digest);
      // A rung of fluid is what it is mixed from; of packets it is the digest itself.
      if ((document.engine ?? 'packet') === 'packet') expect(ladder[second - 1]).toBe(native.digest);
      expect(wasm.ladder).toEqual(ladder.slice(0, second));
    }
  });

  test('does not depend on how it is stepped', async () => {
    const document = await scenario();
    const coarse = await runInWasm(document, 10_000_000);
    const fine = await runInWasm(document, 997);
    expect(fine.ladder).toEqual(coarse.ladder);
    expect(fine.digest).toBe(coarse.digest);
  });
});
