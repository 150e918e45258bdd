import { expect, test } from 'vitest';
import { replaces } from './replaces';

const buffer = '/links/core/forward/queue/params/limitPackets';

test('an edit replaces a field, a part of it, and what it is part of', () => {
  expect(replaces({ path: buffer }, buffer)).toBe(true);
  expect(replaces({ path: '/links/core/forward/queue' }, buffer)).toBe(true);
  expect(replaces({ path: buffer }, '/links/core/forward')).toBe(true);
  expect(replaces({ path: '/links/core/forward/rateMbps' }, buffer)).toBe(false);
});

test('a pattern names every thing', () => {
  expect(replaces({ path: '/flows/f2/algorithm' }, '/flows/*/algorithm')).toBe(true);
  expect(replaces({ path: '/flows/f2/startS' }, '/flows/*/algorithm')).toBe(false);
});

test('a thing that is added or removed replaces no field', () => {
  expect(replaces({ path: '/links/core' }, buffer)).toBe(false);
});
