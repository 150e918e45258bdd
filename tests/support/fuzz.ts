/** Cases that are made at random: how many, and values of any kind. */
import fc from 'fast-check';

/** Multiplies the cases of every test here: `DROPTAIL_FUZZ_RUNS=1000 npx vitest run --project node tests/fuzz`. */
const factor = Number(process.env.DROPTAIL_FUZZ_RUNS ?? '1');

/** Parameters of a property that is tried so often in a short run. A seed of its own each time, which a failure prints. */
export function cases(short: number): { numRuns: number } {
  if (!(factor > 0)) throw new Error('DROPTAIL_FUZZ_RUNS is a number above 0');
  return { numRuns: Math.ceil(short * factor) };
}

/** What a long run may take for one test, ms. */
export const LONG_MS = 60_000 + factor * 120_000;

/** Says what a property did, for long runs to be counted. */
export function report(name: string, counts: Record<string, number>, seconds: number): void {
  const said = Object.entries(counts).map(([key, value]) => `${value} ${key}`);
  console.log(`${name}: ${said.join(', ')} in ${seconds.toFixed(1)} s`);
}

/** Text with what breaks readers: quotes, brackets, controls, half surrogates, long runs. */
export const text = fc.oneof(
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '-0',
    '1e999',
    '\ud800',
    '/',
    '~',
    '%',
    '%zz',
  ),
);

export const number = fc.oneof(
  fc.double(),
  fc.integer(),
  fc.constantFrom(0, -0, 1e-300, 1e300, 2 ** 32, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY),
);

/** Any value that JSON can say. */
export const json = fc.jsonValue({ maxDepth: 4 });

/** Puts something else in one place of a JSON value. */
export function mutated(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value);
  if (places.length === 0) return json;
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(json, number, text, fc.constant(undefined)), fc.nat(3))
    .map(([place, other, kind]) => changed(value, place, other, kind));
}

const MOST_PLACES = 400;

/** Where something stands in a value, by keys. */
function placesOf(value: unknown): (string | number)[][] {
  const places: (string | number)[][] = [];
  const visit = (item: unknown, at: (string | number)[]): void => {
    if (places.length >= MOST_PLACES) return;
    if (at.length > 0) places.push(at);
    if (Array.isArray(item)) for (const [i, one] of item.entries()) visit(one, [...at, i]);
    else if (typeof item === 'object' && item !== null)
      for (const [key, one] of Object.entries(item)) visit(one, [...at, key]);
  };
  visit(value, []);
  return places;
}

/** The value with another one at a place; kind 0: with the place doubled, where it is in a list. */
function changed(value: unknown, [key, ...rest]: (string | number)[], other: unknown, kind: number): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) {
    const place = Number(key);
    if (rest.length === 0 && kind === 0) return value.toSpliced(place, 0, value[place]);
    if (rest.length === 0 && other === undefined) return value.toSpliced(place, 1);
    return value.with(place, changed(value[place], rest, other, kind));
  }
  const before = value as Record<string, unknown>;
  return { ...before, [key]: changed(before[String(key)], rest, other, kind) };
}
