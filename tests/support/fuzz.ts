/** The number of random cases, and arbitrary values. */
import fc from 'fast-check';

/** Multiplies the cases of every test here: `DROPTAIL_FUZZ_RUNS=1000 npx vitest run --project node tests/fuzz`. */
const factor = Number(process.env.DROPTAIL_FUZZ_RUNS ?? '1');

/**
 * Parameters for a property with this number of cases in a short run. A short run repeats the same cases, so that only a change can break it.
 * A longer run and the full tests have a new seed each time, which a failure prints.
 */
export function cases(short: number): { numRuns: number; seed?: number } {
  if (!(factor > 0)) throw new Error('DROPTAIL_FUZZ_RUNS is a number above 0');
  const numRuns = Math.ceil(short * factor);
  return factor === 1 && process.env.DROPTAIL_FULL !== '1' ? { numRuns, seed: 1 } : { numRuns };
}

/** Time limit of one test in a long run, ms. */
export const LONG_MS = 60_000 + factor * 120_000;

/** Prints what a property did, for the statistics of long runs. */
export function report(name: string, counts: Record<string, number>, seconds: number): void {
  const said = Object.entries(counts).map(([key, value]) => `${value} ${key}`);
  console.log(`${name}: ${said.join(', ')} in ${seconds.toFixed(1)} s`);
}

/** Text that may break parsers: quotes, brackets, control characters, unpaired surrogates. */
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

/** Any JSON value. */
export const json = fc.jsonValue({ maxDepth: 4 });

/** Replaces one part of a JSON value. */
export function mutate(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value);
  if (places.length === 0) return json;
  return fc
    .tuple(fc.constantFrom(...places), fc.oneof(json, number, text, fc.constant(undefined)), fc.nat(3))
    .map(([place, other, kind]) => changed(value, place, other, kind));
}

const MAX_PLACES = 400;

/** The paths of all parts of a value. */
function placesOf(value: unknown): (string | number)[][] {
  const places: (string | number)[][] = [];
  const visit = (item: unknown, at: (string | number)[]): void => {
    if (places.length >= MAX_PLACES) return;
    if (at.length > 0) places.push(at);
    if (Array.isArray(item)) for (const [i, one] of item.entries()) visit(one, [...at, i]);
    else if (typeof item === 'object' && item !== null)
      for (const [key, one] of Object.entries(item)) visit(one, [...at, key]);
  };
  visit(value, []);
  return places;
}

/** Replaces the part at a path. Kind 0 duplicates a list item instead. */
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
