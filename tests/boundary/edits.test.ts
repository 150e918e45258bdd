/**
 * The page applies edits itself, because it cannot wait for the engine. Both implementations give the same document,
 * or both reject the edit.
 */
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FIXED } from '../../web/generated/boundary';
import type { Catalogue, Edit, Scenario } from '../../web/generated/types';
import { applyEdit, idOf, isDictionary, joinPath } from '../../web/scenario/path';
import { editor, galleryEntries, galleryScenario, normalized, readCatalogue } from '../support/engine';
import { cases } from '../support/fuzz';

let byEngine: (document: unknown, edit: Edit) => unknown;
let gallery: Scenario[];
let catalogue: Catalogue;

beforeAll(async () => {
  byEngine = await editor();
  catalogue = await readCatalogue();
  const entries = await galleryEntries();
  gallery = await Promise.all(entries.map(async ({ id }) => normalized(await galleryScenario(id))));
}, 60_000);

/** Applies an edit as the page does; undefined if the page rejects it. */
function byPage(document: unknown, edit: Edit): unknown {
  try {
    // JSON, which is what the engine gets, has no −0.
    return JSON.parse(JSON.stringify(applyEdit(document, edit)));
  } catch {
    return undefined;
  }
}

/** Numbers of edits applied and rejected. */
const counts = { applied: 0, rejected: 0 };
beforeEach(() => {
  counts.applied = 0;
  counts.rejected = 0;
});

/** Applies edits to a document, except those that are rejected; page and engine must applyBoth on each of them. */
function applyBoth(document: unknown, edits: readonly Pick<Edit, 'path' | 'value'>[]): unknown {
  let now = document;
  for (const change of edits) {
    const edit: Edit = { atS: 0, ...change };
    const engine = byEngine(now, edit);
    expect(byPage(now, edit), `${edit.path} in ${JSON.stringify(now)}`).toEqual(engine);
    if (engine === undefined) counts.rejected += 1;
    else counts.applied += 1;
    now = engine ?? now;
  }
  return now;
}

/** Every path in a document, with list items named by id. */
function places(value: unknown, at: string[] = []): string[][] {
  const below = Array.isArray(value)
    ? value.flatMap((item): [string, unknown][] => {
        const id = idOf(item);
        return id === undefined ? [] : [[id, item]];
      })
    : isDictionary(value)
      ? Object.entries(value)
      : [];
  return [at, ...below.flatMap(([key, item]) => places(item, [...at, key]))];
}

