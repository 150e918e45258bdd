import { expect, test } from 'vitest';
import { BRANCH_ALPHA, drawRules } from './rules';

test('lines of another branch are faint, and nothing after them is', () => {
  const alphas: number[] = [];
  const ctx = {
    globalAlpha: 1,
    setLineDash: () => {},
    beginPath: () => {},
    moveTo: () => {},
    lineTo: () => {},
    stroke: () => alphas.push(ctx.globalAlpha),
  };
  const rule = { y: 10, colour: '#000', width: 1, dash: [] };
  const area = { left: 0, width: 100, t0: 0, t1: 10 };
  drawRules(ctx as unknown as CanvasRenderingContext2D, [rule, { ...rule, pale: true, fromS: 4 }], area, 1);
  expect(alphas).toEqual([1, BRANCH_ALPHA]);
  expect(ctx.globalAlpha).toBe(1);
});
