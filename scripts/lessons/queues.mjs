// What waits: how much room is right, and who keeps the queue short.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const busy = (/** @type {number} */ atS) => of('queues/core/forward/utilisation', atS, { times: 100 });
const NAMES = Array.from({ length: 16 }, (_, i) => `f${i + 1}`);
/** All but the first flow begin after the end. */
const alone = NAMES.slice(1).map((id) => set(`/flows/${id}/startS`, 1000));

/** @type {import('./build.mjs').Lesson} */
export const buffers = {
  id: 'lesson-buffer',
  summary: 'One flow needs a whole BDP of buffer. Sixteen need less: why?',
  shows: 'queue',
  tags: ['buffer', 'BDP', 'utilisation', 'square root', 'appenzeller', 'synchronization', 'sack'],
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
        text: 'A router’s buffer used to be given one bandwidth–delay product (Villamizar & Song, 1994):\n\n$$B = C \\cdot R$$\n\nFor this link of 100 Mb/s and 40 ms that is 333 packets; for 10 Gb/s and 250 ms it is 300 MB of fast memory.\n\nThe reason is the sawtooth of *one* flow: halved from $\\mathrm{BDP}+B$, its window still has to fill the path. One flow runs now; the other fifteen wait.',
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
        text: 'Let the buffer hold 83 packets, $B = \\mathrm{BDP}/4$. The window then saws between $W_{\\max} = \\tfrac{5}{4}\\mathrm{BDP}$ and half of that, and the link idles as long as the window is below one BDP.',
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
          'About 90 %. On the way from 5/8 to 5/4 of the BDP the window spends 60 % of its round trips below one, at 81 % of the rate on average; and these round trips are the short ones. Three quarters of the buffer cost a tenth of the rate.',
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
          ask: 'What happens to the idle time of the link, a tenth so far?',
          options: [
            {
              text: 'It grows: more flows, more losses',
              feedback: 'Each loss halves a sixteenth of the traffic only.',
              claim: below(busy(60), 89),
            },
            { text: 'It stays', feedback: 'It would, if all lost together.', claim: below(busy(60), 92) },
            {
              text: 'It shrinks to less than half',
              right: true,
              feedback: 'They do not all lose at once, so the sum saws less than each of them.',
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
        text: 'The rule promises nearly full use, and here 4 % are missing. It assumes that flows are independent. The table *Queues* among the results has a number for that: **synchronization**, the mean share of the active flows that lose in one congestion event.',
        stage: {
          set: [buffer(83)],
          plots: ['queue', 'covariance'],
          hide: ['covariance', 'results'],
          runToS: 20,
          spanS: 40,
        },
        question: {
          ask: 'Sixteen independent flows would lose one or two at a time. What part of the flows loses in an event here?',
          number: {
            value: 56,
            tolerance: 15,
            unit: '%',
            of: of('queues/core/forward/synchronization', 60, { times: 100 }),
          },
        },
        reveal:
          'More than half. A drop-tail queue is full for everybody at once. The more flows there are, the less they move together, and on a backbone with thousands the rule does well.',
        revealToS: 60,
      },
      {
        id: 'price',
        title: 'What is a per cent worth?',
        text: 'The price of a buffer is delay. With one BDP, 333 packets, the sixteen flows use the link completely, and a packet waits for 28 ms on average.',
        stage: { set: [buffer(333)], plots: ['queue', 'rtt'], runToS: 0, spanS: 40 },
        checks: [
          {
            id: 'delay',
            text: 'Find a buffer with a mean wait below 12 ms …',
            claim: below(of('queues/core/forward/meanDelayMs', 60), 12),
            task: true,
            passed: 'A shorter buffer is a shorter wait.',
            failed:
              'Packets still wait too long. Select the link between the routers, and give its queue less room.',
          },
          {
            id: 'use',
            text: '… and the link busy for more than 97 %.',
            claim: above(busy(60), 97),
            passed: 'With sixteen flows there is room between the two.',
            failed: 'Too short: now the link runs dry.',
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
  summary: 'A download makes everybody wait, until the queue is told not to.',
  shows: 'queue',
  tags: ['bufferbloat', 'aqm', 'codel', 'pie', 'fq-codel', 'cubic', 'delay', 'web'],
  document: dumbbell({
    title: 'Bufferbloat and AQM',
    notes:
      'A CUBIC download and a page of 50 kB again and again, on 10 Mb/s with a buffer of 500 packets. A lesson in five steps.',
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
        title: 'A buffer is there to be filled',
        text: 'Memory is cheap, so a home router was given a buffer of 500 packets for its 10 Mb/s. The path itself takes 50 ms there and back. Someone downloads a large file with CUBIC, which goes on until packets are lost.\n\nA packet of 1500 bytes takes 1.2 ms on this link.',
        stage: { plots: ['queue', 'rtt', 'cwnd'], hide: ['queue', 'rtt', 'results'], runToS: 0, spanS: 40 },
        question: {
          ask: 'How long is a round trip when the buffer is full, in ms?',
          number: { value: 645, tolerance: 40, unit: 'ms', of: rttP95 },
        },
        reveal:
          '500 packets of 1.2 ms wait in front, 600 ms, and the path adds its 50. Nothing is broken: each part does what it was built for, and the sum is **bufferbloat** (Gettys & Nichols, 2011).',
        revealToS: 60,
      },
      {
        id: 'page',
        title: 'The neighbour’s page',
        text: 'Somebody else in the house opens a page of 50 kB, again and again. On the idle link it would take less than a quarter of a second. It shares the queue with the download.',
        stage: { plots: ['queue', 'throughput'], hide: ['results'], runToS: 20, spanS: 40 },
        question: {
          ask: 'How long does a page take beside the download, typically?',
          options: [
            {
              text: 'Half a second: it has half of the rate',
              feedback: 'The rate is not the matter. Each of its round trips passes the whole queue.',
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
              feedback: 'Only if it lost packets and waited for timers.',
              claim: above(page, 10),
            },
          ],
        },
        reveal:
          'The median is 2.3 s, and some take nine. Short transfers pay for the queue that the long one has built.',
        revealToS: 60,
      },
      {
        id: 'codel',
        title: 'A queue that watches the time',
        text: 'CoDel (RFC 8289) does not look at how *many* packets wait, but at how *long*. If the wait has not been below a target of 5 ms for 100 ms, it drops one packet, and then more, in shorter and shorter intervals, until the wait is short again.\n\nThe queue between the routers is CoDel now. The buffer is as large as ever.',
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
              feedback: '5 ms of target, a few more at the peaks, and the path.',
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
        reveal: 'About 60 ms, a tenth. The 500 places are still there for bursts; they are not lived in.',
        revealToS: 60,
      },
      {
        id: 'cost',
        title: 'What does it cost?',
        text: 'Nothing is free. CoDel drops a packet when the download has filled 5 ms of queue, and CUBIC takes three tenths off its window. The path is 50 ms long.',
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
          'An eighth of the rate, with a single large flow. A target of 5 ms is less than a path of 50 ms needs after a loss. With several flows, or with ECN in place of drops, the price is lower. Or with a discipline that aims at a longer wait.',
        revealToS: 60,
      },
      {
        id: 'choose',
        title: 'Choose for the house',
        text: 'Drop-tail with 500 packets again. Make both happy. (Select the link between the routers; its queue has disciplines to choose from.)',
        stage: { plots: ['queue', 'rtt', 'throughput'], runToS: 0, spanS: 40 },
        checks: [
          {
            id: 'pages',
            text: 'A page takes less than 0.35 s, typically …',
            claim: below(page, 0.35),
            task: true,
            passed: 'Nobody waits for the download any more.',
            failed: 'Pages still wait behind the download.',
          },
          {
            id: 'busy',
            text: '… and the link is busy for more than 97 % of the time.',
            claim: above(busy(60), 97),
            passed: 'And the download has all that is left.',
            failed: 'The queue is short, and the link runs dry now and then. PIE aims at 15 ms instead of 5.',
          },
        ],
      },
    ],
  }),
  solutions: { 'choose/pages': [discipline('pie')], 'choose/busy': [discipline('pie')] },
};
