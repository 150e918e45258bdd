/** A link that the Python package made opens as its scenario. engine-wasm/python/tests/test_documents.py makes the same one. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readFragment } from '../../web/scenario/link';

test('a link of the Python package holds its scenario', async () => {
  const file = new URL('../fixtures/python-link.json', import.meta.url);
  const { link, scenario } = JSON.parse(await readFile(file, 'utf8'));
  const content = await readFragment(new URL(link).hash);
  expect(JSON.parse(content?.document ?? '')).toEqual(scenario);
});
