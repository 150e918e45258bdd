/** Every entry of the gallery is a valid document with title and notes. */
import { expect, test } from 'vitest';
import { galleryEntries, galleryText, problemsOf } from '../support/engine';

const entries = await galleryEntries();

test('the gallery has at least eight entries with unique ids and titles', () => {
  expect(entries.length).toBeGreaterThanOrEqual(8);
  expect(new Set(entries.map((entry) => entry.id)).size).toBe(entries.length);
  expect(new Set(entries.map((entry) => entry.title)).size).toBe(entries.length);
});

test.for(entries.map((entry) => [entry.id, entry.title] as const))('%s is valid', async ([id, title]) => {
  const text = await galleryText(id);
  expect(await problemsOf(text)).toEqual([]);
  const scenario = JSON.parse(text);
  expect(scenario.title).toBe(title);
  expect(scenario.notes).not.toBe('');
});
