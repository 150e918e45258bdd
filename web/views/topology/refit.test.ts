import { describe, expect, it } from 'vitest';
import { needsRefit, placesOf } from './refit';

const of = (...ids: string[]) => placesOf(ids.map((id, i) => ({ id, kind: 'host', x: i, y: 0 })));

describe('fitting again', () => {
  it('keeps the picture still under one edit', () => {
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
