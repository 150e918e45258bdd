// Queues: the right buffer size, and disciplines that keep the queue short.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const busy = (/** @type {number} */ atS) => of('queues/core/forward/utilisation', atS, { times: 100 });
const NAMES = Array.from({ length: 16 }, (_, i) => `f${i + 1}`);
/** All flows except the first start after the end of the run. */
const alone = NAMES.slice(1).map((id) => set(`/flows/${id}/startS`, 1000));

/** @type {import('./build.mjs').Lesson} */
export const buffers = {
  id: 'lesson-buffer',
  summary: 'One flow needs a whole BDP of buffer. Sixteen need less: why?',
  shows: 'queue',
  tags: ['buffer', 'BDP', 'utilisation', 'square root', 'appenzeller', 'synchronisation', 'sack'],
  document: dumbbell({
    title: 'How big should a buffer be?',
    notes:
      'SACK flows on 100 Mb/s with round trips around 40 ms: first one, then sixteen. A lesson in five steps.',
    rateMbps: 100,
    delayMs: 15,
    buffer: 333,
    durationS: 60,
    fromS: 20,
    accessMbps: 1000,
    flows: NAMES.map((id, i) => ({
      id,
      algorithm: 'sack',
      accessMs: 2 + Math.round(61 * i) / 100,
      startJitterS: 2,
    })),
    steps: [
      {
        id: 'rule',
        title: 'The old rule',
        text: 'Routers used to be given a buffer of one bandwidth–delay product (Villamizar & Song, 1994):\n\n$$B = C \\cdot R$$\n\nFor this link of 100 Mb/s and 40 ms that is 333 packets; for 10 Gb/s and 250 ms it is 300 MB of fast memory.\n\nThe reason is the sawtooth of *one* flow: halved from $\\mathrm{BDP}+B$, its window still has to fill the path. One flow runs now; the other fifteen wait.',
        stage: { set: alone, plots: ['cwnd', 'queue'], runToS: 60, spanS: 40 },
        checks: [
          {
            id: 'full',
            text: 'With a buffer of one BDP the link is busy for more than 99 % of the time.',
            claim: above(busy(60), 99),
          },
        ],
      },
      {
        id: 'quarter',
        title: 'A quarter of it',
        text: 'Let the buffer hold 83 packets, $B = \\mathrm{BDP}/4$. The window then oscillates between $W_{\\max} = \\tfrac{5}{4}\\mathrm{BDP}$ and half of that, and the link is partly idle while the window is below one BDP.',
        stage: {
          set: [...alone, buffer(83)],
          plots: ['cwnd', 'queue', 'throughput'],
          hide: ['queue', 'throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'For how much of the time is the link busy, in per cent?',
          number: { value: 90, tolerance: 4, unit: '%', of: busy(60) },
        },
        reveal:
          'About 90 %. As it grows from 5/8 to 5/4 of the BDP, the window spends 60 % of the round trips below one BDP, at 81 % of the rate on average; and these are the shorter round trips. Removing three quarters of the buffer costs a tenth of the rate.',
        revealToS: 60,
      },
      {
        id: 'many',
        title: 'Sixteen flows',
        text: 'Now sixteen flows share the link, and the buffer stays at a quarter of the BDP. If all lose at the same moments, their sum is one large sawtooth, and nothing changes.',
        stage: {
          set: [buffer(83)],
          plots: ['queue', 'throughput'],
          hide: ['queue', 'throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'The link was idle for a tenth of the time. How does that change?',
          options: [
            {
              text: 'It grows: more flows, more losses',
              feedback: 'Each loss halves only a sixteenth of the traffic.',
              claim: below(busy(60), 89),
            },
            {
              text: 'It stays the same',
              feedback: 'It would if all flows lost at the same time.',
              claim: below(busy(60), 92),
            },
            {
              text: 'It shrinks to less than half',
              right: true,
              feedback: 'They do not all lose at once, so their sum varies less than each of them.',
              claim: above(busy(60), 95),
            },
          ],
        },
        reveal:
          'Independent sawteeth smooth each other: the spread of a sum of $n$ grows with $\\sqrt{n}$ only. Hence the newer rule (Appenzeller, Keslassy & McKeown, 2004):\n\n$$B = \\frac{C \\cdot R}{\\sqrt{n}}$$\n\nFor sixteen flows that is just this quarter.',
        revealToS: 60,
      },
      {
        id: 'sync',
        title: 'Why not all of it?',
        text: 'The rule promises almost full utilisation, but here 4 % is missing. It assumes that flows are independent. The table *Queues* among the results has a number for that: **synchronisation**, the mean share of the active flows that lose in one congestion event.',
        stage: {
          set: [buffer(83)],
          plots: ['queue', 'covariance'],
          hide: ['covariance', 'results'],
          runToS: 20,
          spanS: 40,
        },
        question: {
          ask: 'Sixteen independent flows would lose one or two at a time. What fraction of the flows loses in an event here?',
          number: {
            value: 56,
            tolerance: 15,
            unit: '%',
            of: of('queues/core/forward/synchronization', 60, { times: 100 }),
          },
        },
        reveal:
          'More than half. A drop-tail queue is full for all flows at once. The more flows there are, the less synchronised they are; on a backbone with thousands of flows the rule works well.',
        revealToS: 60,
      },
      {
        id: 'price',
        title: 'What is one per cent worth?',
        text: 'The price of a buffer is delay. With one BDP, 333 packets, the sixteen flows use the link completely, and a packet waits for 28 ms on average.',
        stage: { set: [buffer(333)], plots: ['queue', 'rtt'], runToS: 0, spanS: 40 },
        checks: [
          {
            id: 'delay',
            text: 'Find a [buffer](#/links/core/forward/queue/params/limitPackets) with a mean wait below 12 ms …',
            claim: below(of('queues/core/forward/meanDelayMs', 60), 12),
            task: true,
            passed: 'A smaller buffer means a shorter wait.',
            failed: 'Packets still wait too long. Reduce the buffer of the link between the routers.',
          },
          {
            id: 'use',
            text: '… and the link busy for more than 97 %.',
            claim: above(busy(60), 97),
            passed: 'With sixteen flows both are possible.',
            failed: 'Too small: the link goes idle.',
          },
        ],
      },
    ],
    more: { sampling: { periodMs: 100, fairnessWindowS: 5, measureFromS: 20 } },
  }),
  solutions: { 'price/delay': [buffer(140)], 'price/use': [buffer(140)] },
};

const rttP95 = of('flows/f1/rttP95Ms', 60);
const page = of('flows/page/transfers/medianS', 60);
const discipline = (/** @type {string} */ kind) =>
  set('/links/core/forward/queue', { kind, params: { ecn: false } });

/** @type {import('./build.mjs').Lesson} */
export const bloat = {
  id: 'lesson-bufferbloat',
  summary: 'A download delays everyone, until an AQM controls the delay.',
  shows: 'queue',
  tags: ['bufferbloat', 'aqm', 'codel', 'pie', 'fq-codel', 'cubic', 'delay', 'web'],
  document: dumbbell({
    title: 'Bufferbloat and AQM',
    notes:
      'A CUBIC download and repeated page loads of 50 kB on 10 Mb/s with a buffer of 500 packets. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 500,
    durationS: 60,
    fromS: 10,
    flows: [
      { id: 'f1', name: 'Download', algorithm: 'cubic' },
      {
        id: 'page',
        name: 'Pages',
        algorithm: 'cubic',
        traffic: { kind: 'web', params: { slots: 1, sizes: 'fixed', sizeKb: 50, idleS: 1 } },
      },
    ],
    steps: [
      {
        id: 'full',
        title: 'A large buffer gets filled',
        text: 'Memory is cheap, so this home router has a buffer of 500 packets for its 10 Mb/s link. The path itself takes 50 ms there and back. Someone downloads a large file with CUBIC, which increases its window until packets are lost.\n\nA packet of 1500 bytes takes 1.2 ms on this link.',
        stage: { plots: ['queue', 'rtt', 'cwnd'], hide: ['queue', 'rtt', 'results'], runToS: 0, spanS: 40 },
        question: {
          ask: 'How long is a round trip when the buffer is full, in ms?',
          number: { value: 645, tolerance: 40, unit: 'ms', of: rttP95 },
        },
        reveal:
          '500 packets of 1.2 ms each are waiting, which is 600 ms, and the path adds 50 ms. Nothing is broken: each part works as designed, and the result is **bufferbloat** (Gettys & Nichols, 2011).',
        revealToS: 60,
      },
      {
        id: 'page',
        title: 'The neighbour’s page',
        text: 'Someone else in the house loads a page of 50 kB repeatedly. On the idle link it would take less than a quarter of a second. It shares the queue with the download.',
        stage: { plots: ['queue', 'throughput'], hide: ['results'], runToS: 20, spanS: 40 },
        question: {
          ask: 'How long does a page typically take during the download?',
          options: [
            {
              text: 'Half a second: it has half of the rate',
              feedback: 'The rate is not the problem. Each of its round trips goes through the whole queue.',
              claim: below(page, 0.7),
            },
            {
              text: 'About two seconds',
              right: true,
              feedback: 'Four round trips, more than half a second each.',
              claim: above(page, 1.5),
            },
            {
              text: 'More than ten seconds',
              feedback: 'Only if packets were lost and timers had to expire.',
              claim: above(page, 10),
            },
          ],
        },
        reveal:
          'The median is 2.3 s, and some take nine. Short transfers pay for the queue that the long transfer builds.',
        revealToS: 60,
      },
      {
        id: 'codel',
        title: 'A queue that measures delay',
        text: 'CoDel (RFC 8289) does not look at how *many* packets wait, but at how *long*. If the wait has not been below a target of 5 ms for 100 ms, it drops one packet, and then more, at shorter and shorter intervals, until the delay is low again.\n\nThe queue between the routers is CoDel now. The buffer is as large as before.',
        stage: {
          set: [discipline('codel')],
          plots: ['queue', 'rtt', 'throughput'],
          hide: ['queue', 'rtt', 'throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'A round trip of the download took 640 ms. What does it take now, in 95 of 100 cases?',
          options: [
            {
              text: 'Less than 80 ms',
              right: true,
              feedback: 'The target of 5 ms, a few more at the peaks, plus the path.',
              claim: below(rttP95, 80),
            },
            {
              text: 'About 300 ms',
              feedback: 'CoDel does not halve the queue; it keeps it near its target.',
              claim: above(rttP95, 200),
            },
            {
              text: 'As before, only with more losses',
              feedback: 'Early losses are what keeps CUBIC from filling the buffer.',
              claim: above(rttP95, 500),
            },
          ],
        },
        reveal:
          'About 60 ms, a tenth. The buffer of 500 packets is still available for bursts, but it is no longer full all the time.',
        revealToS: 60,
      },
      {
        id: 'cost',
        title: 'What does it cost?',
        text: 'Nothing is free. CoDel drops a packet when the download has filled 5 ms of queue, and CUBIC reduces its window by three tenths. The path is 50 ms long.',
        stage: {
          set: [discipline('codel')],
          plots: ['queue', 'throughput'],
          hide: ['throughput', 'results'],
          runToS: 20,
          spanS: 40,
        },
        question: {
          ask: 'For how much of the time is the link busy, in per cent?',
          number: { value: 88, tolerance: 5, unit: '%', of: busy(60) },
        },
        reveal:
          'An eighth of the rate, with a single large flow. A target of 5 ms is less than a path of 50 ms needs after a loss. With several flows, with ECN instead of drops, or with a discipline that has a higher target, the cost is lower.',
        revealToS: 60,
      },
      {
        id: 'choose',
        title: 'Choose for the household',
        text: 'Drop-tail with 500 packets again. Find a setting that suits both. (The queue between the routers has [disciplines](#/links/core/forward/queue/kind) to choose from.)',
        stage: { plots: ['queue', 'rtt', 'throughput'], runToS: 0, spanS: 40 },
        checks: [
          {
            id: 'pages',
            text: 'A page takes less than 0.35 s, typically …',
            claim: below(page, 0.35),
            task: true,
            passed: 'Pages no longer wait for the download.',
            failed: 'Pages still wait behind the download.',
          },
          {
            id: 'busy',
            text: '… and the link is busy for more than 97 % of the time.',
            claim: above(busy(60), 97),
            passed: 'And the download gets the rest of the rate.',
            failed:
              'The queue is short, and the link is idle now and then. PIE has a target of 15 ms instead of 5.',
          },
        ],
      },
    ],
  }),
  solutions: { 'choose/pages': [discipline('pie')], 'choose/busy': [discipline('pie')] },
};
