import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { initSync, validate } from '../generated/engine-script.js';
import { entryChecksum } from '../scenario/link';
import type { LinkError } from '../scenario/payload';
import { experiments } from './experiment/kind';
import { type GallerySection, OPENING, readRevision } from './gallery';
import revisions from './revisions.json';

const folder = new URL('../../public/gallery/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const { sections } = JSON.parse(read('index.json')) as { sections: GallerySection[] };
const entries = sections.flatMap((s) => s.entries);

describe('the gallery', () => {
  beforeAll(() => {
    initSync({ module: readFileSync(new URL('../generated/engine-script_bg.wasm', import.meta.url)) });
  });

  test('the gallery lists every file once, and has the opening scenario', () => {
    const files = readdirSync(folder).filter((f) => f.endsWith('.json') && f !== 'index.json');
    expect(entries.map((e) => `${e.id}.json`).sort()).toEqual(files.sort());
    expect(entries.map((e) => e.id)).toContain(OPENING);
  });

  test.each(entries.map((e) => [e.id, e] as const))(
    '%s runs, has a picture and says what to look at',
    (id, entry) => {
      const text = read(`${id}.json`);
      expect(JSON.parse(validate(text))).toEqual([]);
      expect(JSON.parse(text).title).toBe(entry.title);
      // The steps of a lesson say what to look at and what to try.
      if (!JSON.parse(text).lesson)
        expect(JSON.parse(text).notes).toMatch(/\*\*Look at\*\*[\s\S]*\*\*Try\*\*/);
      expect(entry.picture.curves.length).toBeGreaterThan(0);
    },
  );

  test.each(entries.filter((e) => e.tags.includes('lesson')).map((e) => e.id))(
    'the notes of %s say how many steps it has',
    (id) => {
      const { notes, lesson } = JSON.parse(read(`${id}.json`));
      const [, count] = /A lesson in (\w+) steps\./.exec(notes) ?? [];
      expect(['three', 'four', 'five', 'six'].indexOf(count ?? '') + 3).toBe(lesson.steps.length);
    },
  );
});

describe('revisions', () => {
  const published = Object.entries(revisions);

  test('a revision that the page does not have is refused, not replaced by another one', async () => {
    const file = read('one-reno.json');
    vi.stubGlobal('fetch', () =>
      Promise.resolve(new Response(file, { headers: { 'content-type': 'application/json' } })),
    );
    try {
      const link = (revision: number | null) => ({ id: 'one-reno', revision, base: null, changes: [] });
      const count = revisions['one-reno'].length;
      expect(await readRevision(link(null))).toEqual(JSON.parse(file));
      expect(await readRevision(link(count))).toEqual(JSON.parse(file));
      for (const reading of [readRevision(link(count + 1)), experiments.readLinked(link(2))]) {
        const error: LinkError = await reading.then(
          () => expect.fail('it was opened'),
          (reason) => reason,
        );
        expect(error.message).toMatch(/names revision \d of “one-reno”, but this page has/);
        expect(error.fault).toBe('missing');
      }
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test.each(published)('the revisions of %s have not changed since they were published', (id, checksums) => {
    const now = checksums.map((_, i) => entryChecksum(JSON.parse(read(`revisions/${id}@${i + 1}.json`))));
    expect(now).toEqual(checksums);
    expect(new Set(now).size).toBe(now.length);
  });

  test('every file is listed, and every entry is one of them: else run `npm run revisions`', () => {
    const names = published.flatMap(([id, checksums]) => checksums.map((_, i) => `${id}@${i + 1}.json`));
    expect(readdirSync(new URL('revisions/', folder)).sort()).toEqual(names.sort());
    for (const { id } of entries)
      expect((revisions as Record<string, string[]>)[id], id).toContain(
        entryChecksum(JSON.parse(read(`${id}.json`))),
      );
  });
});
