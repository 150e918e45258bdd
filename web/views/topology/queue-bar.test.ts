import { expect, test, vi } from 'vitest';
import type { QueuedClass, SceneSection } from '../../worker/sections';
import { type Bar, barRows, queueBar } from './geometry';
import { drawBar } from './queue-bar';

vi.mock('../../ui/palette', () => ({
  flowColour: (flow: number) => `flow ${flow}`,
  palette: () => ({ token: { bg: 'bg', ink: 'ink', line: 'line' } }),
}));

interface Filled {
  colour: string;
  x: number;
  top: number;
  bottom: number;
}

/** The rectangles that a bar consists of, apart from its frame. */
function filled(bar: Bar, rows: number, classes: QueuedClass[], scene: Partial<SceneSection>): Filled[] {
  const drawn: Filled[] = [];
  const ctx = {
    fillStyle: '',
    fillRect(x: number, y: number, _: number, height: number) {
      drawn.push({ colour: this.fillStyle, x, top: y, bottom: y + height });
    },
    ...Object.fromEntries(
      ['beginPath', 'roundRect', 'moveTo', 'lineTo', 'arcTo', 'fill', 'stroke'].map((f) => [f, () => {}]),
    ),
  };
  drawBar(ctx as unknown as CanvasRenderingContext2D, bar, rows, classes, scene as SceneSection, false);
  return drawn;
}

// Four packets: one of flow 0, then three of flow 4, of which the first is marked.
const scene = { slotFlow: (s: number) => (s === 0 ? 0 : 4), slotMarked: (s: number) => s === 1 };
const bar = queueBar(560, 40, false) as Bar;

test('each class has its packets in a row of its own, from the head on', () => {
  const classes = [
    { queued: 1, firstSlot: 0, slots: 1 },
    { queued: 3, firstSlot: 1, slots: 3 },
  ];
  const drawn = filled(bar, 2, classes, scene);
  const { height, middles } = barRows(bar, 2);
  for (const [row, [flow, count]] of (
    [
      [0, 1],
      [4, 3],
    ] as const
  ).entries()) {
    const own = drawn.filter((d) => d.colour === `flow ${flow}`);
    expect(own).toHaveLength(count);
    const heads = own.map((d) => d.x);
    expect(heads).toEqual([...heads].sort((a, b) => b - a));
    for (const d of own) {
      expect(d.top).toBeCloseTo((middles[row] ?? 0) - height / 2);
      expect(d.bottom).toBeCloseTo((middles[row] ?? 0) + height / 2);
    }
  }
  // Both queues begin at the head.
  expect(drawn.find((d) => d.colour === 'flow 0')?.x).toBe(drawn.find((d) => d.colour === 'flow 4')?.x);
  expect(drawn.filter((d) => d.colour === 'bg')).toHaveLength(1);
  expect(drawn.filter((d) => d.colour === 'line')).toHaveLength(1);
});

test('a class that is too long to be listed fills its row', () => {
  const long = [
    { queued: 39, firstSlot: 0, slots: 1 },
    { queued: 100, firstSlot: 1, slots: 3 },
  ];
  const drawn = filled(bar, 2, long, scene);
  expect(drawn.filter((d) => d.colour === 'flow 0')).toHaveLength(39);
  expect(drawn.filter((d) => d.colour === 'flow 4')).toHaveLength(bar.slots);
});

test('a queue without classes has one row; one that a lesson hides is empty', () => {
  const drawn = filled(bar, 1, [{ queued: 4, firstSlot: 0, slots: 4 }], scene);
  expect(drawn.filter((d) => /^flow/.test(d.colour)).map((d) => d.colour)).toEqual([
    'flow 0',
    'flow 4',
    'flow 4',
    'flow 4',
  ]);
  expect(drawn.some((d) => d.colour === 'line')).toBe(false);
  expect(filled(bar, 2, [], scene).map((d) => d.colour)).toEqual(['line']);
});
