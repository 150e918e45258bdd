/** Sections of the real module, decoded as on the page, compared with other outputs of the engine for the same run. */
import { describe, expect, test } from 'vitest';
import { Extremes, PlotColumn } from '../../web/generated/boundary';
import type { Directory, Moment, Results, Scenario } from '../../web/generated/types';
import type { BatchEngine, Engine, EngineLab } from '../../web/worker/engine';
import { read } from '../../web/worker/engine';
import {
  DropCause,
  decodePlot,
  decodeValues,
  FlowState,
  MarkKind,
  MarkList,
  namesOf,
  PacketKind,
  SceneSection,
} from '../../web/worker/sections';
import { galleryScenario, pageEngine, runEngine } from '../support/engine';

interface RunState {
  lab: EngineLab;
  directory: Directory;
  results: Results;
  scene: SceneSection;
  marks: MarkList;
}

/** A gallery scenario run to a time, with its sections as the page gets them. */
async function upTo(engine: Engine | BatchEngine, scenario: Scenario, atS: number): Promise<RunState> {
  const lab = engine.load(JSON.stringify(scenario));
  while (lab.now() < atS) lab.step(atS, 100_000);
  const scene = new SceneSection(engine.section(lab, lab.scene()).slice());
  const marks = new MarkList();
  marks.append(engine.section(lab, lab.marks(0)));
  return { lab, directory: read(lab.directory()), results: read(lab.results()), scene, marks };
}

/** What happened to a flow or a channel of a run since its beginning. */
function momentsOf({ lab }: RunState, channel: boolean, number: number): Moment[] {
  const trace = lab.trace(channel, number, 0, lab.now(), 1_000_000);
  while (!trace.advance(1_000_000));
  const moments = read(trace.moments());
  trace.free();
  return moments;
}

const numbers = (n: number) => Array.from({ length: n }, (_, i) => i);

/** The same with RED, which marks the first flow's packets and drops those of a second flow without ECN. */
async function marked(): Promise<Scenario> {
  const scenario = await galleryScenario('one-reno');
  return {
    ...scenario,
    links: scenario.links.map((link) =>
      link.id === 'core' ? { ...link, forward: { ...link.forward, queue: { kind: 'red' } } } : link,
    ),
    flows: scenario.flows.flatMap((f) => [
      { ...f, stack: { kind: 'rfc', params: { ecn: true } } },
      { ...f, id: 'plain', stack: { kind: 'rfc', params: { ecn: false } } },
    ]),
  };
}

