/**
 * Published links, from `published.json`. Each must open for ever: entries are added, never changed. A new entry is a
 * link that the page's Share dialog gave, and the document that it must name.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { unpackBranches } from '../../web/scenario/branches';
import { scenarioAt } from '../../web/scenario/effective';
import { normalized, readCatalogue, runInWasm } from '../support/engine';
import { readLink } from '../support/links';
import { lasting, type PublishedLink } from './published';

const file = new URL('published.json', import.meta.url);
const published: PublishedLink[] = JSON.parse(await readFile(file, 'utf8'));

test.for(published)(
  'a link to $name names the same document',
  async ({ fragment, document, futures, view }) => {
    const link = await readLink(fragment);
    expect(lasting(fragment, link.document)).toEqual(lasting(fragment, await normalized(document)));
    if (view) expect(link.content.view).toMatchObject(view);
    const { linkDigest } = link.content;
    if (fragment.includes('&d=')) {
      expect(linkDigest?.digest).toMatch(/^[0-9a-f]{16}$/);
      expect(linkDigest?.modelVersion).toBeGreaterThanOrEqual(1);
    }
    const tree = link.content.branches === null ? null : unpackBranches(link.content.branches, link.document);
    const rates = tree?.list.map(({ name, source }) => {
      const last = scenarioAt(source, Number.POSITIVE_INFINITY).shown;
      return [name, last.links.find((l) => l.id === 'core')?.forward.rateMbps];
    });
    expect(rates).toEqual(futures);
  },
);

test('a published digest equals that of the engine at the same time, while the model version is the same', async () => {
  const compared = [];
  const { modelVersion } = await readCatalogue();
  for (const { fragment } of published) {
    const { content, document } = await readLink(fragment);
    const { linkDigest } = content;
    if (linkDigest?.modelVersion !== modelVersion || linkDigest.atS === null) continue;
    compared.push(fragment);
    expect((await runInWasm(document, 100_000, linkDigest.atS)).digest).toBe(linkDigest.digest);
  }
  expect(compared.length).toBeGreaterThan(0);
});
