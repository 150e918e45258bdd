import { expect, test } from 'vitest';
import { sameController } from './same-controller';

const OWN = { id: 'own-1', name: 'Mine', script: 'fn on_ack() {}' };

test('a controller is the same with its empty fields written out, in any order', () => {
  expect(
    sameController(OWN, { script: OWN.script, summary: '', params: [], name: 'Mine', id: 'own-1' }),
  ).toBe(true);
});

test('another script, name or parameter is another controller', () => {
  const param = { id: 'kept', min: 0, max: 1, default: 0.5 };
  for (const change of [{ script: '' }, { name: 'Yours' }, { params: [param] }])
    expect(sameController(OWN, { ...OWN, ...change })).toBe(false);
});
