// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';

const read = vi.hoisted(() => new Set<string>());

vi.mock('./language', async (original) => ({
  ...(await original<object>()),
  texts: (all: { en: object }) =>
    new Proxy(all.en, {
      get(strings, key) {
        const places = new Error().stack
          ?.match(/[^/(]+\/[^/(]+\.tsx?:\d+/g)
          ?.filter((at) => !at.includes('.test.'));
        read.add(`${String(key)} in ${places?.[0]}`);
        return Reflect.get(strings, key);
      },
    }),
}));

const modules = import.meta.glob([
  '../{app,drawing,embed,imports,language,runner,scenario,store,ui,views}/**/*.{ts,tsx}',
  '!../**/*.test.{ts,tsx}',
  '!../**/testing/**',
  // A custom element, and the start of a worker.
  '!../embed/element.ts',
  '!../drawing/drawing-entry.ts',
]);

test('no module reads its strings while it loads, so that they can change with the language', async () => {
  for (const load of Object.values(modules)) await load();
  expect([...read]).toEqual([]);
  expect(Object.keys(modules).length).toBeGreaterThan(300);
});
