/**
 * Damaged, truncated, random and malicious links: each opens a document that the engine accepts, or reports why it
 * does not.
 */
import { readFile } from 'node:fs/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MAX_BRANCHES } from '../../web/scenario/branches';
import { decodePayload, LinkError, MAX_TEXT } from '../../web/scenario/payload';
import type { PublishedLink } from '../links/published';
import { cases, json, LONG_MS, mutate, number, report, text } from '../support/fuzz';
import { type Checks, connectChecks, stubPage } from '../support/page';

const file = new URL('../links/published.json', import.meta.url);
const published: PublishedLink[] = JSON.parse(await readFile(file, 'utf8'));
const fragments = published.map((p) => p.fragment);
const paramsOf = (fragment: string) => [...new URLSearchParams(fragment.replace(/^.*#/, ''))];

/** The content of the payloads of published links, by parameter. */
const payloads: { key: string; value: unknown; rest: [string, string][] }[] = [];
for (const fragment of fragments) {
  const params = paramsOf(fragment);
  for (const [key, value] of params)
    if (['s', 'p', 'f'].includes(key))
      payloads.push({
        key,
        value: JSON.parse(await decodePayload(value)),
        rest: params.filter(([k]) => k !== key),
      });
}

/** A payload in the page's format, compressed faster. */
function payload(content: string | Uint8Array): string {
  const bytes = Buffer.from(content);
  return `1${crc32(bytes).toString(16).padStart(8, '0')}${deflateRawSync(bytes).toString('base64url')}`;
}

const fragmentOf = (params: readonly (readonly [string, string])[]) =>
  `#${params.map(([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`).join('&')}`;

const KEYS = [
  ...['s', 'g', 'x', 'e', 'b', 'p', 'f', 'n', 'd', 'dt', 'v', 'cc', 'rtt', 'rate', 'buffer', 'seed', 'set'],
  ...['duration', 't', 'play', 'zoom', 'plots', 'select', 'hide', 'measures', 'pin', 'log', 'units', 'span'],
  ...['values', 'without', 'groups', 'fluid', 'portrait', 'speed', 'inspector', 'panels', 'allow', 'api'],
];
const PATHS = [
  '/links/core/forward/rateMbps',
  '/flows/f1/algorithm',
  '/title',
  '/edits',
  '/nodes/h1',
  '/seed',
];
const value = fc.oneof(
  text,
  number.map(String),
  json.map((v) => JSON.stringify(v)),
  json.map((v) => payload(JSON.stringify(v))),
  fc.tuple(fc.constantFrom(...PATHS), json).map(([path, v]) => `${path}:${JSON.stringify(v)}`),
  fc.constantFrom(
    'one-reno',
    'one-reno@1',
    'starter-buffers',
    'no-such-entry',
    'cubic',
    'a,b,c',
    '1-2',
    '\\:,',
  ),
);
const param = fc.tuple(fc.constantFrom(...KEYS), value);

/** A text with some characters changed, removed, repeated, or cut off. */
const damaged = (base: string) =>
  fc
    .array(fc.tuple(fc.nat(base.length), fc.nat(4), fc.string({ unit: 'binary', maxLength: 3 })), {
      minLength: 1,
      maxLength: 4,
    })
    .map((steps) =>
      steps.reduce((now, [at, kind, other]) => {
        const [before, after] = [now.slice(0, at), now.slice(at)];
        if (kind === 0) return before;
        if (kind === 1) return before + after.slice(1);
        if (kind === 2) return before + other + after.slice(1);
        if (kind === 3) return before + after.slice(0, 5) + after;
        return before + other + after;
      }, base),
    );

const fragment = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...fragments).chain(damaged) },
  {
    weight: 6,
    arbitrary: fc.constantFrom(...payloads).chain(({ key, value: content, rest }) =>
      fc
        .tuple(
          mutate(content).chain((once) => fc.oneof(fc.constant(once), mutate(once))),
          fc.array(param, { maxLength: 2 }),
        )
        .map(([changed, more]) =>
          fragmentOf([[key, payload(JSON.stringify(changed) ?? '')] as const, ...rest, ...more]),
        ),
    ),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...fragments), fc.array(param, { minLength: 1, maxLength: 4 }))
      .map(([base, more]) => fragmentOf([...more, ...paramsOf(base)])),
  },
  { weight: 2, arbitrary: fc.array(param, { maxLength: 6 }).map(fragmentOf) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => `#s=${payload(bytes)}`) },
  { weight: 1, arbitrary: text.map((t) => `#${t}`) },
);

