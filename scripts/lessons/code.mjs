// Lessons in which the reader writes a controller.
import { above, below, dumbbell, of, set } from './build.mjs';

const SCRIPT = '/controllers/mine/script';

/** @param {string} script */
const mine = (script) => ({ controllers: [{ id: 'mine', name: 'Mine', script }] });

const EMPTY = `// Called for each ACK of new data.
fn on_ack() {

}

// Called once for each window in which packets are lost.
fn on_loss() {

}
`;

const INCREASE = `fn on_ack() {
    if may_grow {
        cwnd += counted / cwnd;
    }
}

fn on_loss() {
}
`;

/** @param {string} increase @param {string} kept */
const aimd = (increase, kept) => `fn on_ack() {
    if may_grow {
        cwnd += ${increase} * counted / cwnd;
    }
}

fn on_loss() {
    cwnd = max(${kept} * cwnd, 2);
}
`;

const busy = (/** @type {number} */ atS) => of('queues/core/forward/utilisation', atS, { times: 100 });

/** @type {import('./build.mjs').Lesson} */
export const write = {
  id: 'lesson-write',
  summary: 'Write AIMD from two empty handlers, and run it beside NewReno.',
  shows: 'cwnd',
  tags: ['script', 'controller', 'aimd', 'on_ack', 'on_loss', 'newreno', 'program'],
  document: dumbbell({
    title: 'Write a congestion controller',
    notes:
      'One flow on 10 Mb/s whose controller is a script in this document; NewReno joins at 60 s. A lesson in five steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 42,
    durationS: 240,
    flows: [
      { id: 'f1', name: 'Mine', algorithm: 'mine' },
      { id: 'f2', name: 'NewReno', algorithm: 'newreno', startS: 60 },
    ],
    more: mine(EMPTY),
    steps: [
      {
        id: 'empty',
        title: 'Two empty handlers',
        text: 'The first flow’s controller is a script. [Open the script](#/controllers/mine/script): it has two functions, and both are empty.\n\n* `on_ack` is called for each ACK that acknowledges new data.\n* `on_loss` is called when packets are lost, once for each window.\n\nA script sets `cwnd`, the congestion window in packets. This one never does, so the window stays at its initial 10 packets. The path has a rate of 10 Mb/s and a round trip of 50 ms; packets are 1500 bytes long.',
        stage: { plots: ['cwnd', 'throughput'], hide: ['throughput', 'results'], runToS: 0, spanS: 30 },
        question: {
          ask: 'What goodput does a window of 10 packets give, in Mb/s?',
          number: { value: 2.3, tolerance: 0.3, unit: 'Mb/s', of: of('flows/f1/goodputMbps', 20) },
        },
        reveal:
          'Ten packets per round trip: $10 \\cdot 1500 \\cdot 8\\,\\text{bit} / 50\\,\\text{ms} = 2.4\\ \\text{Mb/s}$, less 40 bytes of headers in each packet. The link could carry four times as much, and nothing tells the sender so. It has to try.',
        revealToS: 20,
      },
      {
        id: 'increase',
        title: 'Additive increase',
        text: 'Let the window grow by **one packet per round trip**. In a round trip `cwnd` packets are acknowledged, so each of them adds a fraction of one packet: $1/\\mathit{cwnd}$.\n\nIn `on_ack`, the value `counted` is the number of packets that this ACK acknowledges. `may_grow` is false while lost packets are being repaired.\n\n[Open the script](#/controllers/mine/script), write `on_ack`, and press **Run**. If the run is under way, your script takes over in the middle of it, so go back to the start first.',
        stage: { plots: ['cwnd', 'queue'], runToS: 0, spanS: 30 },
        checks: [
          {
            id: 'grows',
            task: true,
            text: 'The link is busy for more than 80 % of the first 20 seconds. ([Script](#/controllers/mine/script))',
            claim: above(busy(20), 80),
            passed: 'The window grows until the buffer is full, and beyond.',
            failed:
              'Add `counted / cwnd` to `cwnd` in `on_ack`, if `may_grow` is true. The script has to be in effect from the start.',
          },
          {
            id: 'slow',
            text: 'Fewer than 50 packets are dropped in the first 10 seconds.',
            claim: below(of('queues/core/forward/drops', 10), 50),
            passed: 'One packet per round trip is a gentle probe: the queue fills slowly.',
            failed:
              'The window grows faster than by one packet per round trip. `cwnd += counted` would double it each round trip.',
          },
        ],
      },
      {
        id: 'decrease',
        title: 'Multiplicative decrease',
        text: 'The window grows beyond what path and buffer hold: 42 packets each. Since `on_loss` is empty, nothing reduces it, and in each round trip more packets are lost.\n\nWrite `on_loss`: **halve the window**, but keep at least two packets. `max(a, b)` is the greater of two numbers. Your script from the previous step is still there.',
        stage: { plots: ['cwnd', 'queue'], runToS: 0, spanS: 60 },
        checks: [
          {
            id: 'few',
            task: true,
            text: 'Fewer than 150 packets are dropped in the first 60 seconds. ([Script](#/controllers/mine/script))',
            claim: below(of('queues/core/forward/drops', 60), 150),
            passed: 'A sawtooth: one packet is lost at each peak.',
            failed:
              'Write `cwnd = max(cwnd / 2, 2);` in `on_loss`. The script has to be in effect from the start.',
          },
          {
            id: 'busy',
            text: 'The link is still busy for more than 90 % of the time.',
            claim: above(busy(60), 90),
            passed: 'Half of BDP plus buffer is one BDP here, so the link never goes idle after the start.',
            failed: 'The window is reduced too much, or does not grow again.',
          },
        ],
      },
      {
        id: 'beside',
        title: 'Beside NewReno',
        text: 'At 60 s a NewReno flow joins. It grows by one packet per round trip and halves its window at a loss, as your script does. It also has slow start.',
        stage: {
          set: [set('/sampling/measureFromS', 80)],
          plots: ['throughput', 'cwnd'],
          hide: ['throughput', 'cwnd', 'results'],
          runToS: 55,
          spanS: 120,
        },
        question: {
          ask: 'How do they share the link?',
          options: [
            {
              text: 'NewReno gets nearly all of it, because it has slow start',
              feedback: 'Slow start decides the first second. After that both follow the same rule.',
              claim: below(of('flows/f1/sharePercent', 200), 20),
            },
            {
              text: 'About equally',
              right: true,
              feedback: 'Both add the same and keep the same share at a loss.',
              claim: above(of('jain', 200), 0.95),
            },
            {
              text: 'The first flow keeps what it has',
              feedback: 'The newcomer fills the buffer, and both lose packets. The larger window loses more.',
              claim: above(of('flows/f1/sharePercent', 200), 70),
            },
          ],
        },
        reveal:
          'AIMD converges to equal windows (Chiu & Jain, 1989), whoever starts first. You have written the congestion avoidance of TCP.',
        revealToS: 200,
      },
      {
        id: 'greedy',
        title: 'Take more',
        text: 'Nothing but convention keeps a sender from taking more. Change the increase, or the share that is kept at a loss, or both, until your flow gets more than 70 % beside NewReno.',
        stage: {
          set: [set('/sampling/measureFromS', 80)],
          plots: ['throughput', 'cwnd'],
          runToS: 0,
          spanS: 120,
        },
        checks: [
          {
            id: 'share',
            task: true,
            text: 'From 80 s to 200 s, your flow has more than 70 % of the goodput. ([Script](#/controllers/mine/script))',
            claim: above(of('flows/f1/sharePercent', 200), 70),
            passed:
              'The long-term share depends on both constants: with an increase of $a$ packets and a share $b$ kept, the window is about $\\sqrt{a(1+b)/(2(1-b)p)}$ at loss rate $p$. And the other flow pays for it.',
            failed: 'Try an increase of 3 packets per round trip, and keep 0.7 of the window.',
          },
        ],
      },
    ],
  }),
  solutions: {
    'increase/grows': [set(SCRIPT, INCREASE)],
    'decrease/few': [set(SCRIPT, aimd('1', '0.5'))],
    'greedy/share': [set(SCRIPT, aimd('3', '0.7'))],
  },
};

