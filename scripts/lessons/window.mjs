// A single flow: the sawtooth, and how it starts.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const busy = (/** @type {number} */ atS) => of('queues/core/forward/utilisation', atS, { times: 100 });
const period = of('flows/f1/theory/period/measured', 120);

/** @type {import('./build.mjs').Lesson} */
export const sawtooth = {
  id: 'lesson-sawtooth',
  summary: 'Predict a window: its height, its period, and what the buffer does for it.',
  shows: 'cwnd, queue',
  tags: ['sawtooth', 'reno', 'aimd', 'BDP', 'buffer', 'period'],
  document: dumbbell({
    title: 'The sawtooth',
    notes:
      'One Reno flow on 10 Mb/s with a round trip of 50 ms and a buffer of one bandwidth–delay product. A lesson in six steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 42,
    durationS: 120,
    fromS: 10,
    flows: [{ id: 'f1', algorithm: 'reno' }],
    steps: [
      {
        id: 'path',
        title: 'A path, and what fits on it',
        text: 'A sender has a link of 10 Mb/s to itself. A packet and its acknowledgement need 50 ms there and back.\n\nHow much data can be in flight at once? Rate times round-trip time, the **bandwidth–delay product**:\n\n$$\\mathrm{BDP} = C \\cdot R = \\frac{10\\,\\text{Mb/s} \\cdot 50\\,\\text{ms}}{1500 \\cdot 8\\,\\text{bit}} \\approx 42\\ \\text{packets}$$\n\nAnything beyond that waits in the buffer in front of the link, which holds another 42 packets. (The plots say 42.7, because they also count the time that a packet and its acknowledgement take to be sent over each link.)\n\nReno does not know these numbers. It sends a window of $W$ packets per round trip, increases it by one packet each round trip, and halves it when a packet is lost.',
        // A single flow's window plot has a line at BDP + buffer, which would reveal the next answer.
        stage: { plots: ['throughput', 'queue'], runToS: 4, spanS: 20 },
      },
      {
        id: 'peak',
        title: 'How high does it go?',
        text: 'At 4 s the window has been growing since slow start, which has a lesson of its own. It keeps growing until the buffer is full.',
        stage: { plots: ['cwnd', 'queue'], hide: ['cwnd', 'queue'], runToS: 4, spanS: 20 },
        question: {
          ask: 'How large is the window, in packets, when a packet is lost?',
          number: {
            value: 84,
            tolerance: 5,
            unit: 'packets',
            of: of('queues/core/forward/maxPackets', 30, { times: 2 }),
          },
        },
        reveal:
          'The path holds 42 packets and the buffer 42 more: $W_{\\max} = \\mathrm{BDP} + B = 84$. The next packet is dropped. The plot of the queue reaches its capacity at each peak of the window.',
        revealToS: 30,
      },
      {
        id: 'sketch',
        title: 'Draw the next teeth',
        text: 'You know the peak, you know what a loss does, and you know how fast the window grows. The grey part is what the run has shown so far.',
        stage: { plots: ['cwnd', 'queue'], hide: ['cwnd'], runToS: 33 },
        question: {
          ask: 'How does the window continue?',
          sketch: { series: 'cwnd', owner: 'f1', fromS: 30, toS: 40, max: 100, tolerance: 0.09 },
        },
        reveal:
          'From the peak of 84 down to 42, then up by one packet per round trip. The teeth bend a little: the fuller the queue, the longer a round trip, and the slower the growth in *seconds*.',
      },
      {
        id: 'period',
        title: 'How long is a tooth?',
        text: 'From $W_{\\max}/2$ to $W_{\\max}$ takes $W_{\\max}/2 = 42$ round trips. Each takes between 50 ms, with an empty queue, and 100 ms, with 42 packets in the queue at 1.2 ms each.',
        stage: { plots: ['cwnd', 'queue'], hide: ['cwnd', 'queue'], runToS: 4 },
        question: {
          ask: 'How many seconds are there between two losses?',
          number: { value: 3.4, tolerance: 0.4, unit: 's', of: period },
        },
        reveal:
          'About 42 round trips of 80 ms on average: $42 \\cdot 0.08 \\approx 3.4\\ \\text{s}$. The results in the inspector show the same under *Theory*, computed from Reno’s rules and not from the run.',
        revealToS: 120,
      },
      {
        id: 'double',
        title: 'Twice as far',
        text: 'Now the path is twice as long, 100 ms, and so is the buffer: 84 packets.',
        stage: {
          set: [set('/links/core/forward/delayMs', 48), set('/links/core/backward/delayMs', 48), buffer(84)],
          plots: ['cwnd', 'queue'],
          hide: ['cwnd', 'queue'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'How long is a tooth now?',
          options: [
            {
              text: 'As long as before',
              feedback: 'The window has to grow by twice as many packets.',
              claim: below(period, 5),
            },
            {
              text: 'Twice as long',
              feedback:
                'Twice as many packets, yes. But each increase takes a round trip, which is longer now.',
              claim: below(period, 9),
            },
            {
              text: 'Four times as long',
              right: true,
              feedback: 'Twice as many round trips, each of them twice as long.',
              claim: above(period, 11),
            },
          ],
        },
        reveal:
          'The period grows with the *square* of the round-trip time, and with the rate: at 10 Gb/s and 100 ms Reno would climb for more than an hour. That is why CUBIC and other high-speed variants exist.',
        revealToS: 120,
      },
      {
        id: 'buffer',
        title: 'What the buffer is for',
        text: 'After a loss the window is $(\\mathrm{BDP}+B)/2$. If that is less than the BDP, the link goes idle. Here the buffer holds only four packets.',
        stage: { set: [buffer(4)], plots: ['cwnd', 'queue', 'throughput'], runToS: 0, spanS: 20 },
        checks: [
          {
            id: 'busy',
            text: 'Find a buffer with which the link is busy for more than 99 % of the time. (Set the [buffer of the link between the routers](#/links/core/forward/queue/params/limitPackets).)',
            claim: above(busy(60), 99),
            task: true,
            passed:
              'With $B \\ge \\mathrm{BDP}$ half of the peak still fills the path: one flow needs a buffer of one BDP.',
            failed:
              'The link still goes idle after each loss. How large must $B$ be for $(\\mathrm{BDP}+B)/2$ to be a whole BDP?',
          },
        ],
      },
    ],
  }),
  solutions: { 'buffer/busy': [buffer(42)] },
};

const short = (/** @type {number} */ rate) => [
  set('/flows/f1/traffic', { kind: 'finite', params: { sizeKb: 100 } }),
  set('/links/core/forward/rateMbps', rate),
];
const lost = (/** @type {number} */ atS) => of('flows/f1/drops', atS);

/** @type {import('./build.mjs').Lesson} */
export const slowStart = {
  id: 'lesson-slow-start',
  summary: 'Doubling without feedback: how fast it finds the rate, and what it costs.',
  shows: 'cwnd',
  tags: ['slow start', 'initial window', 'overshoot', 'short flows', 'newreno', 'rfc 6928'],
  document: dumbbell({
    title: 'Slow start',
    notes:
      'One NewReno flow begins on 20 Mb/s with a round trip of 100 ms: 167 packets fit on the path and another 80 in the buffer. A lesson in five steps.',
    rateMbps: 20,
    delayMs: 48,
    buffer: 80,
    durationS: 20,
    flows: [{ id: 'f1', algorithm: 'newreno' }],
    steps: [
      {
        id: 'double',
        title: 'From zero to the rate of the path',
        text: 'A new connection knows nothing about its path. It begins with ten packets (RFC 6928), and each acknowledged packet adds one packet to the window. So a full window of acknowledgements *doubles* it:\n\n$$W_n = 10 \\cdot 2^n \\quad\\text{after } n \\text{ round trips}$$\n\nA round trip is 100 ms here, the first one is the handshake, and 167 packets fit on the path.',
        stage: { plots: ['cwnd', 'queue'], hide: ['cwnd', 'queue', 'throughput'], runToS: 0.25, spanS: 2 },
        question: {
          ask: 'Draw the window over the first 0.65 s.',
          sketch: { series: 'cwnd', owner: 'f1', fromS: 0, toS: 0.65, max: 320, tolerance: 0.1 },
        },
        reveal:
          'Ten packets at 0.1 s, twice as many at 0.2 s, and more than 160 after 0.5 s. It is called *slow* start because before 1988 senders started with the whole window at once.',
      },
      {
        id: 'overshoot',
        title: 'The last doubling',
        text: 'At about 0.6 s the window exceeds the 167 packets of the path, and the excess fills the buffer of 80. The sender learns of the first lost packet a round trip *after* it was dropped, and keeps doubling until then.',
        stage: { plots: ['cwnd', 'queue'], hide: ['cwnd', 'queue'], runToS: 0.55, spanS: 4 },
        question: {
          ask: 'How many packets are lost at the end of slow start?',
          options: [
            {
              text: 'One',
              feedback:
                'The sawtooth loses one packet at each peak, because there the window grows by one per round trip.',
              claim: below(lost(1), 2),
            },
            {
              text: 'About ten',
              feedback: 'The window grows by far more than that in the last round trip.',
              claim: below(lost(1), 30),
            },
            {
              text: 'Dozens',
              right: true,
              feedback:
                'The window would double in the last round trip; whatever exceeds path and buffer is lost.',
              claim: above(lost(1), 50),
            },
          ],
        },
        reveal:
          'The window grew to 320 packets, but only 247 fit. NewReno repairs one loss per round trip, so recovering from about eighty would take eight seconds. In this run its timer expires first: look at the square in the timeline.',
        revealToS: 4,
      },
      {
        id: 'sack',
        title: 'The same losses, with better feedback',
        text: 'With selective acknowledgements the receiver says exactly which packets are missing. Everything else is the same.',
        stage: {
          set: [set('/flows/f1/algorithm', 'sack')],
          plots: ['cwnd', 'queue', 'throughput'],
          runToS: 0,
          spanS: 8,
        },
        question: {
          ask: 'Does SACK lose fewer packets in slow start?',
          options: [
            {
              text: 'Yes, far fewer',
              feedback: 'It learns of them sooner, but the packets are dropped before any sender knows.',
              claim: below(lost(1), 40),
            },
            {
              text: 'No, the same number, but it repairs them faster',
              right: true,
              feedback: 'Doubling causes the overshoot; SACK only speeds up the repair.',
              claim: above(of('goodputMbps', 4), 11),
            },
          ],
        },
        reveal:
          'The number of losses is the same. By 4 s SACK has delivered more than three times as much as NewReno.',
        revealToS: 4,
      },
      {
        id: 'short',
        title: 'Short transfers stay in slow start',
        text: 'Most transfers end before slow start does. Here the flow sends 100 kB, 70 packets: ten, twenty, forty, done. The link runs at 20 Mb/s. From the first packet to the acknowledgement of the last one the transfer takes a little more than 0.3 s, three round trips, after one more for the handshake.',
        stage: { set: short(20), plots: ['cwnd', 'throughput'], hide: ['results'], runToS: 1, spanS: 2 },
        question: {
          ask: 'The provider offers a link ten times as fast, 200 Mb/s. How long does the transfer take?',
          options: [
            { text: 'A tenth of the time', feedback: 'It would if the link were what limits it.' },
            {
              text: 'Half of the time',
              feedback: 'It still needs the same number of round trips, and their length hardly changes.',
            },
            { text: 'Nearly the same', right: true, feedback: 'Round trips limit it, not the link.' },
          ],
        },
        reveal:
          'The duration is the number of round trips times their length. The higher rate saves a twentieth; a server at half the distance would save half. Try it in the next step.',
      },
      {
        id: 'faster',
        title: 'Faster without a faster link',
        text: 'The link runs at 200 Mb/s now, and the same 100 kB take 0.3 s.',
        stage: { set: short(200), plots: ['cwnd', 'throughput'], runToS: 0, spanS: 2 },
        checks: [
          {
            id: 'same',
            text: 'Ten times the rate, and still no less than 0.28 s.',
            claim: above(of('flows/f1/completionS', 1), 0.28),
            passed:
              'Three round trips of 100 ms, from the first packet to the last acknowledgement. The handshake had taken one before.',
          },
          {
            id: 'quarter',
            text: 'Make the transfer take less than 0.2 s. You may change the delay of the link, [there](#/links/core/forward/delayMs) and [back](#/links/core/backward/delayMs), or the [initial window](#/flows/f1/stack/params/initialWindow) of the flow.',
            claim: below(of('flows/f1/completionS', 1), 0.2),
            task: true,
            passed: 'Content delivery networks do the first; RFC 6928 did the second.',
            failed:
              'More rate does not help. What determines the length of a round trip, and how many are there?',
          },
        ],
      },
    ],
  }),
  solutions: {
    'faster/quarter': [set('/links/core/forward/delayMs', 20), set('/links/core/backward/delayMs', 20)],
  },
};
