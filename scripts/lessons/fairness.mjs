// Flows that share: convergence, and the effect of the RTT.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const both = (/** @type {string} */ algorithm) => [
  set('/flows/f1/algorithm', algorithm),
  set('/flows/f2/algorithm', algorithm),
];
const shareOfSecond = (/** @type {number} */ atS) => of('flows/f2/sharePercent', atS);

/** @type {import('./build.mjs').Lesson} */
export const convergence = {
  id: 'lesson-aimd',
  summary: 'Why additive increase and multiplicative decrease, in the phase plane of two windows.',
  shows: 'cwnd',
  tags: ['aimd', 'mimd', 'phase portrait', 'fairness', 'convergence', 'jain', 'chiu', 'scalable'],
  document: dumbbell({
    title: 'AIMD in the phase plane',
    notes: 'Two NewReno flows on 10 Mb/s; the second begins at 15 s. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 42,
    durationS: 90,
    fromS: 15,
    flows: [
      { id: 'f1', name: 'First', algorithm: 'newreno' },
      { id: 'f2', name: 'Second', algorithm: 'newreno', startS: 15 },
    ],
    steps: [
      {
        id: 'plane',
        title: 'Two windows as one point',
        text: 'Plot the window of one flow on the horizontal axis and that of the other on the vertical axis. At each moment the pair is a **point** (Chiu & Jain, 1989).\n\n* On the *fairness line*, $x = y$, both windows are equal.\n* On the *efficiency line*, $x + y = \\mathrm{BDP} + B$, path and buffer are just full. Beyond it packets are lost.\n\nThe first flow is alone until 15 s: the point moves along the axis.',
        stage: { plots: ['phase', 'cwnd'], runToS: 14.5, spanS: 60 },
      },
      {
        id: 'add',
        title: 'Adding',
        text: 'Between losses both windows grow by one packet per round trip.',
        stage: { plots: ['phase', 'cwnd'], hide: ['phase', 'cwnd'], runToS: 15.5, spanS: 60 },
        question: {
          ask: 'In which direction does the point move while both windows grow?',
          options: [
            {
              text: 'Away from the origin, along the ray through it',
              feedback: 'That happens when both are multiplied by the same factor.',
            },
            {
              text: 'At 45°: as far up as right',
              right: true,
              feedback: 'The same is added to both; the *difference* between the two stays the same.',
            },
            {
              text: 'Straight towards the fairness line',
              feedback: 'Adding the same amount to both does not close the gap.',
            },
          ],
        },
        reveal:
          'Up at 45° while they add, back along a ray to the origin when they halve. Adding keeps the difference $x - y$; halving halves it. Step by step the point approaches the fairness line: after $n$ losses the difference is $(x-y)/2^n$.',
        revealToS: 60,
      },
      {
        id: 'jain',
        title: 'How fair, in one number',
        text: 'Jain’s index of the rates $x_1 \\dots x_n$ is\n\n$$J = \\frac{(\\sum x_i)^2}{n \\sum x_i^2}$$\n\nIt is 1 if all rates are equal, and $1/n$ if one flow has everything.',
        stage: { plots: ['throughput', 'fairness'], hide: ['fairness', 'results'], runToS: 20, spanS: 60 },
        question: {
          ask: 'From 15 to 20 s the first flow had 79 % of all goodput, the second 21 %. What is Jain’s index of these shares?',
          number: { value: 0.75, tolerance: 0.02, of: of('jain', 20) },
        },
        reveal:
          '$J = 1/(2 \\cdot (0.79^2 + 0.21^2)) \\approx 0.75$. It looks better than it is: with two flows it is never below 0.5.',
        revealToS: 20,
      },
      {
        id: 'fair',
        title: 'Convergence',
        text: 'Let the run continue. Each loss event that affects both flows halves the difference between their windows.',
        stage: { plots: ['throughput', 'fairness', 'phase'], runToS: 20, spanS: 90 },
        checks: [
          {
            id: 'early',
            text: 'At 30 s, fifteen seconds after it started, the second flow has less than 40 %.',
            claim: below(shareOfSecond(30), 40),
            passed: 'The mean since 15 s still includes the unfair start.',
          },
          {
            id: 'late',
            text: 'Jain’s index is above 0.95 by 60 s.',
            claim: above(of('jain', 60), 0.95),
            passed: 'Two flows with the same round trip become equal, wherever they start.',
          },
        ],
      },
      {
        id: 'mimd',
        title: 'Multiplicative increase',
        text: 'Scalable TCP *multiplies*: a window grows by one per cent per round trip and shrinks by an eighth at a loss. Both flows are Scalable now.',
        stage: {
          set: both('scalable'),
          plots: ['phase', 'fairness', 'cwnd'],
          hide: ['phase', 'fairness', 'cwnd', 'throughput', 'results'],
          runToS: 15.5,
          spanS: 60,
        },
        question: {
          ask: 'What happens to the second flow, which starts late?',
          options: [
            {
              text: 'It catches up, as before',
              feedback:
                'Up along a ray, back along the same ray: nothing pulls the point to the fairness line.',
              claim: above(shareOfSecond(90), 40),
            },
            {
              text: 'It stays behind',
              right: true,
              feedback:
                'Growing and shrinking keep the *ratio* of the windows, if both lose at the same time.',
              claim: below(shareOfSecond(90), 30),
            },
            {
              text: 'It takes over',
              feedback: 'Nothing favours the smaller window.',
              claim: above(shareOfSecond(90), 60),
            },
          ],
        },
        reveal:
          'Multiplying moves the point back and forth along its ray. If losses coincide, MIMD keeps the shares as they are: here the second flow has a fifth after more than a minute. That is why TCP increases additively.',
        revealToS: 90,
      },
    ],
  }),
};

