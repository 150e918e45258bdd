// Modern controllers: a model of the path instead of losses, marks instead of drops, and a sender that yields.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const share = of('flows/f1/sharePercent', 120);
const rtt = of('flows/f1/rttMeanMs', 120);
/** The second flow starts after the end of the run. */
const alone = set('/flows/f2/startS', 1000);
const loss = (/** @type {number} */ rate) => set('/links/core/forward/lossRate', rate);

/** @type {import('./build.mjs').Lesson} */
export const bbr = {
  id: 'lesson-bbr',
  summary:
    'BBR measures the path instead of filling it. What happens in competition with CUBIC depends on the buffer.',
  shows: 'throughput',
  tags: ['bbr', 'cubic', 'buffer', 'coexistence', 'fairness', 'BDP', 'loss'],
  document: dumbbell({
    title: 'BBR and CUBIC',
    notes:
      'BBR and CUBIC on 20 Mb/s with a round trip of 40 ms. The BDP is 67 packets. A lesson in five steps.',
    rateMbps: 20,
    delayMs: 18,
    buffer: 276,
    durationS: 120,
    fromS: 20,
    flows: [
      { id: 'f1', algorithm: 'bbr' },
      { id: 'f2', algorithm: 'cubic' },
    ],
    steps: [
      {
        id: 'model',
        title: 'A model instead of losses',
        text: 'CUBIC increases its window until a packet is lost. BBR (Cardwell et al., 2016) never needs a loss. It measures two things: the largest delivery rate $C$ of the last ten round trips, and the smallest round-trip time $R_0$ of the last ten seconds. It paces its packets at $C$ and keeps at most $2 \\cdot C \\cdot R_0$ in flight.\n\nFor one round trip in eight it sends 25 % faster, to see whether there is more capacity, and then 25 % slower, to drain the queue that this built.\n\nBBR is alone on the link now. The buffer holds 276 packets, four times the BDP, so a full queue takes 166 ms.',
        stage: {
          set: [alone],
          plots: ['throughput', 'queue', 'rtt'],
          hide: ['queue', 'rtt', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'The path takes 40 ms. How long is the mean round trip of BBR?',
          options: [
            {
              text: 'Less than 60 ms',
              right: true,
              feedback: 'The queue builds up for one round trip in eight and drains in the next.',
              claim: below(rtt, 60),
            },
            {
              text: 'About 120 ms: half of the buffer',
              feedback: 'BBR has no reason to fill it: its rate is limited by what it measures.',
              claim: above(rtt, 90),
            },
            {
              text: 'About 180 ms, as with CUBIC',
              feedback: 'CUBIC fills the buffer, because only a full buffer tells it to slow down.',
              claim: above(rtt, 150),
            },
          ],
        },
        reveal:
          'About 46 ms, at 98 % of the link. CUBIC on the same path uses the link completely and takes 178 ms.',
        revealToS: 120,
      },
      {
        id: 'random',
        title: 'Losses without congestion',
        text: 'A radio link loses packets that no queue has dropped. Now 1 % of the packets are lost at random. CUBIC alone gets 3.5 Mb/s on this link: it takes each loss for congestion.',
        stage: {
          set: [alone, loss(0.01)],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'How much does BBR get, in Mb/s?',
          number: { value: 19, tolerance: 1.5, unit: 'Mb/s', of: of('flows/f1/goodputMbps', 120) },
        },
        reveal:
          'Nearly everything. BBR retransmits what is lost and does not reduce its rate: the delivery rate that it measures has hardly changed. The price of ignoring losses comes in the next step.',
        revealToS: 120,
      },
      {
        id: 'shallow',
        title: 'A small buffer',
        text: 'No random losses any more. The buffer holds 17 packets, a quarter of the BDP, as in many switches. CUBIC joins.',
        stage: {
          set: [buffer(17)],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'What share of the goodput does BBR get?',
          options: [
            {
              text: 'About half',
              feedback: 'Both lose packets, but only one of them slows down.',
              claim: below(share, 60),
            },
            {
              text: 'About three quarters',
              feedback: 'That would take a competitor that recovers between two losses.',
              claim: below(share, 85),
            },
            {
              text: 'More than 90 %',
              right: true,
              feedback: 'BBR’s probes overflow the buffer, and CUBIC pays for it.',
              claim: above(share, 90),
            },
          ],
        },
        reveal:
          'More than 95 %. Each probe of BBR needs a quarter of the BDP in the queue, and that is all there is. Both flows lose packets then; CUBIC reduces its window each time, and BBR takes what CUBIC gives up.',
        revealToS: 120,
      },
      {
        id: 'deep',
        title: 'A large buffer',
        text: 'The buffer holds 276 packets again, four times the BDP. CUBIC fills it, and BBR never has more than twice its estimated BDP in flight.',
        stage: {
          set: [buffer(276)],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'What share of the goodput does BBR get now, in per cent?',
          number: { value: 42, tolerance: 9, unit: '%', of: share },
        },
        reveal:
          'About two fifths. In a buffer that CUBIC keeps full, BBR’s limit of two BDPs decides its share, and not its rate (Ware et al., 2019). Five times as much buffer changes little: BBR sees the longer round trip only once in ten seconds, when it drains its own part of the queue to measure the path.',
        revealToS: 120,
      },
      {
        id: 'between',
        title: 'Somewhere between',
        text: 'With a small buffer BBR takes almost everything, with a large one it gets less than half. Find a buffer with which the two share the link.',
        stage: { set: [buffer(17)], plots: ['throughput', 'queue', 'fairness'], runToS: 0, spanS: 40 },
        checks: [
          {
            id: 'fair',
            text: 'Jain’s index is above 0.97. (Set the [buffer of the link between the routers](#/links/core/forward/queue/params/limitPackets).)',
            claim: above(of('jain', 120), 0.97),
            task: true,
            passed: 'Neither of them starves. It took a buffer chosen for exactly these two.',
            failed: 'One of them still takes most of the link.',
          },
        ],
      },
    ],
  }),
  solutions: { 'between/fair': [buffer(138)] },
};

const step = (/** @type {number} */ thresholdPackets) =>
  set('/links/core/forward/queue', { kind: 'step', params: { limitPackets: 400, thresholdPackets } });
const queued = of('queues/core/forward/meanPackets', 60);
const used = of('queues/core/forward/utilisation', 60, { times: 100 });

/** @type {import('./build.mjs').Lesson} */
export const marks = {
  id: 'lesson-marks',
  summary: 'A mark signals a growing queue without losing a packet. DCTCP counts marks.',
  shows: 'queue',
  tags: ['ecn', 'dctcp', 'marking', 'rfc 8257', 'rfc 3168', 'queue', 'data centre'],
  document: dumbbell({
    title: 'Counting marks: DCTCP',
    notes:
      'One flow on 20 Mb/s with a round trip of 40 ms, and a queue that marks packets above a threshold. A lesson in four steps.',
    rateMbps: 20,
    delayMs: 18,
    queue: { kind: 'step', params: { limitPackets: 400, thresholdPackets: 14 } },
    durationS: 60,
    fromS: 10,
    flows: [{ id: 'f1', algorithm: 'dctcp' }],
    steps: [
      {
        id: 'mark',
        title: 'A mark instead of a drop',
        text: 'A queue can do more than drop packets. With **explicit congestion notification** (RFC 3168) it sets two bits in the header of a packet, and the receiver reports the mark to the sender.\n\nThe queue on this link marks every packet that arrives while more than 14 packets are waiting. A Reno sender responds to a mark as to a loss: it halves its window. The BDP is 67 packets.',
        stage: {
          set: [
            set('/flows/f1/algorithm', 'reno'),
            set('/flows/f1/params', {}),
            set('/flows/f1/stack', { kind: 'rfc', params: { ecn: true } }),
          ],
          plots: ['cwnd', 'queue', 'throughput'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'For how much of the time is the link busy, in per cent?',
          number: { value: 85, tolerance: 5, unit: '%', of: used },
        },
        reveal:
          'About 85 %. The window reaches 81 packets, and half of that does not fill the path. No packet is lost, but a mark says no more than a loss: *too much*. It does not say how much.',
        revealToS: 60,
      },
      {
        id: 'count',
        title: 'How many are marked?',
        text: 'DCTCP (Alizadeh et al., 2010; RFC 8257) counts. Each round trip it measures the fraction $M$ of its packets that were marked, keeps an average $\\alpha \\leftarrow \\alpha + \\tfrac{1}{16}(M - \\alpha)$, and reduces its window by $\\alpha/2$: a little for a few marks, half for marks on every packet.',
        stage: {
          plots: ['cwnd', 'queue', 'variables', 'throughput'],
          hide: ['queue', 'throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'How many packets wait on average?',
          options: [
            {
              text: 'About 1: it empties the queue',
              feedback: 'Small reductions never get that far.',
              claim: below(queued, 3),
            },
            {
              text: 'About 12: just below the threshold',
              right: true,
              feedback: 'The window oscillates by a few packets around the threshold.',
              claim: above(queued, 9),
            },
            {
              text: 'About 40',
              feedback: 'Then every packet would be marked, and α would be 1.',
              claim: above(queued, 30),
            },
          ],
        },
        reveal:
          'About 12, and the link is always busy. With a fixed threshold, packets are marked for part of one round trip in each cycle, which gives $\\alpha \\approx \\sqrt{2/W}$: about 0.16 for a window of 80 packets.',
        revealToS: 60,
      },
      {
        id: 'low',
        title: 'How low can the threshold be?',
        text: 'Every packet in the queue costs 0.6 ms. RFC 8257 advises a threshold of at least a seventh of the BDP, which is 10 packets here.',
        stage: { set: [step(40)], plots: ['queue', 'throughput', 'rtt'], runToS: 0, spanS: 30 },
        checks: [
          {
            id: 'short',
            text: 'The mean queue is below 6 packets … (Set the [threshold of the queue](#/links/core/forward/queue/params/thresholdPackets) between the routers.)',
            claim: below(queued, 6),
            task: true,
            passed: 'A packet waits for less than 4 ms.',
            failed: 'The queue is still longer than that.',
          },
          {
            id: 'busy',
            text: '… and the link is busy for more than 97 % of the time.',
            claim: above(used, 97),
            passed: 'And nothing is lost. The advice leaves room for bursts and for several flows.',
            failed: 'The queue runs empty: the threshold is too low.',
          },
        ],
      },
      {
        id: 'loss',
        title: 'Not everywhere',
        text: 'In a data centre every switch marks, and every sender counts. On the Internet a DCTCP flow can meet a queue that only drops. The queue on this link is drop-tail now, with 67 packets.',
        stage: {
          set: [buffer(67)],
          plots: ['cwnd', 'queue'],
          hide: ['cwnd', 'queue', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'What does the window do?',
          options: [
            {
              text: 'It grows without end',
              feedback: 'Losses still count: DCTCP halves its window, as Reno does.',
              claim: below(of('flows/f1/lossEvents', 60), 1),
            },
            {
              text: 'It is Reno’s sawtooth',
              right: true,
              feedback: 'Without marks DCTCP is Reno.',
              claim: above(of('flows/f1/lossEvents', 60), 3),
            },
          ],
        },
        reveal:
          'DCTCP falls back on losses. The opposite case is worse: in competition with Reno in a queue that marks, DCTCP reduces its window less and takes most of the link. That is why it stays in data centres, and why L4S keeps such flows in a queue of their own.',
        revealToS: 60,
      },
    ],
  }),
  solutions: { 'low/short': [step(6)], 'low/busy': [step(6)] },
};

const background = (/** @type {string} */ algorithm) => [
  set('/flows/f1/algorithm', algorithm),
  set('/flows/f1/params', {}),
];
/** Time from which on the second flow has settled. */
const settled = set('/sampling/measureFromS', 80);
const ofSecond = of('flows/f2/sharePercent', 150);
const waits = of('queues/core/forward/meanDelayMs', 60);

/** @type {import('./build.mjs').Lesson} */
export const scavenger = {
  id: 'lesson-scavenger',
  summary: 'LEDBAT uses only spare capacity. What does it cost the flows that share the queue?',
  shows: 'throughput',
  tags: ['ledbat', 'scavenger', 'less than best effort', 'background', 'rfc 6817', 'delay', 'cubic', 'call'],
  document: dumbbell({
    title: 'Giving way: LEDBAT',
    notes:
      'A background transfer, a call and a download on 10 Mb/s with a buffer of 500 packets. A lesson in four steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 500,
    durationS: 150,
    fromS: 30,
    flows: [
      { id: 'f1', name: 'Update', algorithm: 'ledbat' },
      { id: 'f2', name: 'Download', algorithm: 'cubic', startS: 60 },
      {
        id: 'call',
        name: 'Call',
        algorithm: 'udp',
        traffic: { kind: 'cbr', params: { rateMbps: 0.1, packetBytes: 200 } },
      },
    ],
    steps: [
      {
        id: 'fill',
        title: 'An update in the background',
        text: 'A computer downloads an update while someone is in a call. Nobody waits for the update, but it uses CUBIC, like any download, and fills the buffer of 500 packets. A packet takes 1.2 ms on this link.',
        stage: {
          set: background('cubic'),
          plots: ['queue', 'throughput'],
          hide: ['queue', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'How long does a packet of the call wait in the queue, on average, in ms?',
          number: { value: 480, tolerance: 90, unit: 'ms', of: waits },
        },
        reveal: 'Half a second in each direction makes a conversation impossible.',
        revealToS: 60,
      },
      {
        id: 'target',
        title: 'A target for the delay',
        text: 'LEDBAT (RFC 6817) is made for transfers that can wait. Its packets carry timestamps, from which the sender works out the one-way delay. The smallest one that it has seen counts as the empty path; the rest is queueing delay $q$. The window grows while $q$ is below a target of 100 ms, and shrinks while it is above:\n\n$$\\Delta W = \\frac{100\\,\\text{ms} - q}{100\\,\\text{ms}} \\quad \\text{per round trip}$$',
        stage: {
          plots: ['queue', 'throughput', 'rtt'],
          hide: ['queue', 'rtt', 'results'],
          runToS: 0,
          spanS: 40,
        },
        question: {
          ask: 'And now: how long does a packet of the call wait, in ms?',
          number: { value: 118, tolerance: 20, unit: 'ms', of: waits },
        },
        reveal:
          'About 120 ms: LEDBAT keeps the queue near its target and uses the whole link. That is a quarter of the wait before, and still more than a call should have. LEDBAT++ uses a target of 60 ms.',
        revealToS: 60,
      },
      {
        id: 'yield',
        title: 'Another flow wants the link',
        text: 'At 60 s a CUBIC download starts. It fills the buffer, and the delay rises above LEDBAT’s target.',
        stage: {
          set: [settled],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 60,
          spanS: 90,
        },
        question: {
          ask: 'How much of the link does LEDBAT use while CUBIC fills the queue?',
          options: [
            {
              text: 'Half of it',
              feedback: 'A flow that takes half does not give way.',
              claim: below(ofSecond, 60),
            },
            {
              text: 'Next to nothing',
              right: true,
              feedback: 'As long as the delay is above its target, its window shrinks.',
              claim: above(ofSecond, 70),
            },
          ],
        },
        reveal:
          'LEDBAT gives way within seconds, and takes the link back when the download ends. The fairness index is low, and that is the point: a scavenger is not meant to be fair.',
        revealToS: 150,
      },
      {
        id: 'late',
        title: 'Two of a kind',
        text: 'Now the second transfer is LEDBAT, too. When it starts, the first one already keeps 100 ms of queue. The newcomer has never seen the empty path.',
        stage: {
          set: [settled, set('/flows/f2/algorithm', 'ledbat'), set('/flows/f2/params', {})],
          plots: ['throughput', 'queue', 'rtt'],
          hide: ['throughput', 'results'],
          runToS: 60,
          spanS: 90,
        },
        question: {
          ask: 'Which of the two gets the link?',
          options: [
            {
              text: 'The first one',
              feedback: 'It sees 100 ms above its own base, and the newcomer adds to it.',
              claim: below(ofSecond, 40),
            },
            {
              text: 'Both get half',
              feedback: 'They measure different queueing delays in the same queue.',
              claim: below(ofSecond, 58),
            },
            {
              text: 'The newcomer',
              right: true,
              feedback: 'Its base delay contains the queue of the first one.',
              claim: above(ofSecond, 62),
            },
          ],
        },
        reveal:
          'The newcomer takes the queue that it found to be part of the empty path, adds another 100 ms, and the first flow gives way to it. This is the **latecomer’s advantage** (Carofiglio et al., 2010). LEDBAT++ slows down periodically, so that the queue empties and every flow can measure the path.',
        revealToS: 150,
      },
    ],
  }),
};