const checks: Checks = { asked: 0, accepted: new Set(), loaded: [] };
let open: (fragment: string) => Promise<boolean | null>;
let app: typeof import('../../web/store/app')['app'];
let experiment: typeof import('../../web/store/experiment/store')['experiment'];

beforeAll(async () => {
  stubPage();
  await connectChecks(checks);
  ({ openFragment: open } = await import('../../web/store/open'));
  ({ app } = await import('../../web/store/app'));
  ({ experiment } = await import('../../web/store/experiment/store'));
});
afterAll(() => vi.unstubAllGlobals());

test('a link opens a document that the engine has accepted, or says what is wrong', {
  timeout: LONG_MS,
}, async () => {
  const counts = { links: 0, opened: 0, refused: 0, 'without a document': 0 };
  const start = performance.now();
  await fc.assert(
    fc.asyncProperty(fragment, async (link) => {
      Object.assign(checks, { asked: 0, accepted: new Set(), loaded: [] });
      app.setState({ refusal: null });
      const before = [app.getState().opened, experiment.getState().document];
      const opened = await open(link);
      counts.links += 1;
      const { refusal } = app.getState();
      // One check of the entry, of the document before and after options of the link are applied, and of each branch.
      expect(checks.asked).toBeLessThanOrEqual(4 + 2 * MAX_BRANCHES);
      for (const document of checks.loaded)
        expect(checks.accepted.has(document), 'every document that runs was accepted unchanged').toBe(true);
      if (opened === true) counts.opened += 1;
      else {
        expect(checks.loaded, 'a rejected document does not run').toEqual([]);
        expect([app.getState().opened, experiment.getState().document]).toEqual(before);
        if (opened === null) counts['without a document'] += 1;
        else {
          counts.refused += 1;
          expect(refusal?.fault).toMatch(/^(damaged|newer|huge|missing|wrong)$/);
          expect(refusal?.problems[0]?.problem).toMatch(/\S/);
        }
      }
    }),
    cases(600),
  );
  const seconds = (performance.now() - start) / 1000;
  report('links', { ...counts, 'per second': Math.round(counts.links / seconds) }, seconds);
  expect(counts.opened).toBeGreaterThan(0);
  expect(counts.refused).toBeGreaterThan(0);
});

test('a payload is read, or rejected before it is decompressed', { timeout: LONG_MS }, async () => {
  const content = fc.oneof(
    json.map((v) => JSON.stringify(v)),
    text,
    // Short payloads that expand to millions of characters.
    fc
      .tuple(fc.constantFrom('[', '{"a":', ' ', 'x', '"'), fc.constantFrom(1, 30, 1000, 3_000_000))
      .map(([one, times]) => one.repeat(times)),
  );
  const packed = fc.oneof(content.map(payload), content.map(payload).chain(damaged), text);
  const start = performance.now();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(packed, async (given) => {
      count += 1;
      const read = await decodePayload(given).catch((error: unknown) => error);
      if (typeof read === 'string') expect(read.length).toBeLessThanOrEqual(MAX_TEXT);
      else expect(read).toBeInstanceOf(LinkError);
    }),
    cases(1000),
  );
  const seconds = (performance.now() - start) / 1000;
  report('payloads', { payloads: count, 'per second': Math.round(count / seconds) }, seconds);
});
