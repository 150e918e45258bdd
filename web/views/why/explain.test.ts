import { expect, test } from 'vitest';
import type { Effect, Moment, Param, Rule, Variable } from '../../generated/types';
import {
  dropOf,
  duplicateAcks,
  hadNewAck,
  insertNumbers,
  lossStoryAt,
  lostPacket,
  occasionOf,
  packetNumber,
  payloadOf,
  reportedMark,
  ruleOf,
  sendingOf,
  storySteps,
  withDrop,
} from './explain';
import { pickMoment } from './pick';

const state = (cwnd: number, recovering = false) => ({ cwnd, variables: [], recovering });
const packet = (seq: number, len = 1000, kind: 'data' | 'retransmission' = 'data'): Effect =>
  ({ kind: 'sent', flow: 0, packet: kind, seq, len }) as unknown as Effect;
const acks = (ack: number) =>
  ({ kind: 'ack', flow: 0, packet: 'ack', seq: 0, len: 0, ack }) as unknown as Moment['cause'];
const moment = (atS: number, cause: Moment['cause'], more: Partial<Moment> = {}): Moment => ({
  atS,
  events: Math.round(atS * 1000),
  cause,
  effects: [],
  calls: [],
  before: state(80),
  after: state(80),
  ...more,
});
const full = { packets: 60, waitedMs: 0, variables: [] };
const dropped: Effect = { kind: 'dropped', channel: 0, flow: 0, seq: 5000, cause: 'overflow', queue: full };
const response: Effect = {
  kind: 'response',
  window: 78.2,
  flight: 80,
  inFlight: 61,
  decreaseFrom: 78,
  fromWindow: false,
  repeated: false,
};

const list = [
  moment(1, { kind: 'other' }, { effects: [dropped] }),
  moment(1.1, acks(4000)),
  moment(1.2, acks(5000)),
  moment(1.3, acks(5000)),
  moment(1.35, { kind: 'timer', timer: 'pace' }),
  moment(1.4, acks(5000)),
  moment(1.5, acks(5000), {
    rule: 'loss',
    effects: [{ kind: 'mark', mark: 'loss' }, response, packet(5000, 1000, 'retransmission')],
    after: state(39, true),
  }),
  moment(1.6, acks(9000), { before: state(39, true), after: state(39) }),
];

test('the third duplicate ACK is the fourth ACK that asks for the packet', () => {
  expect(duplicateAcks(list, 6)).toEqual([3, 5, 6]);
  expect(duplicateAcks(list, 2)).toEqual([]);
  // If the first one is before the known moments, the number is unknown.
  expect(duplicateAcks(list.slice(3), 3)).toEqual([]);
});

test('an ACK for new data is known that did not restart the timer which expired', () => {
  const expired = (rtoMs: number) =>
    moment(2.6, { kind: 'timer', timer: 'retransmit' }, { before: { ...state(39, true), rtoMs } });
  const partial = moment(1.9, acks(12000));
  // The ACK at 1.6 s restarted the timer, whether or not one came after it.
  expect(hadNewAck([...list, expired(1000)], 8)).toBe(false);
  expect(hadNewAck([...list, partial, expired(1000)], 9)).toBe(true);
  // A duplicate is no ACK for new data.
  expect(hadNewAck([...list, moment(1.9, acks(9000)), expired(1000)], 9)).toBe(false);
});

test('the drop behind a loss is looked for some round trips back, then for two timeouts more', async () => {
  const loss = { ...(list[6] as Moment), before: { ...state(80), srttMs: 50, rtoMs: 300 } };
  const near = [...list.slice(3, 6), loss];
  const asked: number[] = [];
  const ask = (fromS: number) => {
    asked.push(fromS);
    return Promise.resolve([...list.slice(0, 6), loss].filter((m) => m.atS >= fromS));
  };
  // 1.5 s less 150 ms is in what is known; less another 600 ms there is the drop.
  const [moments, place] = await withDrop(near, 3, ask, 1000);
  expect([moments.length, place, asked.map((t) => Math.round(t * 1000))]).toEqual([7, 6, [750]]);
  expect(lossStoryAt(moments, place).drop).toBe(0);
  // What is known already, or as much as there may be, is not asked for again.
  expect(await withDrop(moments, place, ask, 1000)).toEqual([moments, place]);
  expect(await withDrop(near, 3, ask, near.length)).toEqual([near, 3]);
  expect(asked).toHaveLength(1);
});

