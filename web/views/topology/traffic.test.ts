import { expect, test, vi } from 'vitest';
import type { Directory } from '../../generated/types';
import type { SceneSection } from '../../worker/sections';
import type { Layout } from './layout-types';
import { TrafficPainter } from './traffic';

vi.mock('../../ui/palette', () => ({ flowColour: () => '', palette: () => ({ token: {}, dark: false }) }));

/** A scene with packets in flight over the only channel from 1 to 3 s. */
const scene = (now: number, packets: number) =>
  ({
    now,
    packetCount: packets,
    packetChannel: () => 0,
    packetFlow: () => 0,
    packetKind: () => 0,
    packetMarked: () => false,
    packetStart: () => 1,
    packetArrival: () => 3,
    channelCount: 1,
    busy: () => packets > 0,
    dropCount: 0,
  }) as unknown as SceneSection;

const directory = {
  channels: [{ link: 'l', delayMs: 2000 }],
  flows: [{ path: [0] }],
} as unknown as Directory;
const layout = {
  channels: [
    { width: 8, track: { from: { x: 0, y: 0 }, ux: 1, uy: 0, length: 100 }, bar: null, classes: [] },
  ],
} as unknown as Layout;

/** How many pieces of packets are drawn. */
function drawn(painter: TrafficPainter, realMs: number): number {
  const fillRect = vi.fn();
  const context = { fillRect, setTransform: () => undefined } as unknown as CanvasRenderingContext2D;
  painter.draw(context, layout, realMs, { compact: false, still: false, resolution: 1 });
  return fillRect.mock.calls.length;
}

test('a frame that does not go on shows its own packets only', () => {
  const painter = new TrafficPainter();
  painter.frame(scene(1.9, 2), directory, 0, true);
  painter.frame(scene(2, 2), directory, 33, false);
  painter.clock.settle();
  const before = drawn(painter, 100);
  expect(before).toBeGreaterThan(0);
  // An undo at the same moment: the packets never left.
  painter.frame(scene(2, 0), directory, 200, false);
  expect(drawn(painter, 300)).toBe(0);
});
