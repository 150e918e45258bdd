/** Chromium's part of tests/parity: the worker of the page comes to the digest that wasm has in Node. */
import { parityScenarios } from '../parity/scenarios';
import { runInWasm } from '../support/engine';
import { test } from '../support/lab';
import { fragmentOf } from '../support/links';

test.for(parityScenarios)('%s has the same digest in the worker', async ([, scenario], { lab }) => {
  const document = await scenario();
  await lab.open(await fragmentOf(document));
  await lab.endsWith((await runInWasm(document)).digest);
});
