/** Chromium's part of tests/parity: the page's worker gives the same digest as wasm in Node. */
import { parityScenarios } from '../parity/scenarios';
import { runInWasm } from '../support/engine';
import { test } from '../support/lab';
import { fragmentOf } from '../support/links';

test.for(parityScenarios)('%s has the same digest in the worker', async ([, scenario], { lab }) => {
  const document = await scenario();
  await lab.open(await fragmentOf(document));
  await lab.endsWith((await runInWasm(document)).digest);
});
