import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Scenario } from '../generated/types';
import { Stopped } from '../runner/client';
import { small } from '../worker/testing/fake-engine';
import { app } from './app';
import { check, send, startRun } from './connection';
import { documentStore, type History } from './document';
import { addFlow, addLink, edit, editAll, moveNode, redo, removeEdits, undo } from './edit-actions';
import { flowIndexOf, flowLabel, flowStyle, styleAt } from './flow-style';
import { latestFrame } from './frames';
import { seriesCsv, trace } from './lookups';
import { openScenario } from './open';
import { applyRemedy, leaveWithoutRoute, removeThings } from './removal';
import { restart } from './restart';
import { run } from './run';
import { pause, play, reset, setSpeed, stepBy } from './run-actions';
import { session } from './session';
import { BUFFER, beginAnew, intercept, openSmall, pass, say } from './testing/run';

const source = () => documentStore.getState().source;
const shown = () => documentStore.getState().shown;
const limit = () => shown().links[1]?.forward.queue?.params?.limitPackets;

beforeEach(beginAnew);

describe('before the run', () => {
  test('a change before the run is part of the document, and undo removes it', () => {
    edit(BUFFER, 20);
    expect(limit()).toBe(20);
    expect(source().edits).toEqual([]);
    undo();
    expect(limit()).toBe(40);
    redo();
    expect(limit()).toBe(20);
  });

  test('a change that the engine refuses leaves the document as it is', () => {
    edit('/title', 'fine');
    edit('/seed', 2);
    documentStore.setState((s) => ({ source: { ...s.source, title: 'bad' } }));
    edit('/seed', 3);
    expect(run.getState().editProblems).toMatchObject([{ pointer: '/title' }]);
    expect(source().seed).toBe(2);
  });

  test('a run that is played before a change has come on screen plays', () => {
    const late: Parameters<typeof say>[0][] = [];
    let slow = false;
    openSmall((message) => slow && late.push(message) > 0);
    const comesLate = (then: () => void) => {
      slow = true;
      edit(BUFFER, 20 + late.length);
      then();
      slow = false;
      for (const message of late.splice(0)) say(message);
    };
    comesLate(play);
    expect(run.getState().playing).toBe(true);
    pass(300);
    expect(latestFrame()?.now).toBeGreaterThan(0);
    restart();
    comesLate(pause);
    expect(run.getState().playing).toBe(false);
  });

  test('what is added is announced', () => {
    addLink('h1', 'h2');
    expect(app.getState().announcement).toBe('Added: link h1–h2');
    addFlow('h1', 'h2');
    expect(app.getState().announcement).toBe('Added: flow h1 → h2');
  });

  test('a drag is one step of history', () => {
    const steps = () => documentStore.temporal.getState().pastStates.length;
    const before = steps();
    for (let x = 1; x < 30; x += 1) moveNode('h1', x, 0);
    expect(steps()).toBe(before + 1);
    expect(shown().nodes[0]?.x).toBe(29);
    undo();
    expect(shown().nodes[0]?.x).toBe(0);
  });

  test('a drag of a value is named by its first and its last one', () => {
    for (const [from, to] of [
      [40, 35],
      [35, 30],
      [30, 20],
    ])
      edit(BUFFER, to, `buffer ${from} → ${to}`);
    pass(50);
    expect(documentStore.getState().label).toBe('buffer 40 → 20');
  });
});

