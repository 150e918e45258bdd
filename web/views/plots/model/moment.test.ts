import { describe, expect, it } from 'vitest';
import { type BranchPlot, type Frame, moment, type ShownMoment } from '../../../store';
import { publishFrame } from '../../../store/frames';
import { run } from '../../../store/run';
import { session } from '../../../store/session';
import { decodePlot, decodeValues, FlowState } from '../../../worker/sections';
import { readingOf, valueAt, valueInBranch, valueNow } from './moment';

const none = Number.NaN;
const section = decodePlot(
  Float64Array.from([0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, none, none, 10, 12, 11, 13, none, none]),
  [7],
  4,
);

describe('values at a time', () => {
  it('reads the curve at or before the time', () => {
    expect(valueAt(section, 7, 1)).toBe(10);
    expect(valueAt(section, 7, 1.7)).toBe(12);
    expect(valueAt(section, 7, 3.4)).toBe(13);
  });

  it('has none before the curve begins, and none for another series', () => {
    expect(valueAt(section, 7, 0.5)).toBeNaN();
    expect(valueAt(section, 7, -2)).toBeNaN();
    expect(valueAt(section, 1, 2)).toBeNaN();
  });
});

describe('values now', () => {
  const series = [
    { owner: 'f1', kind: 'cwnd' },
    { owner: 'core/forward', kind: 'queue' },
    { owner: 'f1', kind: 'rtt' },
    { owner: 'f1', kind: 'ssthresh' },
  ];
  const scene = {
    state: () => FlowState.running,
    cwnd: () => 43,
    ssthresh: () => 37.1,
    queuedPackets: () => 2,
  };
  const frame = {
    run: 1,
    now: 3,
    known: 3.5,
    t0: 0,
    t1: 4,
    directory: { series, flows: [{ id: 'f1' }], channels: [{ id: 'core/forward' }] },
    scene,
    value: decodeValues(Float64Array.of(50, 5, 91.5), [0, 1, 2]),
    plot: decodePlot(
      Float64Array.from([1, 2, 3, 3.5, 80, 85, 87, 84, 40, 41, 42, 40, 90, 91, 92, 93]),
      [0, 1, 2],
      2,
    ),
  } as unknown as Frame;

  it('are those of the network, not the peak of a column', () => {
    expect(valueNow(frame, 0)).toBe(43);
    expect(valueNow(frame, 1)).toBe(2);
    expect(valueNow(frame, 3)).toBe(37.1);
    expect(valueNow(frame, 2)).toBe(91.5);
    // A flow that has not begun has none, whatever the curve's column has.
    const waiting = { ...frame, scene: { ...scene, state: () => FlowState.waiting } } as unknown as Frame;
    expect([0, 2, 3].map((number) => valueNow(waiting, number))).toEqual([none, none, none]);
    // The run is known beyond now: the series has no value yet, although the curve's column has one.
    expect(valueNow({ ...frame, value: () => none }, 2)).toBeNaN();
    // Without an exact value, the curve's.
    expect(valueNow({ ...frame, value: () => undefined }, 2)).toBe(92);
  });

  it('are those of the present, also where the plots do not show it', () => {
    expect(readingOf(frame)).toEqual({ t: 3, isNow: true, exact: frame });
    const zoomed = { ...frame, t1: 2 };
    expect(readingOf(zoomed)).toEqual({ t: 3, isNow: true, exact: zoomed });
  });

  it('are those of the crosshair, also after now as far as the run is known', () => {
    for (const t of [1, 3.4]) {
      session.setState({ cursor: t });
      expect(readingOf(frame)).toEqual({ t, isNow: false, exact: null });
    }
    session.setState({ cursor: 3.8 });
    expect(readingOf(frame)).toEqual({ t: 3, isNow: true, exact: frame });
    session.setState({ cursor: null });
  });

  it('are those of the network once it has been computed for the crosshair', () => {
    const directory = frame.directory;
    session.setState({ cursor: 1 });
    publishFrame(frame);
    const shown = { run: 1, cursor: 1, atS: 1, scene: { ...scene, cwnd: () => 7 }, directory };
    moment.setState({ shown: shown as unknown as ShownMoment });
    const { exact } = readingOf(frame);
    expect(exact && valueNow(exact, 0)).toBe(7);
    session.setState({ cursor: 2 });
    expect(readingOf(frame).exact).toBeNull();
    session.setState({ cursor: null });
    publishFrame(null);
  });

  it('are shown again when a pinned crosshair is out of view', () => {
    session.setState({ cursor: 1, cursorPinned: true });
    expect(readingOf({ ...frame, t0: 2 })).toMatchObject({ t: 3, isNow: true });
    session.setState({ cursor: null, cursorPinned: false });
  });

  it('are the last ones of a branch that is a little late while the run moves', () => {
    const branch = { known: 2.9, plot: frame.plot } as unknown as BranchPlot;
    const now = { t: 3, isNow: true, exact: null };
    const value = () => valueInBranch(frame, 0, branch, now);
    expect(value()).toBeNaN();
    run.setState({ playing: true });
    expect(value()).toBe(85);
    expect(valueInBranch(frame, 0, { ...branch, known: 2 }, now)).toBeNaN();
    // Under the crosshair it is not known yet.
    expect(valueInBranch(frame, 0, branch, { ...now, isNow: false })).toBeNaN();
    run.setState({ playing: false });
  });
});
