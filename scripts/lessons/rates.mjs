// Rate controllers beside TCP, and synchronised losses at 10 Gb/s.
import { readFileSync } from 'node:fs';
import { above, below, dumbbell, of, set } from './build.mjs';

const perTcp = of('flows/m1/goodputMbps', 120, { per: 'groups/sack/meanGoodputMbps' });
const withAlgorithm = (/** @type {string} */ id) => [
  set('/flows/m1/traffic', { kind: 'bulk' }),
  set('/flows/m1/algorithm', id),
];

/** @type {import('./build.mjs').Lesson} */
export const media = {
  id: 'lesson-media',
  summary: 'A stream that ignores congestion, and how an equation makes it share.',
  shows: 'throughput',
  tags: ['tcp-friendly', 'tfrc', 'rap', 'udp', 'media', 'pftk', 'sack', 'rfc 5348'],
  document: dumbbell({
    title: 'TCP-friendly media flows',
    notes: 'Two SACK flows and a stream share 10 Mb/s behind a RED queue. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 23,
    queue: { kind: 'red', params: { limitPackets: 60, minTh: 5, maxTh: 30, ecn: false } },
    durationS: 120,
    fromS: 20,
    flows: [
      { id: 'f1', name: 'TCP 1', algorithm: 'sack' },
      { id: 'f2', name: 'TCP 2', algorithm: 'sack', accessMs: 1.3 },
      {
        id: 'm1',
        name: 'Stream',
        algorithm: 'udp',
        accessMs: 1.7,
        traffic: { kind: 'cbr', params: { rateMbps: 6 } },
      },
    ],
    steps: [
      {
        id: 'udp',
        title: 'A stream that ignores congestion',
        text: 'A 6 Mb/s video is sent over UDP, whatever happens to its packets. Two TCP flows share the 10 Mb/s with it.\n\nAn even share would be $10/3 \\approx 3.3$ Mb/s each.',
        stage: { plots: ['throughput', 'queue'], hide: ['throughput', 'results'], runToS: 0, spanS: 60 },
        question: {
          ask: 'How much of the stream gets through, in Mb/s?',
          number: { value: 5.9, tolerance: 0.4, unit: 'Mb/s', of: of('flows/m1/goodputMbps', 120) },
        },
        reveal:
          'Almost everything it sends. The TCP flows halve their windows at each loss; the stream does not, and the two of them share what is left. If all flows did so, the network would carry packets that are dropped further along the path: *congestion collapse* (Floyd & Fall, 1999).',
        revealToS: 120,
      },
      {
        id: 'equation',
        title: 'What would TCP send?',
        text: 'A stream is **TCP-friendly** if it sends no more than a TCP flow would in its place. How much is that? For loss event rate $p$, round trip $R$ and timeout $T$ (Padhye and others, 1998):\n\n$$x = \\frac{s}{R\\sqrt{\\frac{2p}{3}} + T \\left(3\\sqrt{\\frac{3p}{8}}\\right) p\\,(1 + 32p^2)}$$\n\nFor small $p$ the first term is all that counts: $x \\approx \\frac{s}{R}\\sqrt{\\frac{3}{2p}}$.',
        question: {
          ask: 'The loss rate becomes four times as large. The rate that the equation allows becomes about …',
          options: [
            {
              text: 'a quarter',
              feedback: 'It is proportional to the inverse square root of the loss rate.',
            },
            { text: 'half', right: true, feedback: '$\\sqrt{4} = 2$, as long as timeouts are rare.' },
            { text: 'a sixteenth', feedback: 'Only when timeouts dominate.' },
          ],
        },
        reveal:
          'TFRC (RFC 5348) has the receiver measure the loss event rate, averaged over the last eight intervals between losses, and the sender sends at the rate of the equation.',
      },
      {
        id: 'tfrc',
        title: 'Rate from the equation',
        text: 'The stream is TFRC now, and it always has data to send.',
        stage: {
          set: withAlgorithm('tfrc'),
          plots: ['throughput', 'cwnd', 'fairness'],
          hide: ['throughput', 'fairness', 'results'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'How many times as much as a TCP flow does it get? (Friendliness: 1 is equal.)',
          number: { value: 1, tolerance: 0.15, unit: 'times', of: perTcp },
        },
        reveal:
          'Equal to TCP within a few per cent. Look at the throughput too: its rate changes slowly, while those of the TCP flows form a sawtooth. A picture that is sharp now and blurred a second later is worse than one in between.',
        revealToS: 120,
      },
      {
        id: 'rap',
        title: 'Rate by AIMD',
        text: 'RAP (Rejaie and others, 1999) does to a *rate* what Reno does to a window: one more packet per round trip, half at a loss. It has no timeouts, and no slow start after them.',
        stage: {
          set: withAlgorithm('rap'),
          plots: ['throughput', 'cwnd', 'fairness'],
          hide: ['throughput', 'cwnd', 'fairness', 'results'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'How does RAP compare with TFRC here?',
          options: [
            {
              text: 'It gets less than TCP',
              feedback: 'It backs off as TCP does, and never waits for a window.',
              claim: below(perTcp, 0.95),
            },
            {
              text: 'It gets more than TCP, and its rate oscillates',
              right: true,
              feedback: 'The same rule as TCP, but no pauses: a third more.',
              claim: above(perTcp, 1.15),
            },
            {
              text: 'It is as fair and as smooth',
              feedback: 'It halves its rate at each loss.',
              claim: below(perTcp, 1.1),
            },
          ],
        },
        reveal: 'AIMD on a rate is roughly TCP-friendly. The sawtooth is what a viewer notices.',
        revealToS: 120,
      },
      {
        id: 'choose',
        title: 'Make the stream share fairly',
        text: 'The stream is UDP with 6 Mb/s again. Change its [algorithm](#/flows/m1/algorithm), or its [rate](#/flows/m1/traffic/params/rateMbps).',
        stage: { plots: ['throughput', 'fairness'], runToS: 0, spanS: 60 },
        checks: [
          {
            id: 'fair',
            text: 'Jain’s index above 0.95 by 60 s.',
            claim: above(of('jain', 60), 0.95),
            task: true,
            passed: 'Three flows, a third each.',
            failed: 'The stream still takes more than a third.',
          },
          {
            id: 'full',
            text: 'And more than 8 Mb/s of goodput in all.',
            claim: above(of('goodputMbps', 60), 8),
            passed: 'And the link is well used.',
          },
        ],
      },
    ],
  }),
  solutions: { 'choose/fair': withAlgorithm('tfrc') },
};

const ten = JSON.parse(
  readFileSync(new URL('../../public/gallery/fluid-ten-cubic.json', import.meta.url), 'utf8'),
);
const busy = of('queues/core/forward/utilisation', 600, { times: 100 });
const lose = (/** @type {Record<string, unknown>} */ more) =>
  set('/fluid', { start: 'drawn', fromCongestion: true, ...more });
const place = (/** @type {number} */ packets) =>
  set('/links/core/forward/queue/params/limitPackets', packets);

/** @type {import('./build.mjs').Lesson} */
export const together = {
  id: 'lesson-synchronization',
  summary: 'Ten CUBIC flows at 10 Gb/s: the result depends on which flows lose when the buffer is full.',
  shows: 'cwnd',
  tags: ['fluid', 'cubic', 'synchronisation', '10 gb/s', 'high speed', 'buffer', 'fairness'],
  document: {
    ...ten,
    title: 'Loss synchronisation at 10 Gb/s',
    notes:
      'Ten CUBIC flows with round trips of 80 to 260 ms share 10 Gb/s, by the fluid model. A lesson in five steps.',
    fluid: { start: 'drawn', fromCongestion: true, level: 'all' },
    lesson: {
      steps: [
        {
          id: 'fluid',
          title: 'Five hundred million packets, or equations',
          text: 'Ten CUBIC flows share 10 Gb/s. About 142,000 packets fit on the path, and the buffer holds a tenth of that. Ten minutes are five hundred million packets.\n\nThis lesson uses the **fluid model**: windows and queues as differential equations, about ten thousand steps in all. What the equations do not determine is *which* flows lose when the buffer is full. So that is a setting: at each congestion event $m$ of the $N$ flows lose.\n\nAt first all of them do, $m = N$.',
          stage: { plots: ['cwnd', 'queue'], runToS: 60, spanS: 120 },
        },
        {
          id: 'all',
          title: 'All at once',
          text: 'CUBIC reduces its window to seven tenths at a loss. If all ten do so at the same moment, the sum falls from $1.1 \\cdot \\mathrm{BDP}$, path and buffer, to $0.77 \\cdot \\mathrm{BDP}$.',
          stage: {
            plots: ['cwnd', 'queue', 'throughput'],
            hide: ['queue', 'throughput', 'results'],
            runToS: 60,
            spanS: 120,
          },
          question: {
            ask: 'For how much of ten minutes is the link busy, in per cent?',
            number: { value: 95.5, tolerance: 2, unit: '%', of: busy },
          },
          reveal:
            'About 95.5 %. CUBIC grows fast at first and stays near its old maximum, so the dip is short. Even so, half a gigabit per second is lost.',
          revealToS: 600,
        },
        {
          id: 'one',
          title: 'One at a time',
          text: 'Now only **one** of the ten loses at each congestion event, the one that sends fastest.',
          stage: {
            set: [lose({ level: 'fixed', m: 1 })],
            plots: ['cwnd', 'queue', 'throughput', 'fairness'],
            hide: ['cwnd', 'queue', 'throughput', 'fairness', 'results'],
            runToS: 0,
            spanS: 120,
          },
          question: {
            ask: 'What happens to the queue, which can hold 14,167 packets?',
            options: [
              {
                text: 'It runs empty more often',
                feedback: 'The sum falls by only 3 %: 30 % of one flow’s tenth.',
                claim: below(of('queues/core/forward/meanPackets', 600), 2600),
              },
              {
                text: 'It is half full on average',
                feedback: 'The decrease is smaller than that.',
                claim: below(of('queues/core/forward/meanPackets', 600), 9000),
              },
              {
                text: 'It is nearly always nearly full',
                right: true,
                feedback: 'One flow reduces its rate a little, nine continue: the queue hardly changes.',
                claim: above(of('queues/core/forward/meanPackets', 600), 11000),
              },
            ],
          },
          reveal:
            'The link is always busy, and all flows get the same, since the fastest is always the one that loses. The cost is delay: 15 ms in the queue instead of 3.',
          revealToS: 600,
        },
        {
          id: 'who',
          title: 'What makes it fair?',
          text: 'Round trips are 80 to 260 ms. When all lose at the same moments, Jain’s index is 0.89: flows with short round trips stay ahead. If the fastest loses, it is 1.00. Now one flow loses at each event, but **chosen at random**, independent of its rate.',
          stage: {
            set: [lose({ level: 'fixed', m: 1, selection: 'random' })],
            plots: ['throughput', 'fairness'],
            hide: ['throughput', 'fairness', 'results'],
            runToS: 0,
            spanS: 120,
          },
          question: {
            ask: 'What is Jain’s index then?',
            options: [
              {
                text: 'About 1.00, as before',
                feedback: 'A random choice does not favour the fastest flow.',
                claim: above(of('jain', 600), 0.97),
              },
              {
                text: 'About 0.9, as when all lose',
                right: true,
                feedback: 'All lose equally often, as when all lose together.',
                claim: below(of('jain', 600), 0.94),
              },
              {
                text: 'Less than 0.6',
                feedback: 'CUBIC is fairer to long round trips than that.',
                claim: below(of('jain', 600), 0.6),
              },
            ],
          },
          reveal:
            'It is not how many flows lose that makes it fair, but *which*. Desynchronisation keeps the link busy; losses of the largest flow make the shares equal.',
          revealToS: 600,
        },
        {
          id: 'small',
          title: 'A buffer of 1 % of the BDP',
          text: 'Fast memory for 10 Gb/s is expensive. The buffer holds 1417 packets now, 1 % of the BDP, and all flows lose together.',
          stage: {
            set: [lose({ level: 'all' }), place(1417)],
            plots: ['queue', 'throughput'],
            runToS: 0,
            spanS: 120,
          },
          checks: [
            {
              id: 'cost',
              text: 'When all flows lose together, a tenth of the link is lost: it is busy for less than 90 % of the time.',
              claim: below(busy, 90),
            },
            {
              id: 'mend',
              text: 'Bring it above 99 % at 600 s without a larger buffer. (Choose [which flows lose](#/fluid/level) in the settings of the model.)',
              claim: above(busy, 99),
              task: true,
              passed:
                'That gains more than a tenth of 10 Gb/s without new hardware. This is what synchronisation costs (Kumar and others, 2014).',
              failed: 'Still too many of them reduce their windows at once.',
            },
          ],
        },
      ],
    },
  },
  solutions: { 'small/mend': [lose({ level: 'fixed', m: 1 })] },
};
