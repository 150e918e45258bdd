import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initSync, validate } from '../generated/engine.js';
import { type GallerySection, OPENING } from './gallery';

const folder = new URL('../../public/gallery/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const { sections } = JSON.parse(read('index.json')) as { sections: GallerySection[] };
const entries = sections.flatMap((s) => s.entries);

describe('the gallery', () => {
  beforeAll(() => {
    initSync({ module: readFileSync(new URL('../generated/engine_bg.wasm', import.meta.url)) });
  });

  test('lists every file once, and has the opening scenario', () => {
    const files = readdirSync(folder).filter((f) => f !== 'index.json');
    expect(entries.map((e) => `${e.id}.json`).sort()).toEqual(files.sort());
    expect(entries.map((e) => e.id)).toContain(OPENING);
  });

  test.each(entries.map((e) => [e.id, e] as const))(
    '%s runs, has a picture and says what to look at',
    (id, entry) => {
      const text = read(`${id}.json`);
      expect(JSON.parse(validate(text))).toEqual([]);
      expect(JSON.parse(text).title).toBe(entry.title);
      // A lesson says in its steps what to look at and what to try.
      if (!JSON.parse(text).lesson)
        expect(JSON.parse(text).notes).toMatch(/\*\*Look at\*\*[\s\S]*\*\*Try\*\*/);
      expect(entry.picture.curves.length).toBeGreaterThan(0);
    },
  );
});
