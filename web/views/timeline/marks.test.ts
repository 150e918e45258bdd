import { describe, expect, it } from 'vitest';
import { dragTargetAt, MARK, MarkGrid, markRows } from './marks';

describe('overview of marks', () => {
  it('gives each flow a row if there is room, and otherwise lets neighbours share one', () => {
    expect(markRows(3, 24).map((r) => r.flows)).toEqual([[0], [1], [2]]);
    const many = markRows(50, 24);
    expect(many).toHaveLength(6);
    expect(many.flatMap((r) => r.flows)).toEqual(Array.from({ length: 50 }, (_, i) => i));
    expect(markRows(0, 24)).toEqual([]);
  });

  it('draws each pixel once, however many marks it has', () => {
    const grid = new MarkGrid(100, 2, 60);
    expect(grid.add(30, 1, MARK.loss)).toBe(50);
    expect(grid.add(30.1, 1, MARK.loss)).toBe(-1);
    expect(grid.add(30.1, 1, MARK.timeout)).toBe(50);
    expect(grid.at(50, 1)).toBe(3);
    expect(grid.at(50, 0)).toBe(0);
  });

  it('ignores marks of no flow and marks it does not draw', () => {
    const grid = new MarkGrid(100, 2, 60);
    expect(grid.add(1, -1, MARK.edit)).toBe(-1);
    expect(grid.add(1, 5, MARK.loss)).toBe(-1);
    expect(grid.add(1, 0, MARK.drop)).toBe(-1);
  });

  it('drags the nearer handle, or else the band', () => {
    expect(dragTargetAt(12, 10, 90, 8)).toBe('start');
    expect(dragTargetAt(88, 10, 90, 8)).toBe('end');
    expect(dragTargetAt(50, 10, 90, 8)).toBe('band');
    expect(dragTargetAt(120, 10, 90, 8)).toBe('none');
    expect(dragTargetAt(13, 10, 14, 8)).toBe('end');
  });
});