const ID = fc.constantFrom('a', 'b', 'x/y', 'm~n');
const JUNK = fc.oneof(
  fc.constantFrom(null, true, 0, 7, 0.25, 1e21, '', 'text', [], {}),
  fc.record({ id: ID }),
  fc.array(fc.record({ id: fc.oneof(ID, fc.constant(7)) }), { maxLength: 2 }),
);
const CHANNEL = fc.record(
  {
    rateMbps: fc.constantFrom(1, 10),
    delayMs: fc.constantFrom(0, 5),
    jitterMs: fc.constantFrom(1, null),
    queue: fc.record(
      { kind: fc.constantFrom('droptail', 'red'), params: fc.oneof(fc.constant({ limitPackets: 9 }), JUNK) },
      { requiredKeys: ['kind'] },
    ),
  },
  { requiredKeys: ['rateMbps', 'delayMs'] },
);
/** Random documents that resemble scenarios, whose links have a backward channel, none, null, or something else. */
const DOCUMENT = fc.record(
  {
    title: fc.constant('random'),
    durationS: fc.constant(5),
    nodes: fc.array(fc.record({ id: ID, kind: fc.constant('host') }), { maxLength: 3 }),
    links: fc.oneof(
      {
        weight: 9,
        arbitrary: fc.array(
          fc.record(
            { id: ID, forward: fc.oneof(CHANNEL, JUNK), backward: fc.oneof(CHANNEL, JUNK) },
            { requiredKeys: ['id'] },
          ),
          { maxLength: 3 },
        ),
      },
      JUNK,
    ),
    flows: fc.array(
      fc.record(
        { id: ID, algorithm: fc.constant('reno'), params: JUNK, traffic: JUNK },
        { requiredKeys: ['id'] },
      ),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ['title'] },
);
const VALUE = fc.oneof(JUNK, CHANNEL, fc.record({ id: ID, forward: CHANNEL }));
const TOKEN = fc.oneof(
  ID,
  fc.constantFrom(
    'links',
    'nodes',
    'flows',
    'forward',
    'backward',
    'queue',
    'params',
    'limitPackets',
    'rateMbps',
    '',
  ),
  fc.constantFrom(...FIXED),
);

describe('an edit', () => {
  // Some edits are applied, and some are rejected.
  afterEach(() => expect(Math.min(counts.applied, counts.rejected)).toBeGreaterThan(20));

  test('to a random document gives the same result', () => {
    const edit = fc.record({
      from: fc.nat(),
      more: fc.array(TOKEN, { maxLength: 4 }),
      value: VALUE,
      raw: fc.nat(19),
    });
    fc.assert(
      fc.property(DOCUMENT, fc.array(edit, { minLength: 1, maxLength: 4 }), (document, list) => {
        const there = places(document);
        const edits = list.map(({ from, more, value, raw }) => {
          const path = joinPath(...(there[from % there.length] ?? []), ...more);
          // Some paths are malformed.
          return { path: raw === 0 ? path.slice(1) : path, value };
        });
        applyBoth(document, edits);
      }),
      cases(600),
    );
  });

  test('to a channel of a link, with or without a backward one, gives the same result', () => {
    const direction = fc.constantFrom('forward', 'backward');
    const field = fc.constantFrom(
      [],
      ['rateMbps'],
      ['jitterMs'],
      ['queue'],
      ['queue', 'kind'],
      ['queue', 'params', 'limitPackets'],
      ['trace', 'name', 'deep'],
    );
    fc.assert(
      fc.property(DOCUMENT, ID, direction, field, VALUE, (document, id, way, rest, value) => {
        applyBoth(document, [{ path: joinPath('links', id, way, ...rest), value }]);
      }),
      cases(600),
    );
  });

  test('to a gallery scenario, by paths from the document and the catalogue, gives the same result', () => {
    const rows = [...catalogue.algorithms, ...catalogue.queues, ...catalogue.traffic, ...catalogue.stacks];
    const names = [...new Set(rows.flatMap((row) => row.params.map((p) => p.id)))];
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...names),
        VALUE,
        (which, place, cut, name, value) => {
          const document = gallery[which % gallery.length];
          const { links = [], flows = [] } = document ?? {};
          const known = [
            ...places(document),
            ...links.flatMap(({ id }) =>
              [['rateMbps'], ['queue', 'params', name], []].map((rest) => ['links', id, 'backward', ...rest]),
            ),
            ...flows.flatMap(({ id }) =>
              [
                ['params', name],
                ['traffic', 'params', name],
                ['stack', name],
              ].map((rest) => ['flows', id, ...rest]),
            ),
          ];
          const at = known[place % known.length] ?? [];
          // Some are paths to an ancestor.
          applyBoth(document, [{ path: joinPath(...(cut % 4 === 0 ? at.slice(0, -1) : at)), value }]);
        },
      ),
      cases(300),
    );
  });
});

test('a new backward channel starts as a copy of the forward one', async () => {
  const document = gallery.find(({ links }) => links.some((link) => !link.backward));
  const link = document?.links.find((l) => !l.backward);
  const path = joinPath('links', link?.id ?? '', 'backward', 'rateMbps');
  const now = applyBoth(document, [{ path, value: 3 }]) as Scenario;
  const { forward, backward } = now.links.find((l) => l.id === link?.id) ?? {};
  expect(backward).toEqual({ ...forward, rateMbps: 3 });
  expect(forward).toEqual(link?.forward);
  // The result is a valid document.
  await expect(normalized(now)).resolves.toEqual(now);
});

test('an id in a list may be any text', () => {
  const document = { nodes: [{ id: 'constructor', kind: 'host' }] };
  expect(applyBoth(document, [{ path: '/nodes/constructor/kind', value: 'router' }])).toEqual({
    nodes: [{ id: 'constructor', kind: 'router' }],
  });
});

test('a document with a field named like a property of Object.prototype is rejected', () => {
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    expect(byPage(gallery[0], { atS: 0, path: `/${name}/x`, value: 1 })).toBeUndefined();
    expect(byEngine(gallery[0], { atS: 0, path: `/${name}/x`, value: 1 })).toBeDefined();
  }
});
