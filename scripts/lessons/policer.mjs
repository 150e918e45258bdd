// A policer drops what a shaper would delay.
import { above, below, dumbbell, of, set } from './build.mjs';

const END = 60;
const goodput = of('flows/f1/goodputMbps', END);
const rtt = of('flows/f1/rttMeanMs', END);
const lost = of('flows/f1/lossRate', END, { times: 100 });
const RATE_MBPS = 10;
const policer = (/** @type {number} */ burstBytes) =>
  set('/links/core/forward/behaviours', { policer: { rateMbps: RATE_MBPS, burstBytes } });
const shaper = set('/links/core/forward/behaviours', { shaper: { rateMbps: RATE_MBPS, burstBytes: 15_000 } });
const bbr = (/** @type {boolean} */ policers) => [
  set('/flows/f1/algorithm', 'bbr'),
  set('/flows/f1/params', { policers }),
];

const document = dumbbell({
  title: 'Policers, shapers and queues',
  notes:
    'One flow on a link of 50 Mb/s whose operator sells 10 Mb/s, with a round trip of 40 ms. The BDP at 10 Mb/s is 33 packets. A lesson in five steps.',
  rateMbps: 50,
  delayMs: 18,
  buffer: 200,
  durationS: END,
  fromS: 10,
  flows: [{ id: 'f1', algorithm: 'cubic' }],
  steps: [
    {
      id: 'shaper',
      title: 'Ten of fifty, with a queue',
      text: 'A cable carries 50 Mb/s, but the customer has paid for 10. One way to enforce that is a **shaper**: packets wait until a bucket holds enough tokens for them, and the bucket is filled at 10 Mb/s. While they wait they are in a queue, which holds up to 200 packets. A packet takes 1.2 ms at 10 Mb/s.',
      stage: {
        set: [shaper],
        plots: ['rtt', 'cwnd', 'throughput'],
        hide: ['rtt', 'results'],
        runToS: 0,
        spanS: 30,
      },
      question: {
        ask: 'How long is CUBIC’s mean round trip, in ms? (40 ms with an empty queue.)',
        number: { value: 240, tolerance: 40, unit: 'ms', of: rtt },
      },
      reveal:
        'About 240 ms: the queue of the shaper is like any other, and CUBIC fills it. It gets all that was paid for, 9.7 Mb/s without headers, and loses one packet in a thousand.',
      revealToS: END,
    },
    {
      id: 'policer',
      title: 'Ten of fifty, without one',
      text: 'A **policer** has the same bucket, but no queue: a packet for which there are no tokens is dropped. That is cheap, and nothing waits. Here the bucket holds 15,000 bytes, ten packets. It is full when the flow begins.',
      stage: {
        plots: ['throughput', 'cwnd'],
        hide: ['throughput', 'cwnd', 'results'],
        runToS: 0,
        spanS: 30,
      },
      question: {
        ask: 'The contract is for 10 Mb/s. How much does CUBIC get, in Mb/s?',
        number: { value: 3.2, tolerance: 1.2, unit: 'Mb/s', of: goodput },
      },
      reveal:
        'About a third. No packet waits, but nothing tells CUBIC in advance that it sends too much: packets are delivered at 50 Mb/s until the bucket is empty, and then they are lost. A burst that a queue of 200 packets would hold empties a bucket of ten. The window is reduced long before it fills the path.',
      revealToS: END,
    },
    {
      id: 'bucket',
      title: 'A larger bucket',
      text: 'The bucket decides how large a burst may be. Operators are told to make it as large as the rate times a typical round trip, at least.',
      stage: { plots: ['throughput', 'cwnd'], runToS: 0, spanS: 30 },
      checks: [
        {
          id: 'enough',
          text: 'CUBIC gets more than 9.4 Mb/s. (Set the [bucket of the policer](#/links/core/forward/behaviours/policer/burstBytes).)',
          claim: above(goodput, 9.4),
          task: true,
          passed:
            'The bucket does for CUBIC what a buffer would: it lets the top of the sawtooth pass. In return, a sender that has been idle may send a whole bucket at 50 Mb/s, and the queues behind the policer have to absorb it.',
          failed: 'CUBIC still loses packets before its window fills the path.',
        },
      ],
    },
    {
      id: 'model',
      title: 'Mistaking the burst for the rate',
      text: 'BBR does not wait for losses: it measures the rate at which its packets are delivered, and sends at the largest of the last ten round trips. The bucket holds 250,000 bytes, and fills whenever BBR sends less than 10 Mb/s.',
      stage: {
        set: [policer(250_000), ...bbr(false)],
        plots: ['throughput', 'cwnd', 'variables'],
        hide: ['throughput', 'results'],
        runToS: 0,
        spanS: 30,
      },
      question: {
        ask: 'What share of BBR’s packets does the policer drop?',
        options: [
          {
            text: 'About 1 %, as with CUBIC',
            feedback: 'CUBIC reduces its window for a loss. BBR does not.',
            claim: below(lost, 3),
          },
          {
            text: 'About a tenth',
            feedback: 'That would be the cost of probing with 25 % more every eighth round trip.',
            claim: below(lost, 20),
          },
          {
            text: 'About a third',
            right: true,
            feedback: 'While there are tokens, BBR measures a rate that the policer will not sustain.',
            claim: above(lost, 25),
          },
        ],
      },
      reveal:
        'About a third, and many timeouts: a retransmission is dropped as well. As long as tokens last, packets arrive at up to 50 Mb/s. BBR takes this for the bottleneck rate, sends at it for ten more round trips, and loses what exceeds 10 Mb/s.',
      revealToS: END,
    },
    {
      id: 'detect',
      title: 'How to notice a policer',
      text: 'BBR in Linux looks for policers. If more than a fifth of the packets are lost in two intervals of at least four round trips each, and the delivery rates in both agree to within an eighth, it sends at their mean for the next 48 round trips, without probing.',
      stage: {
        set: [policer(250_000), ...bbr(true)],
        plots: ['throughput', 'cwnd', 'variables'],
        hide: ['throughput', 'results'],
        runToS: 0,
        spanS: 30,
      },
      question: {
        ask: 'And now?',
        options: [
          {
            text: 'Still about a third',
            feedback: 'For most of the time BBR now sends at the rate that gets through.',
            claim: above(lost, 25),
          },
          {
            text: 'Less than half of that',
            right: true,
            feedback:
              'It loses packets only until it has recognised the policer, and again after 48 round trips.',
            claim: below(lost, 16),
          },
          {
            text: 'Hardly any',
            feedback: 'It takes losses to recognise a policer, and BBR has to do so again and again.',
            claim: below(lost, 4),
          },
        ],
      },
      reveal:
        'About an eighth. The bucket fills while BBR is slow, and each new search begins with a full one. That is why shaping is better for everyone, if there is a buffer to shape with.',
      revealToS: END,
    },
  ],
});

/** @type {import('./build.mjs').Lesson} */
export const policing = {
  id: 'lesson-policer',
  summary:
    'Two ways to sell 10 Mb/s of a 50 Mb/s link: one delays the excess, the other drops it. How senders cope with each.',
  shows: 'throughput',
  tags: ['policer', 'shaper', 'token bucket', 'cubic', 'bbr', 'loss', 'queue'],
  document: {
    ...document,
    links: document.links.map((link) =>
      link.id === 'core'
        ? {
            ...link,
            forward: {
              ...link.forward,
              behaviours: { policer: { rateMbps: RATE_MBPS, burstBytes: 15_000 } },
            },
          }
        : link,
    ),
  },
  solutions: { 'bucket/enough': [policer(125_000)] },
};
