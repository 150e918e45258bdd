// L4S: a short queue and full utilisation, and coexistence with CUBIC.
import { above, below, dumbbell, of, set } from './build.mjs';

const END = 60;
const used = of('queues/core/forward/utilisation', END, { times: 100 });
const shareOfCubic = of('flows/f2/sharePercent', END);
/** The second flow starts after the end of the run. */
const alone = set('/flows/f2/startS', 1000);
const ecn = { kind: 'rfc', params: { ecn: true } };
const classic = [
  set('/flows/f1/algorithm', 'cubic'),
  set('/flows/f1/params', {}),
  set('/flows/f1/stack', ecn),
];
const dual = (/** @type {Record<string, number>} */ params) =>
  set('/links/core/forward/queue', { kind: 'dualpi2', params });

/** @type {import('./build.mjs').Lesson} */
export const l4s = {
  id: 'lesson-l4s',
  summary:
    'A queue of half a millisecond on a busy link: small reductions, early marks, and two coupled queues.',
  shows: 'rtt',
  tags: [
    'l4s',
    'prague',
    'dualpi2',
    'cubic',
    'ecn',
    'marking',
    'rfc 9330',
    'rfc 9332',
    'latency',
    'coexistence',
  ],
  document: dumbbell({
    title: 'L4S: a millisecond of queue',
    notes:
      'TCP Prague and CUBIC on 40 Mb/s with a round trip of 20 ms. The BDP is 67 packets. A lesson in five steps.',
    rateMbps: 40,
    delayMs: 8,
    queue: { kind: 'dualpi2', params: {} },
    durationS: END,
    fromS: 10,
    flows: [
      { id: 'f1', algorithm: 'prague' },
      { id: 'f2', algorithm: 'cubic', stack: ecn },
    ],
    steps: [
      {
        id: 'short',
        title: 'A short queue has a price',
        text: 'CUBIC is alone on the link. The queue does not wait until it is full: it marks packets at random, so often that they wait for about 15 ms. With this target the link is busy for 99.9 % of the time.\n\n15 ms is a lot for a game or a call. Now the target is 1 ms. CUBIC reduces its window by 30 % for a mark, and needs dozens of round trips to grow back.',
        stage: {
          set: [...classic, alone, dual({ targetMs: 1 })],
          plots: ['cwnd', 'queue', 'throughput'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'For how much of the time is the link busy, in per cent?',
          number: { value: 91, tolerance: 4, unit: '%', of: used },
        },
        reveal:
          'About 91 %. After a reduction by 30 % the window is smaller than the path, and a queue of 1 ms has nothing to fill the gap with. So AQMs for CUBIC and Reno have targets of 5 to 20 ms: their queue is not there for the packets, but for the sawtooth.',
        revealToS: END,
      },
      {
        id: 'scalable',
        title: 'Many small reductions',
        text: 'L4S (RFC 9330: *low latency, low loss, scalable throughput*) changes the sawtooth. TCP Prague counts marks, as DCTCP does, and reduces its window in proportion to them: about two marks in each round trip, at any rate, each of which costs half a packet. It paces its packets, so that they do not arrive in bursts.\n\nThe queue for such senders begins to mark at 0.8 ms. Prague is alone on the link.',
        stage: {
          set: [alone],
          plots: ['cwnd', 'queue', 'throughput'],
          hide: ['queue', 'throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'For how much of the time is the link busy now?',
          options: [
            {
              text: 'About 90 %, as with CUBIC',
              feedback: 'A reduction by a packet or two leaves the window as large as the path.',
              claim: below(used, 95),
            },
            {
              text: 'More than 98 %',
              right: true,
              feedback: 'A small sawtooth needs only a small queue.',
              claim: above(used, 98),
            },
          ],
        },
        reveal:
          'More than 99 %, and a packet waits for 0.4 ms on average, a thirtieth of the wait with CUBIC and the usual target. No packet is lost.',
        revealToS: END,
      },
      {
        id: 'one',
        title: 'Not in the same queue',
        text: 'CUBIC joins, in the same queue, which marks everything that has waited for more than 1 ms. CUBIC understands marks, but treats each as a loss.',
        stage: {
          set: [
            set('/links/core/forward/queue', {
              kind: 'step',
              params: { limitPackets: 1000, unit: 'time', thresholdMs: 1 },
            }),
          ],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'What share of the goodput does CUBIC get?',
          options: [
            {
              text: 'About half',
              feedback:
                'Both see the same marks, but Prague reduces its window by one packet for two of them.',
              claim: above(shareOfCubic, 40),
            },
            {
              text: 'About a quarter',
              feedback: 'It is worse: the marks come more often than CUBIC’s window recovers.',
              claim: above(shareOfCubic, 15),
            },
            {
              text: 'Less than a tenth',
              right: true,
              feedback: 'Prague sets the rate of marks, and CUBIC is nearly stopped by it.',
              claim: below(shareOfCubic, 10),
            },
          ],
        },
        reveal:
          'About 3 %. At a marking probability $p$ Prague’s window is $2/p$ and CUBIC’s about $1.2/\\sqrt{p}$. The smaller $p$, the further these are apart. This is why L4S senders mark their packets with a codepoint of their own, ECT(1), and need queues that recognise it.',
        revealToS: END,
      },
      {
        id: 'two',
        title: 'Two queues, coupled',
        text: "DualPI2 (RFC 9332) has a queue for each: L for packets with ECT(1), C for all others. A controller keeps the delay of C at 15 ms with a number $p'$. It marks packets of C with probability $p'^2$, and those of L with $2p'$.\n\nPrague’s window is proportional to $1/p$, CUBIC’s to $1/\\sqrt{p}$: the square makes their rates equal. L has priority, but no larger share of the link.",
        stage: {
          plots: ['throughput', 'rtt', 'queue'],
          hide: ['throughput', 'rtt', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'What share of the goodput does CUBIC get now, in per cent?',
          number: { value: 41, tolerance: 8, unit: '%', of: shareOfCubic },
        },
        reveal:
          'About 40 %. Prague’s packets wait for 0.7 ms, CUBIC’s for 15 ms, on the same link. CUBIC’s round trip is longer by these 15 ms, which costs it some of its share; with a path of 5 ms it is the other way round, because Prague grows no faster there than with 25 ms.',
        revealToS: END,
      },
      {
        id: 'factor',
        title: 'How strong a coupling?',
        text: "The 2 in $2p'$ is the coupling factor. Here it is 1: fewer marks for Prague, which now has three quarters of the link.",
        stage: {
          set: [dual({ coupling: 1 })],
          plots: ['throughput', 'rtt', 'fairness'],
          runToS: 0,
          spanS: 30,
        },
        checks: [
          {
            id: 'equal',
            text: 'Jain’s index is above 0.99. (Set the [coupling factor](#/links/core/forward/queue/params/coupling) of the queue between the routers.)',
            claim: above(of('jain', END), 0.99),
            task: true,
            passed:
              'Equal rates, and still less than a millisecond of queue for Prague. The factor that does this depends on the round trip: RFC 9332 takes 2 for paths of about 25 ms, and leaves the rest to the senders.',
            failed: 'One of them still gets much more than the other.',
          },
        ],
      },
    ],
  }),
  solutions: { 'factor/equal': [dual({ coupling: 3 })] },
};