const ratio = (/** @type {number} */ atS) => of('flows/f1/goodputMbps', atS, { per: 'flows/f2/goodputMbps' });

/** @type {import('./build.mjs').Lesson} */
export const roundTrips = {
  id: 'lesson-rtt',
  summary: 'The flow with the shorter RTT gets more. How much more, and how does the buffer change it?',
  shows: 'throughput',
  tags: ['rtt', 'unfairness', 'newreno', 'buffer', 'cubic', 'square-root law'],
  document: dumbbell({
    title: 'RTT unfairness',
    notes: 'Two NewReno flows with round trips of 20 and 100 ms share 10 Mb/s. A lesson in four steps.',
    rateMbps: 10,
    delayMs: 8,
    buffer: 60,
    durationS: 120,
    fromS: 20,
    flows: [
      { id: 'f1', name: '20 ms', algorithm: 'newreno' },
      { id: 'f2', name: '100 ms', algorithm: 'newreno', accessMs: 41 },
    ],
    steps: [
      {
        id: 'law',
        title: 'One packet per round trip',
        text: 'Both flows follow the same rule: one more packet *each round trip*. But one of them completes five round trips while the other completes one.\n\nThe square-root formula gives numbers. With a loss probability $p$ that is the same for both,\n\n$$x = \\frac{1}{R}\\sqrt{\\frac{3}{2p}}$$\n\npackets per second: the rate is inversely proportional to the round trip $R$. And if both lose at the *same moments*, the windows have the ratio $R_2/R_1$ and the rates its square.',
        stage: { plots: ['throughput', 'cwnd'], hide: ['throughput', 'cwnd', 'results'], runToS: 0 },
        question: {
          ask: 'Base round trips of 20 and 100 ms, a buffer of 60 packets. How many times as much does the flow with the short RTT get?',
          number: { value: 1.8, tolerance: 0.7, unit: 'times', of: ratio(120) },
        },
        reveal:
          'Less than twice as much: far from five, and further from twenty-five. What does the formula leave out? The queue. A full buffer of 60 packets adds 72 ms to *both*, so that the round trips are more like 72 and 155 ms.',
        revealToS: 120,
      },
      {
        id: 'small',
        title: 'Take the queue away',
        text: 'Now the buffer holds 10 packets: at most 12 ms of delay.',
        stage: {
          set: [buffer(10)],
          plots: ['throughput', 'cwnd'],
          hide: ['throughput', 'cwnd', 'results'],
          runToS: 0,
        },
        question: {
          ask: 'How do the shares change?',
          options: [
            {
              text: 'They become more equal',
              feedback: 'The queue was what made the round trips similar.',
              claim: below(ratio(120), 1.6),
            },
            {
              text: 'They stay as they are',
              feedback: 'The ratio of the round trips has changed.',
              claim: below(ratio(120), 2.5),
            },
            {
              text: 'The flow with the short RTT gets far more',
              right: true,
              feedback: 'Without the queue the short round trip is 27 ms, and both lose together.',
              claim: above(ratio(120), 10),
            },
          ],
        },
        reveal:
          'More than twenty times as much. With a small buffer the round trips are those of the paths; and because the buffer overflows for both flows at once, their ratio is squared.',
        revealToS: 120,
      },
      {
        id: 'large',
        title: 'Or make it large',
        text: 'A buffer of 300 packets holds 360 ms.',
        stage: {
          set: [buffer(300)],
          plots: ['throughput', 'rtt'],
          hide: ['throughput', 'rtt', 'results'],
          runToS: 0,
        },
        question: {
          ask: 'What is Jain’s index over the last 100 s?',
          options: [
            {
              text: 'About 0.54, as with 10 packets',
              feedback: 'That was without the queueing delay.',
              claim: below(of('jain', 120), 0.6),
            },
            {
              text: 'About 0.9, as with 60 packets',
              feedback: 'The queue is five times as long now.',
              claim: below(of('jain', 120), 0.95),
            },
            {
              text: 'Above 0.98',
              right: true,
              feedback: 'Round trips of 311 and 387 ms are almost the same.',
              claim: above(of('jain', 120), 0.98),
            },
          ],
        },
        reveal:
          'Fair, but with a third of a second of delay for everyone. Delay equalises the shares, but it is the wrong way to do so.',
        revealToS: 120,
      },
      {
        id: 'fix',
        title: 'Fair without the delay',
        text: 'The buffer holds 60 packets again. Can both have the same rate without the delay? The queue knows which flow each packet belongs to.',
        stage: { plots: ['throughput', 'rtt', 'fairness'], runToS: 0 },
        checks: [
          {
            id: 'fair',
            text: 'Jain’s index above 0.95 by 60 s. (Try [disciplines of the queue](#/links/core/forward/queue/kind) between the routers.)',
            claim: above(of('jain', 60), 0.95),
            task: true,
            passed:
              'With one queue per flow, served in turn, each flow gets its share, whatever its round trip.',
            failed: 'Not fair yet. A discipline with one queue per flow does not depend on round trips.',
          },
          {
            id: 'quick',
            text: 'And the mean round trip of the flow with the long RTT is below 125 ms.',
            claim: below(of('flows/f2/rttMeanMs', 60), 125),
            task: true,
            passed: 'Fair and fast: this is what FQ-CoDel is for.',
            failed: 'The queue is still long. Which discipline keeps it short as well?',
          },
        ],
      },
    ],
  }),
  solutions: {
    'fix/fair': [set('/links/core/forward/queue', { kind: 'fq-codel' })],
    'fix/quick': [set('/links/core/forward/queue', { kind: 'fq-codel' })],
  },
};