describe('while it runs', () => {
  beforeEach(() => {
    play();
    pass(1000);
  });

  test('a change during the run is a timed edit, and is shown at once', () => {
    edit(BUFFER, 20);
    expect(source().edits).toMatchObject([{ path: BUFFER, value: 20 }]);
    expect(source().edits?.[0]?.atS).toBeGreaterThan(0.9);
    expect(limit()).toBe(20);
    expect(source().links).toBe(small.links);
  });

  test('of several changes, those before a refused one are made, and the reason is shown', () => {
    const changes = [
      { path: BUFFER, value: 20 },
      { path: '/flows/f1/algorithm', value: 'bad' },
    ];
    editAll(changes, 'two changes');
    expect(source().edits).toMatchObject([changes[0]]);
    expect(run.getState().editProblems).toMatchObject([{ problem: 'bad' }]);
  });

  test('undo removes the edit, replays to the same time, and goes on playing', () => {
    edit(BUFFER, 20);
    pass(500);
    const at = latestFrame()?.now ?? 0;
    undo();
    expect(source().edits).toEqual([]);
    expect(limit()).toBe(40);
    pass(200);
    const now = latestFrame()?.now ?? 0;
    expect(now).toBeGreaterThanOrEqual(at);
    expect(now).toBeLessThan(at + 0.4);
    expect(run.getState().playing).toBe(true);
    redo();
    expect(source().edits).toHaveLength(1);
  });

  test('moving a node neither restarts nor edits the run', () => {
    const number = latestFrame()?.run;
    moveNode('h1', 7, 8);
    pass(100);
    expect(source().edits).toEqual([]);
    undo();
    pass(100);
    expect(latestFrame()?.run).toBe(number);
  });

  test('an edit is shown only from its time on', () => {
    edit(BUFFER, 20);
    reset();
    pass(50);
    expect(limit()).toBe(40);
    expect(source().edits).toHaveLength(1);
    play();
    pass(1500);
    expect(limit()).toBe(20);
  });

  test('a run pauses, steps, and goes back to the start', () => {
    pause();
    // The run is a little past its last frame until the pause has sent another one.
    pass(50);
    const at = latestFrame()?.now ?? 0;
    stepBy('rtt');
    pass(50);
    expect(latestFrame()?.now).toBeCloseTo(at + 0.04, 3);
    reset();
    pass(50);
    expect(latestFrame()?.now).toBe(0);
    expect(run.getState()).toMatchObject({ playing: false, ended: false });
  });

  test('a step that finds nothing up to the end leaves the run where it is, and says so until something else happens', () => {
    pause();
    pass(50);
    const at = latestFrame()?.now ?? 0;
    stepBy('timeout');
    pass(300);
    expect(run.getState().noMark).toEqual({ unit: 'timeout', flow: -1 });
    expect(run.getState()).toMatchObject({ ended: false, playing: false, replayTo: null });
    expect(latestFrame()).toMatchObject({ now: at, known: 10 });
    stepBy('loss');
    expect(run.getState().noMark).toBeNull();
    pass(100);
    expect(latestFrame()?.now).toBeGreaterThan(at);
    // At the end there is nothing left.
    setSpeed(Number.POSITIVE_INFINITY);
    play();
    pass(300);
    stepBy('loss');
    expect(run.getState()).toMatchObject({ ended: true, noMark: { unit: 'loss', flow: -1 } });
    reset();
    expect(run.getState().noMark).toBeNull();
  });

  test('a change at the end applies from the start, and the run begins again', () => {
    setSpeed(Number.POSITIVE_INFINITY);
    pass(300);
    expect(run.getState()).toMatchObject({ ended: true, playing: false });
    edit(BUFFER, 20, 'buffer 40 → 20');
    expect(app.getState().announcement).toBe('Fork: buffer 40 → 20 at 0 s');
    expect(source().edits).toEqual([]);
    expect(limit()).toBe(20);
    expect(run.getState().playing).toBe(true);
  });

  test('a change from the start says which timed edit replaces it later, and that edit can be removed', () => {
    edit(BUFFER, 20);
    expect(run.getState().replacing).toEqual([]);
    setSpeed(Number.POSITIVE_INFINITY);
    pass(300);
    edit('/flows/f1/startS', 0);
    expect(run.getState().replacing).toEqual([]);
    pass(300);
    edit(BUFFER, 20);
    expect(run.getState().replacing).toEqual([]);
    pass(300);
    edit(BUFFER, 30);
    expect(run.getState().replacing).toMatchObject([{ path: BUFFER, value: 20 }]);
    pass(300);
    // Named by the value that it replaces, which is that of the start; one name for both changes of the field.
    expect(documentStore.getState().label).toBe('buffer 40 → 30');
    expect(limit()).toBe(20);
    removeEdits(run.getState().replacing);
    pass(300);
    expect(source().edits).toEqual([]);
    expect(limit()).toBe(30);
    undo();
    expect(source().edits).toMatchObject([{ path: BUFFER, value: 20 }]);
    expect(run.getState().replacing).toEqual([]);
  });

  test('a removed thing is deselected', () => {
    session.setState({ selection: { kind: 'flow', id: 'f1' } });
    removeThings([{ kind: 'flow', id: 'f1' }]);
    expect(shown().flows).toEqual([]);
    expect(session.getState().selection).toBeNull();
  });
});

test('a crash is reported, the document is intact, and a restart runs it again', async () => {
  play();
  pass(200);
  edit(BUFFER, 20);
  const before = source();
  send({ type: 'crash' });
  expect(run.getState()).toMatchObject({ status: 'crashed', playing: false });
  expect(source()).toBe(before);
  edit('/title', 'still editable');
  await restart();
  pass(100);
  expect(run.getState().status).toBe('ready');
  expect(latestFrame()?.now).toBe(0);
  play();
  pass(300);
  expect(latestFrame()?.now).toBeGreaterThan(0.2);
});

