// Delay instead of loss, and phase effects.
import { readFileSync } from 'node:fs';
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const share = (/** @type {number} */ atS) => of('flows/f1/sharePercent', atS);
const code = [set('/flows/f1/algorithm', 'code'), set('/flows/f1/params', {})];

/** @type {import('./build.mjs').Lesson} */
export const delay = {
  id: 'lesson-delay',
  summary: 'Vegas keeps the queue short and loses to Reno. CODE adapts and competes.',
  shows: 'throughput',
  tags: ['vegas', 'code', 'delay-based', 'reno', 'competition', 'buffer'],
  document: dumbbell({
    title: 'Delay against loss',
    notes: 'Vegas alone on 10 Mb/s; a Reno flow joins at 20 s. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 60,
    durationS: 120,
    fromS: 30,
    flows: [
      { id: 'f1', name: 'Delay-based', algorithm: 'vegas', params: { alpha: 2, beta: 4 } },
      { id: 'f2', name: 'Reno', algorithm: 'reno', startS: 20 },
    ],
    steps: [
      {
        id: 'vegas',
        title: 'Reacting before a loss',
        text: 'Reno detects congestion when a packet is lost, which is late. Vegas (Brakmo & Peterson, 1995) uses the **round-trip time**. From the smallest RTT it has seen, $R_0$, and the current one, $R$, it computes how many of its packets are in queues:\n\n$$D = W \\cdot \\frac{R - R_0}{R}$$\n\nIf $D < \\alpha$, the window grows by one; if $D > \\beta$, it shrinks by one; between them it stays. Here $\\alpha = 2$ and $\\beta = 4$.',
        stage: {
          plots: ['queue', 'cwnd', 'rtt'],
          hide: ['queue', 'results'],
          runToS: 3,
          spanS: 40,
          set: [set('/sampling/measureFromS', 5)],
        },
        question: {
          ask: 'Vegas is alone until 20 s. Its window ends up between $\\alpha$ and $\\beta$. How many packets wait in the queue on average?',
          options: [
            {
              text: 'None',
              feedback: 'Vegas needs a few: with none it could not tell whether capacity is available.',
              claim: below(of('queues/core/forward/meanPackets', 20), 0.5),
            },
            {
              text: 'Two to four',
              right: true,
              feedback: 'About its target.',
              claim: below(of('queues/core/forward/meanPackets', 20), 5),
            },
            {
              text: 'About thirty, half of the buffer',
              feedback: 'That is Reno.',
              claim: above(of('queues/core/forward/meanPackets', 20), 15),
            },
          ],
        },
        reveal:
          'The link is fully used, the queue is almost empty, and no packet is lost. If all senders used Vegas, buffers could be very small.',
        revealToS: 20,
      },
      {
        id: 'join',
        title: 'A competing loss-based flow',
        text: 'At 20 s a Reno flow joins. It adds one packet per round trip until the buffer of 60 packets is full.',
        stage: {
          plots: ['throughput', 'queue', 'cwnd'],
          hide: ['throughput', 'queue', 'cwnd', 'results'],
          runToS: 20,
          spanS: 60,
        },
        question: {
          ask: 'From 30 s on, what share of the goodput does Vegas get, in per cent?',
          number: { value: 9, tolerance: 6, unit: '%', of: share(120) },
        },
        reveal:
          'About a tenth. Reno fills the queue; Vegas sees $D > \\beta$, attributes it to its own packets, and reduces its window. Reno takes the capacity that is freed. A delay-based flow loses to a loss-based one.',
        revealToS: 120,
      },
      {
        id: 'small',
        title: 'A smaller buffer',
        text: 'The buffer holds ten packets now.',
        stage: {
          set: [buffer(10)],
          plots: ['throughput', 'queue', 'cwnd'],
          hide: ['throughput', 'queue', 'cwnd', 'results'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'Who wins?',
          options: [
            {
              text: 'Reno, with nine tenths as before',
              feedback: 'It cannot build a queue without a buffer.',
              claim: below(share(120), 20),
            },
            {
              text: 'Reno, with two thirds',
              feedback: 'Closer than before, but look at which flow loses packets.',
              claim: below(share(120), 45),
            },
            {
              text: 'Vegas, by a little',
              right: true,
              feedback:
                'Reno keeps losing packets and halving its window; Vegas keeps a few packets in the queue and holds its rate.',
              claim: above(share(120), 51),
            },
          ],
        },
        reveal:
          'The outcome depends on the buffer. With a small buffer, losses come early and delay-based senders can compete.',
        revealToS: 120,
      },
      {
        id: 'code',
        title: 'CODE: compete when necessary',
        text: 'CODE TCP (Chan and others, 2010) is Vegas with moving thresholds. If the round-trip time grows although the window did not, then *another flow* is filling the queue: $\\alpha$ and $\\beta$ rise by 2. If the round-trip time falls, they go down by 1, and after a loss they are multiplied by $\\eta = 0.68$.\n\nThe buffer holds 60 packets again, and the first flow is CODE.',
        stage: {
          set: code,
          plots: ['throughput', 'cwnd', 'variables'],
          hide: ['throughput', 'cwnd', 'variables', 'results'],
          runToS: 20,
          spanS: 60,
          flow: 'f1',
        },
        question: {
          ask: 'What share of the goodput does it get against Reno?',
          options: [
            {
              text: 'A tenth, like Vegas',
              feedback: 'Its thresholds rise with the queue.',
              claim: below(share(120), 20),
            },
            {
              text: 'More than a third',
              right: true,
              feedback: 'It keeps as many packets in the queue as it needs to keep up.',
              claim: above(share(120), 34),
            },
            {
              text: 'Nearly everything',
              feedback: 'After a loss both windows fall, and its thresholds fall too.',
              claim: above(share(120), 70),
            },
          ],
        },
        reveal:
          'About 43 %. Look at $\\alpha$ and $\\beta$ among its variables: they climb with Reno’s queue and fall with each loss. The constant 0.68 solves $34\\eta^2 - 54\\eta + 21 = 0$, the condition under which both deliver the same in a cycle.',
        revealToS: 120,
      },
      {
        id: 'price',
        title: 'And without competition?',
        text: 'An algorithm that can compete should not fill the queue without need. Both flows are CODE now.',
        stage: {
          set: [...code, set('/flows/f2/algorithm', 'code')],
          plots: ['queue', 'throughput', 'fairness'],
          runToS: 0,
          spanS: 60,
        },
        checks: [
          {
            id: 'short',
            text: 'The mean queue is below 20 of 60 packets.',
            claim: below(of('queues/core/forward/meanPackets', 120), 20),
            passed: 'Two CODE flows keep the queue shorter than Reno does.',
          },
          {
            id: 'loss',
            text: 'And the link is busy for more than 99 % of the time.',
            claim: above(of('queues/core/forward/utilisation', 120, { times: 100 }), 99),
          },
        ],
      },
    ],
  }),
};

const base = JSON.parse(
  readFileSync(new URL('../../public/gallery/phase-effect.json', import.meta.url), 'utf8'),
);
const near = of('flows/f1/sharePercent', 120);
const overhead = ['f1', 'f2'].map((id) => set(`/flows/${id}/sendOverheadUs`, 2000));
const randomized = ['f1', 'f2'].map((id) => set(`/flows/${id}/algorithm`, 'randomized'));

/** @type {import('./build.mjs').Lesson} */
export const phases = {
  id: 'lesson-phase',
  summary: 'A tenth of a millisecond decides which flow starves. Then randomness is added.',
  shows: 'throughput',
  tags: ['phase effect', 'drop-tail', 'randomized', 'pacing', 'floyd', 'jacobson', 'random drop'],
  document: {
    ...base,
    title: 'Phase effects and randomisation',
    notes:
      'Two Reno flows with round trips of 60 and 80 ms share 2 Mb/s and 25 packets of buffer. A lesson in five steps.',
    lesson: {
      steps: [
        {
          id: 'fair',
          title: 'Nothing here is random',
          text: 'Two Reno flows with base round trips of 60 and 80 ms share 2 Mb/s. All packets are 500 bytes long and take 2 ms on this link. The queue is drop-tail with a limit of 25 packets, and nothing in this run is random.\n\nThe flow with the shorter round trip should get somewhat more: in inverse proportion to the round trips 4/7, or 57 %.',
          stage: {
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'What share does the flow with the *short* round trip get?',
            options: [
              {
                text: 'About 57 %',
                feedback: 'That is what the inverse proportion predicts, but not what this run shows.',
                claim: above(near, 45),
              },
              {
                text: 'More than 80 %',
                feedback: 'That happens with 0.1 ms more on the other path.',
                claim: above(near, 80),
              },
              {
                text: 'Less than 20 %',
                right: true,
                feedback: 'The long one gets seven eighths.',
                claim: below(near, 20),
              },
            ],
          },
          reveal:
            'The short flow starves, and the squares in the timeline are its timeouts. Why? A packet leaves the queue *exactly every 2 ms*. Packets of both flows arrive in step with that clock, each with its own phase. A packet that arrives just **before** a departure finds the queue full, and this repeats every time (Floyd & Jacobson, 1992).',
          revealToS: 120,
        },
        {
          id: 'tenth',
          title: 'A tenth of a millisecond',
          text: 'The access link of the long flow gets 10.1 ms instead of 10, so its round trip is 80.2 ms. By round trips alone, the shares should hardly change.',
          stage: {
            set: [set('/links/in2/forward/delayMs', 10.1)],
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'Now the short flow gets …',
            options: [
              {
                text: 'as little as before',
                feedback: 'The phase has moved by a tenth of a packet’s transmission time, which is enough.',
                claim: below(near, 20),
              },
              {
                text: 'about half',
                feedback: 'Nothing here averages the two outcomes.',
                claim: below(near, 70),
              },
              {
                text: 'nearly everything',
                right: true,
                feedback: 'Now the other flow’s packets arrive just too early.',
                claim: above(near, 80),
              },
            ],
          },
          reveal:
            'From an eighth to nine tenths, because of 0.2 ms in 80. Such a result is a property of the *experiment* and not of the protocol. It has decided many comparisons in the literature.',
          revealToS: 120,
        },
        {
          id: 'cure',
          title: 'Adding randomness',
          text: 'Real senders are not that precise. Now each packet of both flows is delayed by a random time of up to 2 ms, one transmission time. The delay of the link is 10 ms again.',
          stage: {
            set: overhead,
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'What share does the short flow get, in per cent?',
            number: { value: 53, tolerance: 8, unit: '%', of: near },
          },
          reveal:
            'Between 49 and 56 %, for every seed: close to the predicted 57 %. Simulations of Reno over drop-tail need such an overhead, or traffic in the other direction; otherwise they measure phase effects.',
          revealToS: 120,
        },
        {
          id: 'randomized',
          title: 'Randomness in the protocol',
          text: 'Randomized TCP sends its packets at random gaps of its own making: the protocol itself removes the phase effect. Both flows are Randomized now, and senders are precise again.',
          stage: {
            set: randomized,
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'The shares are equal again. What does it cost?',
            options: [
              {
                text: 'Nothing',
                feedback: 'Look at the utilisation of the link.',
                claim: above(of('queues/core/forward/utilisation', 120), 0.95),
              },
              {
                text: 'Some of the link: it is busy for less than nine tenths of the time',
                right: true,
                feedback: 'With random gaps the queue is sometimes empty.',
                claim: below(of('queues/core/forward/utilisation', 120), 0.9),
              },
              {
                text: 'Half of the link',
                feedback: 'Not that much.',
                claim: below(of('queues/core/forward/utilisation', 120), 0.6),
              },
            ],
          },
          reveal:
            'Equal shares for any delay, and a link that is 85 % busy instead of 98 %. With a small buffer, randomisation costs throughput.',
          revealToS: 120,
        },
        {
          id: 'router',
          title: 'Or in the router',
          text: 'The senders are Reno, precise to the nanosecond. Only the [discipline of the queue](#/links/core/forward/queue/kind) between the routers can be changed.',
          stage: { plots: ['throughput', 'fairness'], runToS: 0, spanS: 60 },
          checks: [
            {
              id: 'even',
              text: 'Jain’s index above 0.9 by 60 s.',
              claim: above(of('jain', 60), 0.9),
              task: true,
              passed: 'A queue that drops a random packet, or drops early, has no phase to lock to.',
              failed:
                'One flow still arrives at the wrong moment. Which discipline does not always drop the arriving packet?',
            },
          ],
        },
      ],
    },
  },
  solutions: {
    'router/even': [set('/links/core/forward/queue', { kind: 'random-drop', params: { limitPackets: 25 } })],
  },
};
