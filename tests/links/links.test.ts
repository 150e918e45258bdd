/**
 * Links that were published, from `published.json`. Each has to open for ever: entries are added, never changed. A new one
 * is a link that the page's Share gave, beside the document that it shall name.
 */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { normalized } from '../support/engine';
import { readLink } from '../support/links';
import type { PublishedLink } from './published';

const file = new URL('published.json', import.meta.url);
const published: PublishedLink[] = JSON.parse(await readFile(file, 'utf8'));

test.for(published)('a link to $name names the same document', async ({ fragment, document }) => {
  const link = await readLink(fragment);
  expect(link.document).toEqual(await normalized(document));
  expect(link.content.digest).toMatch(/^[0-9a-f]{16}$/);
  expect(link.content.modelVersion).toBe(1);
});