/** Keeps three to four packets in the queue, as Vegas does. */
const POLITE = `// Keeps three to four packets in the queue.
let queued = 0.0;    // packets of this flow that wait

fn on_ack() {
    if !may_grow || !round_ended || round_min_rtt == 0 {
        return;
    }
    queued = cwnd * (1 - min_rtt / round_min_rtt);
    if queued < 3 {
        cwnd += 1;
    } else if queued > 4 {
        cwnd -= 1;
    }
    cwnd = max(cwnd, 2);
}

fn on_loss() {
    cwnd = max(cwnd / 2, 2);
}
`;

const shareOfFirst = of('flows/f1/sharePercent', 120);

/** @type {import('./build.mjs').Lesson} */
export const fair = {
  id: 'lesson-write-fair',
  summary: 'Your AIMD starves Vegas. Rewrite it so that both get the same, and see what that costs.',
  shows: 'throughput',
  tags: ['script', 'controller', 'vegas', 'delay', 'fairness', 'cubic', 'program'],
  document: dumbbell({
    title: 'Make it fair to Vegas',
    notes:
      'A scripted AIMD flow and Vegas share 10 Mb/s with a round trip of 50 ms. A lesson in three steps.',
    rateMbps: 10,
    delayMs: 23,
    buffer: 42,
    durationS: 120,
    fromS: 20,
    flows: [
      { id: 'f1', name: 'Mine', algorithm: 'mine' },
      { id: 'f2', name: 'Vegas', algorithm: 'vegas' },
    ],
    more: mine(aimd('1', '0.5')),
    steps: [
      {
        id: 'unfair',
        title: 'AIMD beside Vegas',
        text: 'The first flow runs an [AIMD script](#/controllers/mine/script), which adds one packet per round trip and halves the window at a loss. The second flow runs **Vegas**, which keeps two to four packets in the queue and reduces its window when more are waiting.',
        stage: {
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'queue', 'results'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'How much of the link does Vegas get?',
          options: [
            {
              text: 'About half',
              feedback: 'Vegas gives way long before the buffer overflows; AIMD only when it does.',
              claim: above(of('flows/f2/sharePercent', 60), 40),
            },
            {
              text: 'About a tenth',
              right: true,
              feedback: 'AIMD fills the buffer. Vegas takes that for congestion of its own making.',
              claim: below(of('flows/f2/sharePercent', 60), 15),
            },
            {
              text: 'More than half',
              feedback: 'Vegas loses fewer packets, but it also keeps far fewer in the queue.',
              claim: above(of('flows/f2/sharePercent', 60), 50),
            },
          ],
        },
        reveal:
          'Two flows in one queue share the link in proportion to their packets in the queue. AIMD has up to 40 packets waiting, Vegas four.',
        revealToS: 60,
      },
      {
        id: 'fair',
        title: 'Listen to the delay',
        text: 'A sender can tell how many of its own packets wait. Without a queue, a round trip takes `min_rtt`. If it takes `round_min_rtt`, this many of the `cwnd` packets are waiting:\n\n$$q = \\mathit{cwnd} \\cdot \\left(1 - \\frac{\\mathit{min\\_rtt}}{\\mathit{round\\_min\\_rtt}}\\right)$$\n\nRewrite `on_ack` so that your flow also keeps a few packets in the queue and no more. `round_ended` is true for one ACK per round trip, and `round_min_rtt` has a value then. Declare `let queued = 0.0;` at the top of the script if you want to plot it, under *Variables*.',
        stage: { plots: ['throughput', 'queue'], runToS: 0, spanS: 60 },
        checks: [
          {
            id: 'jain',
            task: true,
            text: 'Jain’s index from 20 s to 120 s is above 0.95. ([Script](#/controllers/mine/script))',
            claim: above(of('jain', 120), 0.95),
            passed:
              'Both keep about the same number of packets in the queue, so both get about the same share of the link.',
            failed:
              'Once per round: if fewer than three packets wait, add one to the window, and if more than four wait, take one away. With a lower bound of two your flow stays there, and Vegas gets twice as much.',
          },
          {
            id: 'busy',
            text: 'The link is busy for more than 95 % of the time.',
            claim: above(busy(120), 95),
            passed: 'A few packets in the queue are enough to keep the link busy.',
            failed: 'Your flow and Vegas leave the link idle. Keep a few packets in the queue.',
          },
          {
            id: 'short',
            task: true,
            text: 'The mean queue, which was 25 packets, is below 12. ([Script](#/controllers/mine/script))',
            claim: below(of('queues/core/forward/meanPackets', 120), 12),
            passed:
              'Twelve packets of 1.2 ms each are 14 ms of delay at most. The full buffer took 50 ms. And no packet is lost.',
            failed: 'Your flow still fills the buffer.',
          },
        ],
      },
      {
        id: 'price',
        title: 'The price',
        text: 'Now CUBIC takes the place of Vegas. The first flow runs a solution of this lesson, so that your own script stays as it is: three to four packets in the queue.',
        stage: {
          set: [
            set('/controllers/polite', { id: 'polite', name: 'Polite', script: POLITE }),
            set('/flows/f1/algorithm', 'polite'),
            set('/flows/f2/algorithm', 'cubic'),
            set('/flows/f2/name', 'CUBIC'),
          ],
          plots: ['throughput', 'queue'],
          hide: ['throughput', 'queue', 'results'],
          runToS: 0,
          spanS: 60,
        },
        question: {
          ask: 'How much does the polite flow get beside CUBIC?',
          options: [
            {
              text: 'About half: it is fair',
              feedback: 'It is fair to flows that also respond to the delay.',
              claim: above(shareOfFirst, 40),
            },
            {
              text: 'Less than 15 %',
              right: true,
              feedback: 'That is what Vegas got beside your AIMD.',
              claim: below(shareOfFirst, 15),
            },
            {
              text: 'More than half: it loses fewer packets',
              feedback: 'It loses fewer, and keeps four packets in a queue that CUBIC fills.',
              claim: above(shareOfFirst, 50),
            },
          ],
        },
        reveal:
          'This is why delay-based control did not spread by itself: whoever changes first loses. Copa therefore switches to a competitive mode when others fill the queue, BBR measures the path instead, and L4S gives such flows a queue of their own.\n\nCan you do better? The editor’s tab *Contest* scores a script over several paths, with a penalty for harm to CUBIC.',
        revealToS: 120,
      },
    ],
  }),
  solutions: {
    'fair/jain': [set(SCRIPT, POLITE)],
    'fair/short': [set(SCRIPT, POLITE)],
  },
};
