import { describe, expect, test } from 'vitest';
import {
  CE_MARK,
  SceneChannel,
  SceneClass,
  SceneDrop,
  SceneFlow,
  SceneHead,
  ScenePacket,
  SceneSlot,
} from '../generated/boundary';
import { DropCause, decodePlot, FlowState, MarkKind, MarkList, PacketKind, SceneSection } from './sections';

/** A record with the given numbers; the others are 0. */
function record<R extends { readonly size: number }>(
  layout: R,
  values: Partial<Record<Exclude<keyof R, 'size'>, number>>,
): number[] {
  const numbers = new Array<number>(layout.size).fill(0);
  const places = new Map<string, number>(Object.entries(layout));
  for (const [name, value] of Object.entries<number | undefined>(values))
    numbers[places.get(name) ?? -1] = value ?? 0;
  return numbers;
}

test('a plot finds each series by its number', () => {
  const data = Float64Array.of(0, 1, 2, 3, 10, 11, 12, 13, 20, 21, Number.NaN, 23);
  const plot = decodePlot(data, [4, 9], 2);
  expect([...plot.x]).toEqual([0, 1, 2, 3]);
  expect([...(plot.y(4) ?? [])]).toEqual([10, 11, 12, 13]);
  expect(plot.y(9)?.[2]).toBeNaN();
  expect(plot.y(5)).toBeUndefined();
});

test('a plot that is cut short has no points', () => {
  const plot = decodePlot(Float64Array.of(0, 1, 2), [0], 2);
  expect(plot.x).toHaveLength(0);
  expect(plot.y(0)).toBeUndefined();
});

describe('a scene', () => {
  const head = record(SceneHead, {
    now: 1.5,
    channels: 2,
    classes: 3,
    flows: 1,
    packets: 2,
    slots: 3,
    drops: 1,
    jain: 0.9,
  });
  const first = {
    queuedPackets: 3,
    queuedBytes: 4500,
    busy: 1,
    carriedMbps: 9.5,
    drops: 7,
    marks: 2,
    slots: 2,
    classes: 2,
  };
  const second = { firstSlot: 2, slots: 1, firstClass: 2, classes: 1 };
  const channels = [...record(SceneChannel, first), ...record(SceneChannel, second)];
  const classes = [
    { queuedPackets: 1, slots: 1 },
    { queuedPackets: 2, firstSlot: 1, slots: 1 },
    { queuedPackets: 4, firstSlot: 2, slots: 1 },
  ].flatMap((numbers) => record(SceneClass, numbers));
  const flows = record(SceneFlow, {
    state: FlowState.running,
    cwnd: 12,
    ssthresh: Number.POSITIVE_INFINITY,
    flight: 11,
    srttMs: 40,
    throughputMbps: 5,
    retransmissions: 1,
  });
  const again = PacketKind.retransmission;
  const packets = [
    ...record(ScenePacket, { kind: again, start: 1.4, arrival: 1.6, bytes: 1500 }),
    ...record(ScenePacket, { channel: 1, kind: again + CE_MARK, start: 1.5, arrival: 1.7, bytes: 1500 }),
  ];
  const slots = [0, CE_MARK, again + CE_MARK].flatMap((kind) => record(SceneSlot, { kind }));
  const drops = record(SceneDrop, { time: 1.2, channel: 1, sequence: 99, cause: DropCause.early });
  const scene = new SceneSection(
    Float64Array.from([...head, ...channels, ...classes, ...flows, ...packets, ...slots, ...drops]),
  );

  test('a scene lists channels and flows', () => {
    expect([scene.now, scene.channelCount, scene.flowCount, scene.jain]).toEqual([1.5, 2, 1, 0.9]);
    expect([scene.queuedPackets(0), scene.queuedBytes(0), scene.carriedMbps(0)]).toEqual([3, 4500, 9.5]);
    expect([scene.busy(0), scene.busy(1)]).toEqual([true, false]);
    expect([scene.dropsSoFar(0), scene.marksSoFar(0)]).toEqual([7, 2]);
    expect([scene.state(0), scene.cwnd(0), scene.ssthresh(0)]).toEqual([
      FlowState.running,
      12,
      Number.POSITIVE_INFINITY,
    ]);
    expect([scene.inFlight(0), scene.srttMs(0), scene.throughputMbps(0)]).toEqual([11, 40, 5]);
    expect([scene.retransmissions(0), scene.timeouts(0)]).toEqual([1, 0]);
  });

  test('a scene lists packets, slots and drops', () => {
    expect([scene.packetChannel(0), scene.packetFlow(0), scene.packetKind(0)]).toEqual([
      0,
      0,
      PacketKind.retransmission,
    ]);
    expect([scene.packetKind(1), scene.packetMarked(1), scene.packetMarked(0)]).toEqual([
      PacketKind.retransmission,
      true,
      false,
    ]);
    expect([scene.packetStart(0), scene.packetArrival(0), scene.packetBytes(0)]).toEqual([1.4, 1.6, 1500]);
    expect([scene.firstSlot(0), scene.slotsOf(0), scene.firstSlot(1), scene.slotsOf(1)]).toEqual([
      0, 2, 2, 1,
    ]);
    expect([scene.slotFlow(1), scene.slotKind(1), scene.slotMarked(1)]).toEqual([0, 0, true]);
    expect([scene.slotKind(2), scene.slotMarked(2), scene.slotMarked(0)]).toEqual([2, true, false]);
    expect([scene.dropTime(0), scene.dropChannel(0), scene.dropFlow(0), scene.dropSequence(0)]).toEqual([
      1.2, 1, 0, 99,
    ]);
    expect(scene.dropCause(0)).toBe(DropCause.early);
  });

  test('a scene lists the packets of each class of a queue', () => {
    expect(scene.classesOf(0)).toEqual([
      { queued: 1, firstSlot: 0, slots: 1 },
      { queued: 2, firstSlot: 1, slots: 1 },
    ]);
    expect(scene.classesOf(1)).toEqual([{ queued: 4, firstSlot: 2, slots: 1 }]);
    expect(scene.classesOf(2)).toEqual([]);
  });

  test('an empty section is an empty scene', () => {
    const empty = new SceneSection(new Float64Array(0));
    expect([empty.channelCount, empty.flowCount, empty.packetCount]).toEqual([0, 0, 0]);
    expect(empty.jain).toBeNaN();
  });
});

describe('marks', () => {
  test('marks are added, and found by time', () => {
    const marks = new MarkList();
    for (let i = 0; i < 1000; i += 1) marks.append(Float64Array.of(i, i % 3, MarkKind.timeout));
    expect(marks.count).toBe(1000);
    expect([marks.time(700), marks.flow(700), marks.kind(700)]).toEqual([700, 1, 1]);
    expect([marks.firstAt(-1), marks.firstAt(699.5), marks.firstAt(700), marks.firstAt(5000)]).toEqual([
      0, 700, 700, 1000,
    ]);
  });

  test('overlapping marks are taken once, and none after a gap', () => {
    const marks = new MarkList();
    marks.append(Float64Array.of(1, 0, 0, 2, 0, 0), 0);
    marks.append(Float64Array.of(2, 0, 0, 3, 0, 0), 1);
    expect([marks.count, marks.time(2)]).toEqual([3, 3]);
    marks.append(Float64Array.of(9, 0, 0), 7);
    expect(marks.count).toBe(3);
  });
});
