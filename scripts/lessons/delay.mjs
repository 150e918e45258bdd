// Delay instead of loss, and what the phase of packets decides.
import { readFileSync } from 'node:fs';
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const share = (/** @type {number} */ atS) => of('flows/f1/sharePercent', atS);
const code = [set('/flows/f1/algorithm', 'code'), set('/flows/f1/params', {})];

/** @type {import('./build.mjs').Lesson} */
export const delay = {
  id: 'lesson-delay',
  summary: 'Vegas keeps the queue short and loses the fight. CODE learns to fight back.',
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
      { id: 'f1', name: 'By delay', algorithm: 'vegas', params: { alpha: 2, beta: 4 } },
      { id: 'f2', name: 'Reno', algorithm: 'reno', startS: 20 },
    ],
    steps: [
      {
        id: 'vegas',
        title: 'To listen before it hurts',
        text: 'Reno hears of congestion when a packet is lost, which is late. Vegas (Brakmo & Peterson, 1995) listens to the **round-trip time**. With the smallest one it has seen, $R_0$, and the present one, $R$, it works out how many of its packets wait in queues:\n\n$$D = W \\cdot \\frac{R - R_0}{R}$$\n\nIf $D < \\alpha$, the window grows by one; if $D > \\beta$, it shrinks by one; between them it stays. Here $\\alpha = 2$ and $\\beta = 4$.',
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
              feedback: 'Vegas wants some: without any it could not tell whether there is room.',
              claim: below(of('queues/core/forward/meanPackets', 20), 0.5),
            },
            {
              text: 'Two to four',
              right: true,
              feedback: 'As many as it aims at, give or take one.',
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
          'The link is full, the queue nearly empty, and no packet is lost. Nobody has to wait. If everybody ran Vegas, buffers could be tiny.',
        revealToS: 20,
      },
      {
        id: 'join',
        title: 'A neighbour who does not listen',
        text: 'At 20 s a Reno flow joins. It adds one packet a round trip until the buffer of 60 packets is full.',
        stage: {
          plots: ['throughput', 'queue', 'cwnd'],
          hide: ['throughput', 'queue', 'cwnd', 'results'],
          runToS: 20,
          spanS: 60,
        },
        question: {
          ask: 'From 30 s on: which part of the goodput does Vegas have, in per cent?',
          number: { value: 9, tolerance: 6, unit: '%', of: share(120) },
        },
        reveal:
          'About a tenth. Reno fills the queue; Vegas sees $D > \\beta$, takes it for its own doing, and gives way. Reno takes what it gets. A good citizen loses against one who is not.',
        revealToS: 120,
      },
      {
        id: 'small',
        title: 'Less to quarrel about',
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
              feedback: 'It cannot build a queue that is not there.',
              claim: below(share(120), 20),
            },
            {
              text: 'Reno, with two thirds',
              feedback: 'Closer than before, but look who loses packets.',
              claim: below(share(120), 45),
            },
            {
              text: 'Vegas, by a little',
              right: true,
              feedback:
                'Reno loses a packet and halves its window again and again; Vegas keeps a few packets waiting and its rate.',
              claim: above(share(120), 51),
            },
          ],
        },
        reveal:
          'Delay against loss is a question of the buffer. Where a router has little of it, loss comes early and delay-based senders hold their own.',
        revealToS: 120,
      },
      {
        id: 'code',
        title: 'CODE: to fight when it must',
        text: 'CODE TCP (Chan and others, 2010) is Vegas with moving thresholds. If the round-trip time grows although the window did not, then *somebody else* fills the queue: $\\alpha$ and $\\beta$ rise by 2. If the round-trip time falls, they go down by 1, and after a loss they are multiplied by $\\eta = 0.68$.\n\nThe buffer holds 60 packets again, and the first flow is CODE.',
        stage: {
          set: code,
          plots: ['throughput', 'cwnd', 'variables'],
          hide: ['throughput', 'cwnd', 'variables', 'results'],
          runToS: 20,
          spanS: 60,
          flow: 'f1',
        },
        question: {
          ask: 'Which part of the goodput does it have against Reno?',
          options: [
            {
              text: 'A tenth, as Vegas',
              feedback: 'Its thresholds follow the queue upwards.',
              claim: below(share(120), 20),
            },
            {
              text: 'More than a third',
              right: true,
              feedback: 'It lets as much wait as it takes to keep up.',
              claim: above(share(120), 34),
            },
            {
              text: 'Nearly everything',
              feedback: 'After a loss both step back, and its thresholds with it.',
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
        title: 'And among friends?',
        text: 'A scheme that can fight should not do so when nobody attacks. Both flows are CODE now.',
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
            passed: 'Peace keeps the queue shorter than Reno does.',
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
  summary: 'A tenth of a millisecond decides who starves. Then chance is let in.',
  shows: 'throughput',
  tags: ['phase effect', 'drop-tail', 'randomized', 'pacing', 'floyd', 'jacobson', 'random drop'],
  document: {
    ...base,
    title: 'Phase effects and randomization',
    notes:
      'Two Reno flows with round trips of 60 and 80 ms share 2 Mb/s and 25 packets of buffer. A lesson in five steps.',
    lesson: {
      steps: [
        {
          id: 'fair',
          title: 'Nothing here is random',
          text: 'Two Reno flows with base round trips of 60 and 80 ms share 2 Mb/s. All packets have 500 bytes, 2 ms on this link. The queue is drop-tail with 25 places, and nothing in this run is drawn by chance.\n\nA flow with the shorter round trip ought to get somewhat more; by round trips it would be 4/7, or 57 %.',
          stage: {
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'Which part does the flow with the *short* round trip get?',
            options: [
              {
                text: 'About 57 %',
                feedback: 'That is what the law of round trips says, and what this run does not do.',
                claim: above(near, 45),
              },
              {
                text: 'More than 80 %',
                feedback: 'It would be so with 0.1 ms more on the other path.',
                claim: above(near, 80),
              },
              {
                text: 'Less than 20 %',
                right: true,
                feedback: 'The long one has seven eighths.',
                claim: below(near, 20),
              },
            ],
          },
          reveal:
            'The short flow starves, and the squares in the timeline are its timeouts. Why? The queue frees a place *every 2 ms sharp*. Packets of both flows come in step with that clock, each with its own phase. Whoever arrives just **before** a place is freed finds the queue full, and does so each time (Floyd & Jacobson, 1992).',
          revealToS: 120,
        },
        {
          id: 'tenth',
          title: 'A tenth of a millisecond',
          text: 'The access link of the long flow gets 10.1 ms in place of 10: its round trip is 80.2 ms. No human, and no theory of round trips, would notice.',
          stage: {
            set: [set('/links/in2/forward/delayMs', 10.1)],
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'And now the short flow gets …',
            options: [
              {
                text: 'as little as before',
                feedback: 'The phase has moved by a tenth of a packet’s time: enough.',
                claim: below(near, 20),
              },
              {
                text: 'about half',
                feedback: 'There is no reason for a middle here.',
                claim: below(near, 70),
              },
              {
                text: 'nearly everything',
                right: true,
                feedback: 'Now the other one comes just too early.',
                claim: above(near, 80),
              },
            ],
          },
          reveal:
            'From an eighth to nine tenths, by 0.2 ms in 80. A result like that is a property of the *experiment* and not of the protocol. Many a comparison in the literature has been decided by it.',
          revealToS: 120,
        },
        {
          id: 'cure',
          title: 'Let chance in',
          text: 'Real senders are not that punctual. Let each packet of both flows be held up by a random time of up to 2 ms, one packet’s time. The delay is 10 ms again.',
          stage: {
            set: overhead,
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'cwnd', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'Which part does the short flow get, in per cent?',
            number: { value: 53, tolerance: 8, unit: '%', of: near },
          },
          reveal:
            'Between 49 and 56 %, whatever the seed: near the 57 % of the law. Simulations of Reno over drop-tail need such an overhead, or traffic the other way, or they measure phases.',
          revealToS: 120,
        },
        {
          id: 'randomized',
          title: 'Chance on purpose',
          text: 'Randomized TCP sends its packets at random gaps of its own making: a protocol that carries the cure with it. Both flows are Randomized now, and senders are punctual again.',
          stage: {
            set: randomized,
            plots: ['throughput', 'cwnd'],
            hide: ['throughput', 'results'],
            runToS: 0,
            spanS: 60,
          },
          question: {
            ask: 'The shares are even again. What does it cost?',
            options: [
              {
                text: 'Nothing',
                feedback: 'Look at how busy the link is.',
                claim: above(of('queues/core/forward/utilisation', 120), 0.95),
              },
              {
                text: 'Some of the link: it is busy for less than nine tenths of the time',
                right: true,
                feedback: 'Random gaps leave the queue empty now and then.',
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
            'Even shares for any delay, and a link that is 85 % busy in place of 98 %. Fairness by chance has its price where the buffer is short.',
          revealToS: 120,
        },
        {
          id: 'router',
          title: 'Or in the router',
          text: 'The senders are Reno, punctual to the nanosecond. Only the queue can be changed. (Select the link between the routers.)',
          stage: { plots: ['throughput', 'fairness'], runToS: 0, spanS: 60 },
          checks: [
            {
              id: 'even',
              text: 'Jain’s index above 0.9 by 60 s.',
              claim: above(of('jain', 60), 0.9),
              task: true,
              passed: 'A queue that drops a random packet, or an early one, has no clock to be in step with.',
              failed:
                'Somebody still arrives at the wrong moment. Which discipline does not punish the one who comes last?',
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