describe.each([
  ['one Reno', 12, () => galleryScenario('one-reno')],
  ['marks and early drops', 10.1, marked],
])('%s at %f s', async (_name, atS, make) => {
  const engine = await runEngine();
  const scenario = await make();
  const state = await upTo(engine, scenario, atS);
  const { lab, directory, results, scene, marks } = state;

  test('the scene agrees with directory and results', () => {
    expect(scene.now).toBe(lab.now());
    expect(scene.now).toBe(atS);
    expect([scene.channelCount, scene.flowCount]).toEqual([
      directory.channels.length,
      directory.flows.length,
    ]);
    for (const f of numbers(scene.flowCount)) {
      const flow = results.flows.find((r) => r.id === directory.flows[f]?.id);
      expect([scene.retransmissions(f), scene.timeouts(f)]).toEqual([flow?.retransmissions, flow?.timeouts]);
      expect(scene.state(f)).toBe(FlowState.running);
      expect(scene.cwnd(f)).toBeGreaterThanOrEqual(1);
      expect(scene.srttMs(f)).toBeGreaterThan(directory.flows[f]?.baseRttMs ?? Number.NaN);
    }
    for (const c of numbers(scene.channelCount)) {
      const queue = results.queues.find((q) => q.id === directory.channels[c]?.id);
      // Channels that carry no flow are not in the results.
      if (!queue) continue;
      expect([scene.dropsSoFar(c), scene.marksSoFar(c)]).toEqual([queue.drops, queue.marks]);
    }
  });

  test('packets in flight belong to their channels, and queue slots to queued packets', () => {
    expect(scene.packetCount).toBeGreaterThan(5);
    for (const p of numbers(scene.packetCount)) {
      const channel = directory.channels[scene.packetChannel(p)];
      expect(directory.flows[scene.packetFlow(p)]).toBeDefined();
      expect([...namesOf(PacketKind).keys()]).toContain(scene.packetKind(p));
      expect(scene.packetArrival(p)).toBeGreaterThanOrEqual(scene.now);
      // Propagation plus transmission time.
      const { rateMbps = 0, delayMs = 0 } = channel ?? {};
      const way = delayMs / 1e3 + (8 * scene.packetBytes(p)) / (rateMbps * 1e6);
      expect(scene.packetArrival(p) - scene.packetStart(p)).toBeCloseTo(way, 8);
    }
    let slots = 0;
    for (const c of numbers(scene.channelCount)) {
      expect([scene.firstSlot(c), scene.slotsOf(c)]).toEqual([slots, scene.queuedPackets(c)]);
      // Drop-tail has no classes: all packets are of one.
      const all = { queued: scene.queuedPackets(c), firstSlot: slots, slots: scene.slotsOf(c) };
      expect(scene.classesOf(c)).toEqual([all]);
      slots += scene.slotsOf(c);
      if (scene.queuedPackets(c) > 0) {
        expect(scene.busy(c)).toBe(true);
        expect(scene.queuedBytes(c)).toBeGreaterThan(0);
      }
    }
    expect(scene.slotCount).toBe(slots);
    for (const s of numbers(slots)) {
      expect(directory.flows[scene.slotFlow(s)]).toBeDefined();
      expect([PacketKind.data, PacketKind.retransmission]).toContain(scene.slotKind(s));
    }
  });

  test('the last drops are those in the traces of their channels', () => {
    const causes = namesOf(DropCause);
    const traced = numbers(scene.channelCount).flatMap((c) =>
      momentsOf(state, true, c).flatMap(({ atS, effects }) =>
        effects.flatMap((e) =>
          e.kind === 'dropped' ? [{ atS, c, flow: e.flow, sequence: e.seq, cause: e.cause }] : [],
        ),
      ),
    );
    const listed = numbers(scene.dropCount).map((d) => ({
      atS: scene.dropTime(d),
      c: scene.dropChannel(d),
      flow: scene.dropFlow(d),
      sequence: scene.dropSequence(d),
      cause: causes.get(scene.dropCause(d)),
    }));
    expect(new Set(listed.map((d) => d.cause))).toEqual(new Set([make === marked ? 'early' : 'overflow']));
    expect(listed).toEqual(traced.sort((a, b) => a.atS - b.atS).slice(-listed.length));
  });

  test('marks are those in the traces of their flows', () => {
    const names = namesOf(MarkKind);
    const kinds = new Set(numbers(marks.count).map((i) => names.get(marks.kind(i))));
    expect([kinds.has('ecn'), kinds.has('drop'), kinds.has('loss')]).toEqual([make === marked, true, true]);
    for (const f of numbers(scene.flowCount)) {
      const traced = momentsOf(state, false, f).flatMap(({ atS, effects }) =>
        effects.flatMap((e) => (e.kind === 'mark' ? [[atS, e.mark]] : [])),
      );
      const decoded = numbers(marks.count)
        .filter((i) => marks.flow(i) === f && marks.kind(i) !== MarkKind.drop)
        .map((i) => [marks.time(i), names.get(marks.kind(i))]);
      expect(decoded).toEqual(traced);
    }
  });

  test('curves end at the time of the scene, and agree with the CSV export', () => {
    const columns = 64;
    const wanted = directory.series.flatMap((s, n) => (['cwnd', 'queue'].includes(s.kind) ? [n] : []));
    const plot = decodePlot(
      engine.section(lab, lab.plot(Uint32Array.from(wanted), 0, atS, columns)).slice(),
      wanted,
      columns,
    );
    expect(plot.x).toHaveLength(PlotColumn.size * columns);
    expect(plot.x[0]).toBeCloseTo(atS / plot.x.length / 2, 12);
    for (const n of wanted) {
      const y = [...(plot.y(n) ?? [])];
      // The rows of the CSV: time, minimum, maximum, last.
      const rows = lab
        .csv(n)
        .trim()
        .split('\n')
        .slice(1)
        .map((row) => row.split(',').map(Number));
      const known = y.filter((v) => !Number.isNaN(v));
      expect(Math.max(...known)).toBeCloseTo(Math.max(...rows.map((r) => r[2] ?? Number.NaN)), 3);
      expect(Math.min(...known)).toBeCloseTo(Math.min(...rows.map((r) => r[1] ?? Number.NaN)), 3);
      const { owner, kind } = directory.series[n] ?? {};
      const last = rows.at(-1)?.[3] ?? Number.NaN;
      if (kind === 'cwnd')
        expect(last).toBeCloseTo(scene.cwnd(directory.flows.findIndex((f) => f.id === owner)), 3);
      else expect(last).toBe(scene.queuedPackets(directory.channels.findIndex((c) => c.id === owner)));
    }
  });

  test('present values are the last ones of the CSV export', () => {
    const all = directory.series.map((_, n) => n);
    const value = decodeValues(engine.section(lab, lab.values(Uint32Array.from(all))).slice(), all);
    for (const n of all) {
      const rows = lab.csv(n).trim().split('\n').slice(1);
      const last = rows.length > 0 ? Number(rows.at(-1)?.split(',')[3]) : Number.NaN;
      // The CSV has six digits.
      if (Number.isFinite(last))
        expect(Math.abs((value(n) ?? 0) - last)).toBeLessThanOrEqual(1e-5 * Math.abs(last));
      else expect(value(n)).toEqual(last);
    }
    expect(value(all.length)).toBeUndefined();
  });

  test('extremes over the whole run agree with the curves', async () => {
    const desk = await pageEngine();
    const lab = desk.load(JSON.stringify(scenario));
    while (lab.now() < scenario.durationS) lab.step(scenario.durationS, 100_000);
    const n = directory.series.findIndex((s) => s.kind === 'cwnd');
    const columns = 32;
    const spans = desk.section(lab, lab.extremes(Uint32Array.of(n), columns)).slice();
    expect(spans).toHaveLength(Extremes.size * columns);
    const length = lab.plot(Uint32Array.of(n), 0, scenario.durationS, columns);
    const y = decodePlot(desk.section(lab, length).slice(), [n], columns).y(n) ?? [];
    for (const c of numbers(columns)) {
      const at = (place: number) => spans[Extremes.size * c + place];
      const both = [y[PlotColumn.size * c + PlotColumn.earlier], y[PlotColumn.size * c + PlotColumn.later]];
      expect([at(Extremes.min), at(Extremes.max)]).toEqual(both.sort((a = 0, b = 0) => a - b));
      expect(at(Extremes.last)).toBeGreaterThanOrEqual(at(Extremes.min) ?? Number.NaN);
      expect(at(Extremes.last)).toBeLessThanOrEqual(at(Extremes.max) ?? Number.NaN);
    }
    lab.free();
  });
});

