import { describe, expect, it, test } from 'vitest';
import { isEdited, isFlowEdit, needsRefit, placesOf } from './refit';

const of = (...ids: string[]) => placesOf(ids.map((id, i) => ({ id, kind: 'host', x: i, y: 0 })));

test('a flow more or less is an edit, several are another network', () => {
  const of = (...ids: string[]) => new Set(ids);
  expect(isFlowEdit(of(), of('f1'))).toBe(true);
  expect(isFlowEdit(of('f1', 'f2'), of('f1'))).toBe(true);
  expect(isFlowEdit(of('f1'), of('f1'))).toBe(false);
  expect(isFlowEdit(of('f1'), of('f2'))).toBe(false);
  expect(isFlowEdit(of('f1'), of('f1', 'f2', 'f3'))).toBe(false);
});

describe('fitting again', () => {
  it('keeps the fit after one edit', () => {
    expect(needsRefit(of('a', 'b'), of('a', 'b'))).toBe(false);
    expect(needsRefit(of('a', 'b'), of('a', 'b', 'c'))).toBe(false);
    expect(needsRefit(of('a', 'b'), of('a'))).toBe(false);
    expect(needsRefit(of(), of('a'))).toBe(false);
  });

  it('fits another network', () => {
    expect(needsRefit(of(), of('a', 'b'))).toBe(true);
    expect(needsRefit(of('a', 'b'), of('x', 'y'))).toBe(true);
  });
});

test('a network is edited when a node, its place or a flow differs', () => {
  const fitted = { places: of('a', 'b'), flows: new Set(['f1']) };
  const moved = placesOf([
    { id: 'a', kind: 'host', x: 0, y: 0 },
    { id: 'b', kind: 'host', x: 9, y: 0 },
  ]);
  expect(isEdited(fitted, of('a', 'b'), new Set(['f1']))).toBe(false);
  expect(isEdited(fitted, moved, new Set(['f1']))).toBe(true);
  expect(isEdited(fitted, of('a'), new Set(['f1']))).toBe(true);
  expect(isEdited(fitted, of('a', 'b'), new Set(['f1', 'f2']))).toBe(true);
});