test('requests to an engine that stops fail, and changes without an answer are listed', async () => {
  play();
  pass(200);
  edit(BUFFER, 20);
  const before = source();
  // From here on the worker gets no messages.
  intercept(() => undefined);
  const asked = [check(JSON.stringify(small)), trace({ channel: false, number: 0 }, 0, 1), seriesCsv([0])];
  edit(BUFFER, 10);
  say({ type: 'crashed', message: 'gone' });
  for (const question of asked) await expect(question).rejects.toThrow(Stopped);
  expect(run.getState().lost).toEqual(['buffer 20 → 10']);
  expect(source()).toBe(before);
  // Later requests fail too, as long as there is no engine.
  await expect(check(JSON.stringify(small))).rejects.toThrow('gone');
  await restart();
  pass(100);
  expect(run.getState()).toMatchObject({ status: 'ready', lost: [] });
  expect(limit()).toBe(40);
});

test('a run during which the engine stops leaves nothing behind: the next change builds on the document before', async () => {
  intercept(() => undefined);
  edit('/seed', 9);
  say({ type: 'crashed', message: 'gone' });
  expect(run.getState().lost).toHaveLength(1);
  edit(BUFFER, 20);
  expect(limit()).toBe(20);
  expect(source().seed).toBe(small.seed);
  await restart();
  pass(100);
  expect(run.getState().directory?.flows).toHaveLength(1);
});

test('a document on which the engine stops leaves the name of the one before', async () => {
  const mine = { kind: 'own', id: 'mine', stamps: [], place: null } as const;
  app.setState({ origin: mine, opened: small });
  intercept((message) => {
    if (message.type === 'check') say({ type: 'answer', id: message.id, answer: message.ask.document });
  });
  await openScenario(JSON.stringify({ ...small, title: 'Another' }));
  expect(app.getState().origin).toEqual({ kind: 'new' });
  say({ type: 'crashed', message: 'gone' });
  expect(app.getState().origin).toEqual(mine);
  expect(source().title).toBe(small.title);
});

test('a locked page changes nothing', () => {
  session.setState({ embed: true });
  edit(BUFFER, 1);
  undo();
  expect(limit()).toBe(40);
});

test('documents are checked before they are opened', async () => {
  expect(await check(JSON.stringify({ ...small, title: 'bad' }))).toMatchObject({
    problems: [{ pointer: '/title' }],
  });
  expect(await check(JSON.stringify(small))).toEqual({ document: small });
});

describe('the look of a flow', () => {
  test('from the eleventh flow on, colours repeat with other dashes', () => {
    expect(styleAt(0)).toMatchObject({ variable: '--flow-1', dash: [] });
    expect(styleAt(10).variable).toBe('--flow-1');
    expect(styleAt(10).dash).toEqual(styleAt(3).dash);
  });

  test('flows are named after their algorithms, with numbers if names repeat', () => {
    const flows = [
      { id: 'a', from: 'x', to: 'y', algorithm: 'reno' as const },
      { id: 'b', from: 'x', to: 'y', algorithm: 'cubic' as const, name: 'Mine' },
      { id: 'c', from: 'x', to: 'y', algorithm: 'reno' as const },
    ];
    expect(flows.map((f) => flowLabel(flows, f.id, null))).toEqual(['reno 1', 'Mine', 'reno 2']);
    expect(flowStyle(0).label).toBe('reno');
  });
});

describe('a flow keeps its colour and dash while the document is open', () => {
  const flow = (id: string) => ({ id, from: 'h1', to: 'h2', algorithm: 'reno' as const });
  const three = { ...small, flows: ['f1', 'f2', 'f3'].map(flow) };
  const place = (id: string) => Number(/\d+$/.exec(flowStyle(flowIndexOf(id)).variable)?.[0]);
  const remove = (id: string) => edit(`/flows/${id}`, null);
  const open = (source: Scenario, history?: History) => {
    startRun(source, { kind: 'open', ...(history ? { history } : {}) }, 0, false);
    pass(50);
  };

  test('when another flow is removed before the run, and when that is undone', () => {
    open(three);
    expect([place('f1'), place('f2'), place('f3')]).toEqual([1, 2, 3]);
    remove('f2');
    pass(50);
    expect(run.getState().directory?.flows.map((f) => f.id)).toEqual(['f1', 'f3']);
    expect([place('f1'), place('f3')]).toEqual([1, 3]);
    // A new flow does not take the style of the one that an undo would bring back.
    edit('/flows/f4', flow('f4'));
    pass(50);
    expect([place('f3'), place('f4')]).toEqual([3, 4]);
    undo();
    undo();
    pass(50);
    expect([place('f1'), place('f2'), place('f3')]).toEqual([1, 2, 3]);
  });

  test('when it comes back with its history; a document opened afresh counts its own flows', () => {
    const two = { ...three, flows: [flow('f1'), flow('f3')] };
    open(two, { label: 'remove f2', pastStates: [{ source: three, label: '' }], futureStates: [] });
    expect([place('f1'), place('f3')]).toEqual([1, 3]);
    open(two);
    expect([place('f1'), place('f3')]).toEqual([1, 2]);
  });

  test('when the run begins again without a flow that a timed edit added', () => {
    const edits = ['f2', 'f3'].map((id, i) => ({ atS: 1 + i, path: `/flows/${id}`, value: flow(id) }));
    open({ ...small, edits });
    removeEdits(edits.slice(0, 1));
    pass(50);
    startRun({ ...source(), flows: [flow('f1'), flow('f3')], edits: [] }, { kind: 'keep' }, 0, false);
    pass(50);
    expect([place('f1'), place('f3')]).toEqual([1, 3]);
  });
});