test('a loss goes back to the drop of the retransmitted packet', () => {
  const lost = lostPacket(list, 6);
  expect(lost).toEqual({ seq: 5000, len: 1000 });
  // A later retransmission is the packet that the last ACK asked for.
  const later = [...list.slice(0, 6), { ...(list[4] as Moment), rule: 'timeout' as const }];
  expect(lostPacket(later, 6)).toEqual({ seq: 5000, len: 1 });
  expect(dropOf(list, 6, lost ?? { seq: 0, len: 0 })).toBe(0);
  expect(dropOf(list, 6, { seq: 6000, len: 1000 })).toBe(-1);
  expect(storySteps(list, 6, 0)).toEqual([0, 3, 5, 6, 7]);
});

test('the occasion of a moment', () => {
  expect(list.map(occasionOf)).toEqual([
    'drop',
    'steady',
    'steady',
    'steady',
    'steady',
    'steady',
    'loss',
    'steady',
  ]);
});

test('packets are counted from 1', () => {
  expect([packetNumber(0, 1448), packetNumber(1447, 1448), packetNumber(1448, 1448)]).toEqual([1, 1, 2]);
});

const rule = (on: Rule['on'], formula: string): Rule => ({ on, formula, words: '', source: '' });
const beta = { id: 'beta', symbol: 'β', default: 0.7 } as Param;
const write = (x: number) => String(x);

test('a formula shows the packets in flight that the rule used, not those between events', () => {
  const halve = rule('loss', 'W, ssthresh ← max(flight/2, 2)');
  expect(insertNumbers(list[6] as Moment, halve, { params: [], variables: [] }, {}, write)).toEqual({
    formula: 'W, ssthresh ← max(78/2, 2)',
    flight: 78,
    inFlight: null,
    sent: 80,
    fromWindow: false,
    window: null,
  });
});

test('a parameter has the set value, unless an edit may have changed it', () => {
  const cubic = rule('loss', 'ssthresh ← β·flight');
  const row = { params: [beta], variables: [] };
  const formula = (settings: Record<string, number> | null) =>
    insertNumbers(list[6] as Moment, cubic, row, settings, write)?.formula;
  expect(formula({})).toBe('ssthresh ← 0.7·78');
  expect(formula({ beta: 0.5 })).toBe('ssthresh ← 0.5·78');
  expect(formula(null)).toBe('ssthresh ← β·78');
});

test('a window on the right-hand side is explained beside the formula', () => {
  const vegas = rule('loss', 'W ← 3W/4');
  expect(insertNumbers(list[6] as Moment, vegas, { params: [], variables: [] }, {}, write)?.window).toBe(
    78.2,
  );
  expect(
    insertNumbers(list[6] as Moment, rule('timeout', 'W ← 1'), { params: [], variables: [] }, {}, write),
  ).toBeNull();
});

test('a controller without slow start uses its rule of congestion avoidance from the first ACK', () => {
  const early = moment(1, acks(1), { rule: 'slow-start' });
  const avoidance = rule('avoidance', '');
  expect(ruleOf(early, [avoidance], [])).toBe(avoidance);
  expect(ruleOf(early, [avoidance, rule('slow-start', '')], [])?.on).toBe('slow-start');
});

test('BBR’s window after a loss is what was in flight then, not what was sent', () => {
  const bbr = rule('loss', 'W ← inflight + delivered');
  const numbers = insertNumbers(list[6] as Moment, bbr, { params: [], variables: [] }, {}, write);
  expect(numbers).toMatchObject({ formula: 'W ← 61 + delivered', inFlight: 61, flight: null, window: null });
});

