// Fairness between flows does not show which flow is harmed.
import { above, below, buffer, dumbbell, of, set } from './build.mjs';

const END = 60;
const missed = of('flows/game/datagrams/deadlines/missedPercent', END);
const jain = of('jain', END);
const download = of('flows/f1/goodputMbps', END);
const ofCubic = of('flows/f2/goodputMbps', END);
/** The flow starts after the end of the run. */
const without = (/** @type {string} */ id) => set(`/flows/${id}/startS`, 1000);
const first = (/** @type {string} */ algorithm) => set('/flows/f1/algorithm', algorithm);

/** @type {import('./build.mjs').Lesson} */
export const harm = {
  id: 'lesson-harm',
  summary:
    'A game that misses every deadline has its fair share. What else should a new algorithm be tested for?',
  shows: 'throughput',
  tags: [
    'harm',
    'fairness',
    'Jain',
    'deadline',
    'game',
    'latency',
    'cubic',
    'vegas',
    'bbr',
    'bbr3',
    'coexistence',
  ],
  document: dumbbell({
    title: 'Fair is not harmless',
    notes:
      'A game, a download, and a second one on 10 Mb/s with a round trip of 40 ms. The BDP is 33 packets. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 18,
    buffer: 100,
    durationS: END,
    fromS: 10,
    flows: [
      {
        id: 'game',
        name: 'Game',
        algorithm: 'udp',
        traffic: { kind: 'stream', params: { intervalMs: 15, packetBytes: 200, deadlineMs: 60 } },
      },
      { id: 'f1', name: 'First', algorithm: 'cubic' },
      { id: 'f2', name: 'Second', algorithm: 'cubic' },
    ],
    steps: [
      {
        id: 'game',
        title: 'A game and a download',
        text: 'A game sends a small packet every 15 ms, 0.1 Mb/s in all. A packet that arrives after more than 60 ms is of no use; the empty path takes 20. A CUBIC download uses the same link, with a buffer of 100 packets.\n\nThe fair share of each is 5 Mb/s. The game wants a fiftieth of that, and gets it: the download does not take bandwidth from it.',
        stage: {
          set: [without('f2')],
          plots: ['queue', 'throughput'],
          hide: ['queue', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'How many of the game’s packets miss their deadline?',
          options: [
            {
              text: 'Hardly any: it has its share',
              feedback:
                'It has its share of the bandwidth. But its packets wait in the queue like all others.',
              claim: below(missed, 5),
            },
            {
              text: 'About half',
              feedback: 'CUBIC does not leave the queue empty for half of the time.',
              claim: below(missed, 65),
            },
            {
              text: 'All of them',
              right: true,
              feedback: 'CUBIC keeps most of the buffer full, and each packet takes 1.2 ms.',
              claim: above(missed, 95),
            },
          ],
        },
        reveal:
          'All of them. They wait for 90 ms in the queue on average. Nothing in the shares of bandwidth shows that; Jain’s index is 0.51, because the two rates differ so much, and that is what the game wants.',
        revealToS: END,
      },
      {
        id: 'index',
        title: 'The same index',
        text: 'The download uses Vegas now, which keeps two to four packets in the queue. It gets as much as CUBIC did, 9.5 Mb/s, and the game misses no deadline at all.',
        stage: {
          set: [without('f2'), first('vegas')],
          plots: ['queue', 'throughput', 'fairness'],
          hide: ['fairness', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'How does Jain’s index change? (It was 0.51.)',
          options: [
            {
              text: 'It is higher',
              feedback: 'It looks at rates only, and these are the same.',
              claim: above(jain, 0.55),
            },
            {
              text: 'It is the same',
              right: true,
              feedback: 'It looks at rates only.',
              claim: below(jain, 0.55),
            },
          ],
        },
        reveal:
          'Again 0.51. Ware and others (2020) propose to ask for **harm** instead: how much worse off is a flow with the other than alone?\n\n$$\\text{harm} = \\frac{\\text{alone} - \\text{with the other}}{\\text{alone}}$$\n\nwhere each term stands for whatever the flow needs: throughput, delay, or deadlines kept. CUBIC’s harm to the game is 1, that of Vegas 0. The game’s harm to either of them is 0.01.',
        revealToS: END,
      },
      {
        id: 'bbr',
        title: 'How much harm is too much?',
        text: 'Two flows that want all of the link cannot help harming each other. In a buffer of 17 packets, CUBIC alone gets 9.7 Mb/s, and 5.4 Mb/s against another CUBIC flow: a harm of 0.44. The Internet has lived with that for years. The proposal is therefore that a new algorithm may be used if it does no more harm to CUBIC than CUBIC does to itself.\n\nThe first flow is BBR, version 1.',
        stage: {
          set: [without('game'), first('bbr'), buffer(17)],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'How much does CUBIC get in competition with it, in Mb/s?',
          number: { value: 0.9, tolerance: 0.6, unit: 'Mb/s', of: ofCubic },
        },
        reveal: 'Less than a tenth of what it gets alone: a harm of 0.91, twice the harm that CUBIC does.',
        revealToS: END,
      },
      {
        id: 'bbr3',
        title: 'A second attempt',
        text: 'BBRv3 takes losses into account: it stops probing when more than 2 % of its packets are lost, and leaves some of the path free for others.',
        stage: {
          set: [without('game'), first('bbr3'), buffer(17)],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'results'],
          runToS: 0,
          spanS: 30,
        },
        question: {
          ask: 'How much does CUBIC get now, in Mb/s?',
          number: { value: 4.5, tolerance: 0.9, unit: 'Mb/s', of: ofCubic },
        },
        reveal:
          'About 4.5 Mb/s, a harm of 0.53. That is close to the harm that CUBIC does. One buffer and one round trip do not decide it: a proposal has to be tested on all paths on which it will be used.',
        revealToS: END,
      },
      {
        id: 'queue',
        title: 'Harm needs a queue',
        text: 'Here are the game and the CUBIC download again, with 100 packets of buffer. Neither sender has to change.',
        stage: { set: [without('f2')], plots: ['queue', 'throughput'], runToS: 0, spanS: 30 },
        checks: [
          {
            id: 'deadlines',
            text: 'The game misses less than 1 % of its deadlines. (Change the [buffer](#/links/core/forward/queue/params/limitPackets) between the routers, or the [discipline](#/links/core/forward/queue/kind) of its queue.)',
            claim: below(missed, 1),
            task: true,
            passed: 'Its packets arrive in time.',
            failed: 'The queue is still too long.',
          },
          {
            id: 'download',
            text: '… and the download gets more than 9 Mb/s.',
            claim: above(download, 9),
            passed:
              'A smaller buffer achieves this, and so does CoDel or a separate queue for each flow: what harms the game is not the download but the queue that it is allowed to build.',
            failed: 'The queue runs empty: it is too short for CUBIC.',
          },
        ],
      },
    ],
  }),
  solutions: { 'queue/deadlines': [buffer(20)], 'queue/download': [buffer(20)] },
};