test('storage that throws does no harm', async () => {
  const { readItem, writeItem, removeItem } = await import('./storage');
  const refuse = vi.fn(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  const hostile = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(readItem('x', hostile)).toBeNull();
  expect(writeItem('x', 'y', hostile)).toBe(false);
  removeItem('x', hostile);
  expect(refuse).toHaveBeenCalledTimes(3);
});

describe('a link without which a flow has no route', () => {
  const removeLink = () => removeThings([{ kind: 'link', id: 'core' }]);
  const links = () => shown().links.map(({ id }) => id);

  test.for([
    ['at the start', 0],
    ['during the run', 300],
    ['at its end', Number.POSITIVE_INFINITY],
  ] as const)('is removed with the flow, if one wants, %s', ([, ms]) => {
    if (ms > 0) play();
    if (ms > 300) setSpeed(ms);
    if (ms > 0) pass(300);
    session.setState({ selection: { kind: 'link', id: 'core' } });
    const asked = source();
    removeLink();
    pass(100);
    expect(source()).toBe(asked);
    expect(session.getState().selection).toEqual({ kind: 'link', id: 'core' });
    const remedy = run.getState().remedy;
    expect(remedy).toMatchObject({
      kind: 'flows',
      what: 'link r1 – h2',
      flows: ['f1'],
      label: 'remove link r1 – h2',
    });
    // A run cannot begin without a route.
    expect(remedy?.kind === 'flows' && remedy.without !== null).toBe(ms === 300);
    applyRemedy();
    pass(100);
    expect(shown().flows).toEqual([]);
    expect(links()).toEqual(['in']);
    expect(run.getState()).toMatchObject({ editProblems: [], remedy: null });
    expect(session.getState().selection).toBeNull();
  });

  test('can be removed alone during the run', () => {
    play();
    pass(300);
    removeLink();
    leaveWithoutRoute();
    pass(100);
    expect(links()).toEqual(['in']);
    expect(shown().flows).toHaveLength(1);
    expect(run.getState().remedy).toBeNull();
  });
});

describe('a change that fluid cannot follow', () => {
  const offered = () => vi.waitFor(() => expect(run.getState().remedy).not.toBeNull());
  const algorithm = () => shown().flows[0]?.algorithm;

  test.for([0, 300])('a change that fluid refuses is offered for packets, after %i ms', async (ms) => {
    edit('/engine', 'fluid');
    if (ms > 0) play();
    pass(ms);
    const at = latestFrame()?.now ?? 0;
    edit('/flows/f1/algorithm', 'tfrc', 'Reno → TFRC');
    expect(run.getState().editProblems).toMatchObject([{ problem: 'TFRC has no fluid form' }]);
    expect(algorithm()).toBe('reno');
    await offered();
    applyRemedy();
    pass(100);
    expect(source().engine).toBe('packet');
    expect(algorithm()).toBe('tfrc');
    expect(source().edits).toHaveLength(ms > 0 ? 1 : 0);
    expect(latestFrame()?.now).toBeGreaterThanOrEqual(at);
    expect(run.getState()).toMatchObject({ editProblems: [], remedy: null });
    expect(run.getState().obstacles).toMatchObject([{ problem: 'TFRC has no fluid form' }]);
  });

  test('a change that packets refuse too is not offered', async () => {
    edit('/engine', 'fluid');
    edit('/title', 'bad');
    edit('/seed', 3);
    expect(run.getState().editProblems).toHaveLength(1);
    await check('{"title":"fine","flows":[]}');
    expect(run.getState().remedy).toBeNull();
  });
});