const variable = (symbol: string, unit = ''): Variable => ({ id: symbol, name: symbol, symbol, unit });
const withVariables = (on: Rule['on'], before: number[], after: number[]): Moment => {
  const given = moment(1, acks(1), { rule: on });
  const of = (variables: number[]) => ({ ...given.before, variables });
  return { ...given, before: of(before), after: of(after) };
};

test('variables that stay have their values where they are used, and none where they are set', () => {
  const prague = rule('ecn', 'α ← α + g·(F − α) a virtual round; w, ssthresh ← w·(1 − α/2)');
  const row = { params: [], variables: [variable('w', 'packets'), variable('α'), variable('R', 'ms')] };
  const marked = withVariables('ecn', [51, 0.034, 20], [50.14, 0.034, 20]);
  expect(insertNumbers(marked, prague, row, {}, write)).toMatchObject({
    formula: 'α ← 0.034 + g·(F − 0.034) a virtual round; w, ssthresh ← w·(1 − 0.034/2)',
    // The table shows this variable.
    window: null,
  });
  // What is assigned together with something else keeps its symbol.
  const still = withVariables('ecn', [51, 0.034, 20], [51, 0.034, 20]);
  expect(insertNumbers(still, prague, row, {}, write)?.formula).toBe(
    'α ← 0.034 + g·(F − 0.034) a virtual round; w, ssthresh ← 51·(1 − 0.034/2)',
  );
  const twice = rule('loss', '1/α ← 1/(2α)');
  expect(insertNumbers(marked, twice, row, {}, write)?.formula).toBe('1/α ← 1/(2·0.034)');
  const rate = rule('avoidance', 'W ← W·R');
  expect(insertNumbers(marked, rate, row, {}, write)).toBeNull();
});

test('what a formula sets has its new value in the assignments after it, and its old one in its own', () => {
  const cubic = rule(
    'loss',
    'W_max ← W·(1 + β)/2 if ⌊W⌋ < ⌊W_max⌋; ssthresh ← β·flight; K ← ∛((W_max − ssthresh)/C)',
  );
  const row = { params: [beta], variables: [variable('W_max', 'packets'), variable('K', 's')] };
  const lost = withVariables('loss', [60, 4.1], [41.37, 3.93]);
  const given = { ...lost, after: { ...lost.after, ssthresh: 34.3 } };
  expect(insertNumbers(given, cubic, row, {}, write)?.formula).toBe(
    'W_max ← W·(1 + 0.7)/2 if ⌊W⌋ < ⌊W_max⌋; ssthresh ← 0.7·flight; K ← ∛((41.37 − 34.3)/C)',
  );
});

test('a mark is that of the packet whose ACK arrives, not of one that the receiver has now', () => {
  const echo = (ack: number): Effect =>
    ({
      kind: 'sent',
      flow: 0,
      packet: 'ack',
      seq: 0,
      len: 0,
      ack,
      echo: true,
      sacks: 0,
    }) as unknown as Effect;
  const data = (seq: number) =>
    ({ kind: 'data', flow: 0, packet: 'data', seq, len: 1000, marked: true }) as unknown as Moment['cause'];
  const arrival = (ack: number) => ({ ...acks(ack), echo: true, sacks: 0 }) as Moment['cause'];
  const marks = [
    moment(1, data(3000), { effects: [echo(4000)] }),
    moment(1.1, data(4000), { effects: [echo(5000)] }),
    moment(1.2, arrival(4000)),
    moment(1.3, arrival(5000)),
    // An ACK from before the known moments.
    moment(1.4, arrival(2000)),
  ];
  expect([2, 3, 4].map((place) => sendingOf(marks, place))).toEqual([0, 1, -1]);
  expect([2, 3, 4].map((place) => reportedMark(marks, place))).toEqual([0, 1, -1]);
  // Of equal ACKs the first to be sent arrives first.
  const equal = [marks[0], marks[0], marks[2], marks[2]] as Moment[];
  expect([2, 3].map((place) => sendingOf(equal, place))).toEqual([0, 1]);
});