test('a mark is shown on its packet and counted at its queue', async () => {
  const engine = await runEngine();
  const { lab, directory } = await upTo(engine, await marked(), 5);
  const core = directory.channels.findIndex((c) => c.id === 'core/forward');
  const inScene = () => new SceneSection(engine.section(lab, lab.scene()));
  const flowsOfMarked = (scene: SceneSection) => [
    ...numbers(scene.packetCount).flatMap((p) => (scene.packetMarked(p) ? [scene.packetFlow(p)] : [])),
    ...numbers(scene.slotCount).flatMap((s) => (scene.slotMarked(s) ? [scene.slotFlow(s)] : [])),
  ];
  // Steps are shorter than the delay of the channel, so that no marked packet is missed.
  let before = inScene().marksSoFar(core);
  for (let seen = 0; seen < 3; ) {
    lab.step(lab.now() + 0.002, 100_000);
    const scene = inScene();
    const now = scene.marksSoFar(core);
    if (now > before) {
      expect(flowsOfMarked(scene)).toContain(directory.flows.findIndex((f) => f.id === 'f1'));
      expect(flowsOfMarked(scene)).not.toContain(directory.flows.findIndex((f) => f.id === 'plain'));
      expect(read(lab.results()).queues.find((q) => q.id === 'core/forward')?.marks).toBe(now);
      seen += 1;
    }
    before = now;
    expect(lab.now()).toBeLessThan(60);
  }
});

test('a queue with classes lists the packets of each', async () => {
  const engine = await runEngine();
  const { lab, directory } = await upTo(engine, await galleryScenario('l4s'), 5);
  const core = directory.channels.findIndex((c) => c.id === 'core/forward');
  const row = read(engine.catalogue()).queues.find((q) => q.id === directory.channels[core]?.discipline);
  const seen = new Map<string, Set<string>>();
  for (let i = 0; i < 200; i++) {
    lab.step(lab.now() + 0.01, 100_000);
    const scene = new SceneSection(engine.section(lab, lab.scene()));
    const classes = scene.classesOf(core);
    expect(classes).toHaveLength(row?.classes.length ?? 0);
    expect(classes.reduce((sum, c) => sum + c.queued, 0)).toBe(scene.queuedPackets(core));
    let next = scene.firstSlot(core);
    classes.forEach(({ queued, firstSlot, slots }, number) => {
      expect([firstSlot, slots]).toEqual([next, queued]);
      next += slots;
      const flows = seen.get(row?.classes[number] ?? '') ?? new Set();
      seen.set(row?.classes[number] ?? '', flows);
      for (let s = firstSlot; s < next; s++) flows.add(directory.flows[scene.slotFlow(s)]?.algorithm ?? '');
    });
    expect(next).toBe(scene.firstSlot(core) + scene.slotsOf(core));
  }
  expect(Object.fromEntries(seen)).toEqual({ L: new Set(['prague']), C: new Set(['cubic']) });
  lab.free();
});

test('a fluid run has the same scene without packets', async () => {
  const engine = await runEngine();
  const scenario = await galleryScenario('one-reno');
  const state = await upTo(engine, { ...scenario, engine: 'fluid' }, 8);
  const { scene, directory } = state;
  expect([scene.now, scene.channelCount, scene.flowCount]).toEqual([
    8,
    directory.channels.length,
    directory.flows.length,
  ]);
  expect([scene.packetCount, scene.dropCount]).toEqual([0, 0]);
  const waiting = numbers(scene.channelCount).reduce((sum, c) => sum + scene.slotsOf(c), 0);
  expect(scene.slotCount).toBe(waiting);
  expect(scene.state(0)).toBe(FlowState.running);
});
