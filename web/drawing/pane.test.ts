import { expect, test } from 'vitest';
import { Pane, type PaneLayout, PlotCanvas } from './pane';
import { BRANCH_ALPHA, UNNAMED_ALPHA } from './rules';

const LAYOUT: PaneLayout = {
  width: 100,
  height: 50,
  top: 0,
  canvasHeight: 50,
  resolution: 1,
  area: { left: 0, top: 0, width: 100, height: 50 },
  colours: { background: '#fff', ink: '#000' },
  separator: undefined,
  strokes: [{ colour: '#00f', width: 2, dash: [], alpha: 1 }],
  lines: [0],
  branched: [0],
  groups: [],
  bands: [],
  measured: [],
};

test('of two branches behind a run, the one that no text names is the fainter', () => {
  const alphas: number[] = [];
  const context: Record<string, unknown> = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (of, key: string) =>
        of[key] ?? (() => void (key === 'stroke' && alphas.push(Number(of.globalAlpha)))),
    },
  );
  const element = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  const pane = new Pane(new PlotCanvas(element));
  pane.setLayout(LAYOUT);
  const section = { data: Float64Array.of(2, 8, 1, 1), series: [0], columns: 1 };
  const scale = { low: 0, end: 2, log: false };
  pane.draw(
    { scale, rules: [], spreads: [], named: 1, zoomed: false },
    { t0: 0, t1: 10, now: 9, sections: [section, section, section] },
  );
  expect(alphas).toEqual([UNNAMED_ALPHA, BRANCH_ALPHA, 1]);
  expect(UNNAMED_ALPHA).toBeLessThan(BRANCH_ALPHA);
});

test('a zoomed plot marks at its edges where its curves are outside', () => {
  const marks: number[][] = [];
  const context: Record<string, unknown> = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (of, key: string) =>
        of[key] ?? ((...at: number[]) => void (key === 'rect' && at[2] === 3 && marks.push(at))),
    },
  );
  const element = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  const pane = new Pane(new PlotCanvas(element));
  pane.setLayout(LAYOUT);
  // Above the range at 2 s, in it at 5 s, below it at 8 s.
  const section = { data: Float64Array.of(2, 2, 5, 5, 8, 8, 9, 9, 3, 3, 1, 1), series: [0], columns: 3 };
  const draw = (zoomed: boolean) =>
    pane.draw(
      {
        scale: { low: 2, end: 4, log: false },
        rules: [],
        spreads: [],
        named: -1,
        zoomed,
      },
      { t0: 0, t1: 10, now: 9, sections: [section] },
    );
  draw(false);
  expect(marks).toEqual([]);
  draw(true);
  expect(marks).toEqual([
    [18.5, -2, 3, 4],
    [78.5, 48, 3, 4],
  ]);
});