test('at a queue, a marked packet is an event, after a dropped one', () => {
  const marked: Effect = { kind: 'marked', channel: 0, flow: 0, seq: 9000, queue: full };
  const queue = { variables: [], recovering: false, queue: 5 };
  const at = (effects: Effect[]) => moment(1, { kind: 'other' }, { effects, before: queue, after: queue });
  expect([at([]), at([marked]), at([marked, dropped])].map(occasionOf)).toEqual(['queue', 'mark', 'drop']);
  expect(pickMoment([at([]), at([marked]), at([])], 1, 1)).toBe(1);
});

test('a mark without a formula has that of a loss', () => {
  const rules = [rule('loss', 'ssthresh ← β·flight'), rule('ecn', '')];
  expect(ruleOf(moment(1, acks(1), { rule: 'ecn' }), rules, [])).toMatchObject({
    on: 'ecn',
    formula: 'ssthresh ← β·flight',
  });
});

test('in recovery the rule for a loss stands for what only it sets', () => {
  const rules = [rule('recovery', 'bw ← max(latest, 0.7·bw)'), rule('loss', 'limit ← max(limit, 1)')];
  const variables = [variable('bw'), variable('limit')];
  const of = (after: number[]) => ruleOf(withVariables('recovery', [5, 9], after), rules, variables)?.on;
  expect([of([5, 4]), of([3, 4]), of([5, 9])]).toEqual(['loss', 'recovery', 'recovery']);
});

test('a rule of the state that an event led to or ended comes first, in recovery as well', () => {
  const probe = { ...rule('recovery', 'W ← min(W, 4)'), state: 'ProbeRTT' };
  const rules = [rule('recovery', 'W ← W − lost'), probe, rule('loss', 'W ← inflight')];
  const variables = [{ ...variable('mode'), states: ['ProbeBW', 'ProbeRTT'] }];
  const of = (on: Rule['on'], before: number, after: number) =>
    ruleOf(withVariables(on, [before], [after]), rules, variables)?.formula;
  expect([of('recovery', 0, 1), of('recovery', 1, 1), of('recovery', 1, 0)]).toEqual(
    Array(3).fill(probe.formula),
  );
  expect([of('recovery', 0, 0), of('loss', 1, 1)]).toEqual(['W ← W − lost', 'W ← inflight']);
});

test('a mark that reduces nothing has the rule of growth', () => {
  const rules = [rule('avoidance', 'w ← w + 1/w'), rule('ecn', 'w, ssthresh ← w·(1 − α/2)')];
  const of = (ssthresh: number) => {
    const given = moment(1, acks(1), { rule: 'ecn' });
    const marked = {
      ...given,
      before: { ...given.before, ssthresh: 48 },
      after: { ...given.after, ssthresh },
    };
    return ruleOf(marked, rules, [])?.on;
  };
  expect([of(47), of(48)]).toEqual(['ecn', 'avoidance']);
});

test('a response to marks that comes later, in congestion avoidance, has the rule for marks', () => {
  const rules = [rule('avoidance', 'w ← w + 1/w'), rule('ecn', 'w, ssthresh ← w·(1 − α/2)')];
  const of = (ssthresh: number) => {
    const given = moment(1, acks(1), { rule: 'avoidance' });
    const later = {
      ...given,
      before: { ...given.before, ssthresh: 48 },
      after: { ...given.after, ssthresh },
    };
    return ruleOf(later, rules, [])?.on;
  };
  expect([of(47), of(48)]).toEqual(['ecn', 'avoidance']);
});

test('the payload of a full packet is that of the largest one sent, received, or seen at the queue', () => {
  const passing = { ...acks(0), kind: 'passing', len: 1448 } as Moment['cause'];
  expect(payloadOf([moment(1, passing), moment(2, acks(1))])).toBe(1448);
  expect(payloadOf([moment(1, acks(1), { effects: [packet(0, 1000)] })])).toBe(1000);
});
