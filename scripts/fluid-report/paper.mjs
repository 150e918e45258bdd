// The paper's figures as tables, and its claims. Whether a claim holds is computed from the runs; why it does or does not is what a
// look at those runs has shown.
import {
  BUFFERS10,
  buffers8,
  buffers9,
  CHOICE_LEVELS,
  choiceSeeds,
  choices,
  choicesOf,
  figure8,
  figure9,
  figures2to4,
  figures10to12,
  KINDS,
  KINDS9,
  KINDS10,
  LEVELS,
  letterLevels,
  letterSeeds,
  literal,
  NAMES,
  numbers10,
  PACKET_RUNS,
  PAIRS,
  packets8,
  STARTS,
  WAYS,
} from './figures.mjs';
import { markdown } from './markdown.mjs';

/** @typedef {import('./runs.mjs').Measures} Measures */
/** @typedef {import('./runs.mjs').Stat} Stat */
/** @typedef {import('./figures.mjs').Plan} Plan */
/** A claim, whether it holds, and why. @typedef {[claim: string, holds: boolean | string, why: string]} Claim */

/** @param {Stat | undefined} stat @param {number} digits */
const shown = (stat, digits) => (stat ? `${stat.mean.toFixed(digits)} ± ${stat.half.toFixed(digits)}` : '–');
/** @param {Measures | undefined} m */
const used = (m) => shown(m?.u, 1);
/** @param {Measures | undefined} m */
const fair = (m) => shown(m?.jain, 3);
/** @param {Stat | undefined} stat */
const mean = (stat) => stat?.mean ?? Number.NaN;
/** @param {number} x */
const percent = (x) => `${x.toFixed(1)} %`;

/** @param {Claim[]} list */
const claims = (list) =>
  markdown(
    ['the paper', 'here', 'why'],
    list.map(([claim, holds, why]) => [
      claim,
      typeof holds === 'string' ? holds : holds ? 'holds' : '**does not hold**',
      why,
    ]),
  );

/** @param {Plan} plan */
export async function paper(plan) {
  const parts = [pairs, validation, buffers, numbers, open, letter];
  const texts = [];
  for (const part of parts) texts.push(await part(plan));
  return [head(plan), ...texts].join('\n\n');
}

/** @param {Plan} plan */
function head({ seeds, seconds }) {
  return `# The fluid model: what a paper claims, and both models side by side

Written by \`npm run fluid-report\`, from its own runs only. The paper is S. Kumar and others, *Impact of Loss Synchronization on
Reliable High Speed Networks: A Model Based Simulation* (Journal of Computer Networks and Communications, 2014, article 795489). Its plots are not
available as numbers, so what is checked is what it says of them. Equations and choices: [model.md](model.md#the-fluid-model).

As in the paper: drop-tail with the loss-synchronization module, those of the highest rate lose, ${seeds} runs (seeds) of ${seconds} s each,
counted from the first congestion event on, no slow start. Numbers are means ± half of the 95 % interval. What the paper leaves open is set
as the model's defaults have it: first windows are drawn from 0.25 to 0.75 of an equal share of the path's packets, m is
normal around the middle of what X allows, with a sixth of that range as its deviation, cut off at both ends. [Below](#what-the-paper-leaves-open) is
what other choices give. A loss is one decrease an event, but where "literal" is written.`;
}

/** Figures 2 to 4. @param {Plan} plan */
async function pairs(plan) {
  const data = await figures2to4(plan);
  /** @param {number} pair @param {number} way @param {number} [start] */
  const at = (pair, way, start = 0) => data[pair]?.[way]?.[start];
  const rows = PAIRS.flatMap((pair, i) =>
    WAYS.map((way, j) => [
      j === 0 ? `${pair.figure}: ${pair.name}` : '',
      way.name,
      ...STARTS.flatMap((_, k) => [shown(at(i, j, k)?.shares[0], 1), fair(at(i, j, k))]),
      used(at(i, j)),
    ]),
  );
  /** @param {number} pair @param {number} way */
  const shares = (pair, way) => STARTS.map((_, k) => mean(at(pair, way, k)?.shares[0]));
  /** @param {number} pair */
  const fairer = (pair) => STARTS.every((_, k) => mean(at(pair, 1, k)?.jain) > mean(at(pair, 0, k)?.jain));
  /** @param {number} pair @param {number} way */
  const range = (pair, way) => {
    const all = STARTS.map((_, k) => mean(at(pair, way, k)?.jain));
    return `${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`;
  };
  return `## Figures 2 to 4: two flows

1 Gb/s, 1000 packets of 1500 bytes of buffer, 200 s. The first flow's share of all goodput (%), Jain's index, by how the flows start; the link's
use with drawn windows.

${markdown(['', 'who loses', ...STARTS.flatMap((s) => [`share, ${s.name}`, 'Jain']), 'used %'], rows)}

${claims([
  [
    'Figure 2: synchronized, STCP takes nearly all beside AIMD (99.2 % cited)',
    shares(0, 0).every((s) => s > 95),
    `${percent(mean(at(0, 0)?.shares[0]))}: AIMD is halved once in some 14 round trips and never gets anywhere.`,
  ],
  [
    'Figure 2: fairness improves where only the flow of the highest rate loses',
    fairer(0),
    `Jain ${range(0, 1)} instead of ${range(0, 0)}: AIMD grows untouched until it passes STCP.`,
  ],
  [
    'Figure 3: synchronized, the short round trip takes most, the other starves',
    shares(1, 0).every((s) => s > 90),
    'STCP multiplies: with the same decreases, who grows faster by a factor wins by a power.',
  ],
  [
    'Figure 3: with one flow losing, fairness is better',
    fairer(1),
    `Jain ${range(1, 1)} instead of ${range(1, 0)}.`,
  ],
  [
    'Figure 3: … and utilisation is better',
    mean(at(1, 1)?.u) > mean(at(1, 0)?.u) + 0.05,
    `${used(at(1, 1))} and ${used(at(1, 0))} %: 1000 packets are more than an eighth of what is on the way, so the link is full either way.`,
  ],
  [
    'Figure 4: synchronized, the early flow keeps its share',
    shares(2, 0).every((s) => s > 55),
    `Decreases by the same factor at the same time leave the ratio as it was: what it is depends on how the flows start (${shares(2, 0).map(percent).join(', ')}).`,
  ],
  [
    'Figure 4: with one flow losing, fairness improves',
    fairer(2),
    `Jain ${range(2, 1)} instead of ${range(2, 0)}.`,
  ],
])}

It is not fewer losers that make it fair, it is that the large ones lose: where the one that loses is drawn alike, nothing improves
(Jain ${range(0, 3)}, ${range(1, 3)}, ${range(2, 3)}), and by rate it lies between. By the letter of the equations an STCP window of a thousand packets
loses tens of packets a round trip and is cut to e^(−0.125·lost) of itself: both flows sit at small windows, the link is mostly idle, and "fair" means
that nobody has anything. The literal form cannot show figures 2 to 4.`;
}

/** Figure 8. @param {Plan} plan */
async function validation(plan) {
  const { fluid, packets } = await figure8(plan);
  const parts = buffers8(plan);
  /** @param {number} part */
  const packet = (part) => packets[packets8(plan).indexOf(part)];
  const rows = parts.map((part, i) => [
    String(part),
    ...LEVELS.map((_, l) => used(fluid[i]?.[l])),
    used(packet(part)),
    ...LEVELS.map((_, l) => fair(fluid[i]?.[l])),
    fair(packet(part)),
    shown(packet(part)?.level, 2),
  ]);
  const off = LEVELS.map((_, l) => {
    const gaps = packets8(plan)
      .map((part, i) => ({
        part,
        gap: Math.abs(mean(fluid[parts.indexOf(part)]?.[l]?.u) - mean(packets[i]?.u)),
      }))
      .filter(({ part }) => part >= 0.05)
      .map(({ gap }) => gap);
    return gaps.reduce((a, b) => a + b, 0) / gaps.length;
  });
  const off_ = off.map((x, l) => `${LEVELS[l]?.name}: ${x.toFixed(2)}`).join(', ');
  const at = (/** @type {number} */ l, /** @type {number} */ i) => mean(fluid[i]?.[l]?.u);
  return `## Figure 8: ten HSTCP flows at 1 Gb/s, and packets

Packets of 1000 bytes, round trips of 115.5 to 124.5 ms, buffers as parts of 12 500 packets. Used % and Jain's index. In place of the paper's
ns-2: our packet engine (SACK, no delayed ACKs, ${PACKET_RUNS.seeds} seeds, ${PACKET_RUNS.seconds} s, counted from ${PACKET_RUNS.fromS} s); level: the share of flows that lost at an average
congestion event there. The Boston model, a Markov chain of another paper, is out of reach: it is not described.

${markdown(['buffer', ...LEVELS.map((l) => `used, ${l.name}`), 'packets', ...LEVELS.map((l) => `Jain, ${l.name}`), 'packets', 'level, packets'], rows)}

${claims([
  [
    'Less synchronization, more utilisation at small buffers',
    at(2, 0) > at(1, 0) && at(1, 0) > at(0, 0),
    `At ${parts[0]} of the buffer ${used(fluid[0]?.[0])}, ${used(fluid[0]?.[1])}, ${used(fluid[0]?.[2])} %.`,
  ],
  [
    'ns-2 is met by X = 0.3 and 0.6, not by X = 1',
    packets.length === 0 ? 'not run' : Number(off[0]) > Number(off[1]) && Number(off[0]) > Number(off[2]),
    `${packets.length > 0 ? `Mean distance from our packets, from 0.05 on, in points of utilisation: ${off_}. ` : ''}It is X = 1 that meets them, since they are synchronized (see level): flows with windows of 1500 packets and nearly one round trip all lose while the buffer overflows for a round trip. The paper says nothing of its ns-2 flows beyond their number and round trips, nor of a level measured there. At 0.01, 125 packets, bursts (a slow start's, and ACKs that come in clumps; access links are fast) overflow the buffer long before the link is full, and hit some flows only: no X has that.`,
  ],
])}`;
}

/** Figure 9. @param {Plan} plan */
async function buffers(plan) {
  const data = await figure9(plan);
  const parts = buffers9(plan);
  /** @param {number} kind @param {number} part @param {number} level */
  const at = (kind, part, level) => data[kind]?.[parts.indexOf(part)]?.[level];
  /** @param {number} kind @param {number} part @param {number} level */
  const u = (kind, part, level) => mean(at(kind, part, level)?.u);
  const rows = KINDS9.flatMap((kind, k) =>
    parts.map((part, i) => [
      i === 0 ? NAMES[kind] : '',
      String(part),
      ...LEVELS.map((_, l) => used(at(k, part, l))),
      ...LEVELS.map((_, l) => fair(at(k, part, l))),
      LEVELS.map((_, l) => at(k, part, l)?.events?.mean.toFixed(0) ?? '–').join(', '),
    ]),
  );
  const [hstcp, cubic, aimd, htcp] = [0, 1, 2, 3];
  const small = parts.filter((p) => p <= 0.1);
  /** @param {number} kind @param {number} level */
  const rises = (kind, level) => {
    const known = parts.map((p) => u(kind, p, level)).filter((x) => !Number.isNaN(x));
    return known.every((x, i) => i === 0 || x > Number(known[i - 1]) - 0.05);
  };
  /** @param {number} kind @param {number} part */
  const three = (kind, part) => LEVELS.map((_, l) => used(at(kind, part, l))).join(', ');
  /** From X = 1 to 0.3, points. @param {number} kind */
  const gain = (kind) => {
    const points = u(kind, 0.05, 2) - u(kind, 0.05, 0);
    return Number.isNaN(points) ? '–' : points.toFixed(1);
  };
  /** @param {number} kind @param {number} less how much better the desynchronized ones are */
  const helps = (kind, less) => small.every((p) => u(kind, p, 2) > u(kind, p, 0) + less);
  return `## Figure 9: utilisation and buffer at 10 Gb/s

Ten flows, 80 to 260 ms, buffers as parts of 141 667 packets. Used %, Jain's index, and congestion events counted in a run (X = 1, 0.6, 0.3). No entry: in
all of the time there was no congestion.

${markdown(['', 'buffer', ...LEVELS.map((l) => `used, ${l.name}`), ...LEVELS.map((l) => `Jain, ${l.name}`), 'events'], rows)}

${claims([
  [
    '9a–d: utilisation rises with the buffer',
    KINDS9.every((_, k) => LEVELS.every((_l, l) => rises(k, l))),
    'What the buffer holds when the flows decrease keeps the link busy.',
  ],
  [
    '9a: HSTCP: less synchronization, higher utilisation; X = 0.3 highest',
    small.every((p) => u(hstcp, p, 2) >= u(hstcp, p, 1) && u(hstcp, p, 1) >= u(hstcp, p, 0)),
    `At 0.05: ${three(hstcp, 0.05)} % for X = 1, 0.6, 0.3. Synchronized HSTCP leaves nearly everything to the shortest round trip (Jain ${fair(at(hstcp, 0.05, 0))}), and one window of 60 000 packets decreases by an eighth, ten of 14 000 by a fifth: the unfair link is the fuller one, and that outweighs what fewer losers save.`,
  ],
  [
    '9b: CUBIC below 90 % for all X at small buffers',
    LEVELS.every((_, l) => u(cubic, Number(parts[0]), l) < 90),
    `At ${parts[0]}: ${three(cubic, Number(parts[0]))} %. It decreases to 0.7, so that a lone window without a buffer averages between 0.85 (a straight line) and 0.925 (all of the concave part) of its peak, which is what X = 1 gives; fewer losers leave more. The paper does not give its β; with 0.8, as in CUBIC's first version, it would be higher still.`,
  ],
  [
    '9b: CUBIC: less synchronization helps above 20 % of the path',
    u(cubic, 0.2, 2) > u(cubic, 0.2, 0),
    `At 0.2: ${three(cubic, 0.2)} %. It helps more below.`,
  ],
  [
    '9b: CUBIC: X = 0.6 no better than X = 1',
    small.every((p) => u(cubic, p, 1) < u(cubic, p, 0) + 0.5),
    'Here it is better by some points at small buffers: a flow that does not lose goes on along its curve.',
  ],
  [
    '9b: HSTCP above CUBIC',
    small.every((p) => LEVELS.every((_, l) => u(hstcp, p, l) > u(cubic, p, l))),
    'Smaller decreases.',
  ],
  [
    '9c: AIMD: X = 1 behaves as ten parallel flows',
    Math.abs(u(aimd, 0.1, 0) - 81.8) < 3,
    `Flows of one round trip that lose together would use 78.6 % at 0.05 and 81.8 % at 0.1 (closed form of the sawtooth): here ${used(at(aimd, 0.05, 0))} and ${used(at(aimd, 0.1, 0))} %, from two events in a run.`,
  ],
  ['9c: AIMD improves with less synchronization', helps(aimd, 1), `At 0.1: ${three(aimd, 0.1)} %.`],
  [
    '9c: AIMD above CUBIC and comparable to HSTCP',
    small.every((p) => LEVELS.every((_, l) => u(aimd, p, l) > u(cubic, p, l))),
    `At 0.1 AIMD has ${three(aimd, 0.1)}, CUBIC ${three(cubic, 0.1)}, HSTCP ${three(hstcp, 0.1)} %. AIMD halves, at 10 Gb/s it needs some 1000 s to come back, and a run sees two or three events: it cannot be above one that decreases to 0.7 and is back in 25 s. That HSTCP "emulates parallel TCPs" does not make it alike.`,
  ],
  [
    '9d: H-TCP poor at 0.05 where synchronized, better where not',
    u(htcp, 0.05, 2) > u(htcp, 0.05, 0) + 1,
    `${three(htcp, 0.05)} %.`,
  ],
  [
    'Conclusion: less than 10 % of the path as buffer suffices for 90 %: HSTCP',
    LEVELS.every((_, l) => u(hstcp, 0.05, l) > 90),
    `At 0.05: ${three(hstcp, 0.05)} %.`,
  ],
  [
    'Conclusion: the same for AIMD',
    LEVELS.every((_, l) => u(aimd, 0.1, l) > 90),
    `At 0.1: ${three(aimd, 0.1)} %. With equal round trips the sawtooth's closed form forbids it for X = 1.`,
  ],
  [
    'Conclusion: CUBIC and H-TCP need larger buffers than HSTCP',
    small.every((p) => u(cubic, p, 0) < u(hstcp, p, 0) && u(htcp, p, 0) < u(hstcp, p, 0)),
    'Larger decreases. Than AIMD they need far smaller ones.',
  ],
  [
    'Conclusion: less synchronization hardly helps CUBIC and H-TCP, but HSTCP and AIMD',
    !helps(cubic, 1) && !helps(htcp, 1) && helps(hstcp, 1) && helps(aimd, 1),
    `It is the other way round for HSTCP (see 9a), CUBIC and H-TCP: from X = 1 to 0.3 they gain ${gain(cubic)} and ${gain(htcp)} points at 0.05, AIMD ${gain(aimd)}, HSTCP ${gain(hstcp)}.`,
  ],
])}`;
}

/** Figures 10 to 12. @param {Plan} plan */
async function numbers(plan) {
  const data = await figures10to12(plan);
  const ms = numbers10(plan);
  const rows = KINDS10.flatMap((kind, k) =>
    BUFFERS10.flatMap((buffer, b) => [
      [b === 0 ? NAMES[kind] : '', `${buffer}, used %`, ...ms.map((_, i) => used(data[k]?.[b]?.[i]))],
      ['', `${buffer}, Jain`, ...ms.map((_, i) => fair(data[k]?.[b]?.[i]))],
    ]),
  );
  /** At the caption's buffer. @param {string} kind @param {number} m */
  const at = (kind, m) => data[/** @type {string[]} */ (KINDS10).indexOf(kind)]?.[0]?.[ms.indexOf(m)];
  /** @param {string} kind @param {number} m */
  const u = (kind, m) => mean(at(kind, m)?.u);
  /** @param {string} kind @param {number} m */
  const j = (kind, m) => mean(at(kind, m)?.jain);
  const middle = ms.filter((m) => m > 1 && m < 10);
  /** The least fair m. @param {string} kind */
  const least = (kind) => ms.reduce((a, m) => (j(kind, m) < j(kind, a) ? m : a), 1);
  /** @param {string} kind */
  const dips = (kind) => {
    const m = least(kind);
    return m > 1 && m < 10 && j(kind, 10) > j(kind, m) + 0.01;
  };
  /** How far utilisation is from a straight line in m, points. @param {string} kind */
  const bend = (kind) =>
    Math.max(
      ...ms.map((m) => Math.abs(u(kind, m) - (u(kind, 1) + ((u(kind, 10) - u(kind, 1)) * (m - 1)) / 9))),
    );
  /** @param {string} kind */
  const ends = (kind) =>
    `used ${used(at(kind, 1))} to ${used(at(kind, 10))} %, Jain ${fair(at(kind, 1))} to ${fair(at(kind, 10))} from m = 1 to 10`;
  /** @param {string} kind */
  const dip = (kind) =>
    `Jain ${j(kind, 1).toFixed(3)} at m = 1, least ${j(kind, least(kind)).toFixed(3)} at m = ${least(kind)}, ${j(kind, 10).toFixed(3)} at m = 10.`;
  return `## Figures 10 to 12: utilisation and fairness against m

Ten flows at 10 Gb/s, 80 to 260 ms; at each event the m flows of the highest rates lose. The captions say "0.1 BDP (10 000 packets)"; 0.1 of
the path's packets are ${BUFFERS10[1]}: both. Mixed flows take turns along the round trips: AIMD 80, HSTCP 100, CUBIC 120, H-TCP 140, STCP 160, AIMD
180 ms, ….

${markdown(['', 'buffer, m =', ...ms.map(String)], rows)}

${claims([
  [
    '10a: CUBIC: all lose: good fairness, poor utilisation',
    j('cubic', 10) > 0.8 && u('cubic', 10) < u('cubic', 1) - 1,
    `${ends('cubic')}.`,
  ],
  [
    '10a: CUBIC: lower m, higher utilisation, fairness almost 1',
    u('cubic', 1) > u('cubic', 4) && u('cubic', 4) > u('cubic', 10) && j('cubic', 1) > 0.97,
    'Its growth does not know the round trip: once the largest lose first, nothing keeps the shares apart.',
  ],
  [
    '10b: HSTCP: fairness falls with m, then rises slightly',
    dips('hstcp'),
    `${dip('hstcp')} While half of the flows or less lose, the larger ones do, and the smaller ones catch up. From six on some smaller ones lose each time, and the shortest round trip runs away, the more the more lose: no rise.`,
  ],
  [
    '10b: HSTCP: high utilisation for m = 3 to 5',
    [3, 4, 5].filter((m) => ms.includes(m)).every((m) => u('hstcp', m) > 97),
    `${[3, 4, 5]
      .filter((m) => ms.includes(m))
      .map((m) => used(at('hstcp', m)))
      .join(
        ', ',
      )} %; but m = 1 has ${used(at('hstcp', 1))} and m = 10 ${used(at('hstcp', 10))}: high everywhere.`,
  ],
  [
    '10c: H-TCP: utilisation falls linearly with m',
    u('htcp', 10) < u('htcp', 1) - 1 && bend('htcp') < 0.35 * (u('htcp', 1) - u('htcp', 10)),
    `${ends('htcp')}; at most ${bend('htcp').toFixed(1)} points off a straight line.`,
  ],
  [
    '10c: H-TCP performs well over a wide range of m',
    ms.filter((m) => m <= 5).every((m) => u('htcp', m) > 95 && j('htcp', m) > 0.9),
    'Up to m = 5 more than 95 % used and Jain above 0.9.',
  ],
  [
    '10d: STCP: fairness falls with m, then improves',
    dips('scalable'),
    `${dip('scalable')} As HSTCP, only sharper: with the same relative growth a round trip and the same decreases, nothing brings shares back that have run apart. Between m = 5 and 6 it turns from equal shares to one flow alone.`,
  ],
  [
    '10d: STCP: utilisation falls slightly',
    u('scalable', 10) < u('scalable', 1) - 0.05,
    `${ends('scalable')}: 10 000 packets are more than an eighth of what the one flow left needs, the link is full.`,
  ],
  [
    '11: AIMD: lower m improves both',
    u('aimd', 1) > u('aimd', 10) && j('aimd', 1) > j('aimd', 10),
    `${ends('aimd')}. It takes 1000 s from one event to the next: the first windows still count.`,
  ],
  [
    '12: mixed: both improve below m = 4',
    u('mix', 1) > u('mix', 4) && j('mix', 1) > j('mix', 4),
    `${ends('mix')}; at m = 4 ${used(at('mix', 4))} % and ${fair(at('mix', 4))}. The turn is between m = 2 and 3: there are two STCP flows, and a third one that loses is a slower one.`,
  ],
  [
    '12: mixed: poor utilisation and fairness above m = 4',
    middle
      .filter((m) => m > 4)
      .concat(10)
      .every((m) => j('mix', m) < 0.5 && u('mix', m) < 95),
    `Fairness is poor. Utilisation is not: what the slow ones leave, STCP takes (at m = 10 ${used(at('mix', 10))} %).`,
  ],
])}`;
}

/** What the paper leaves open. @param {Plan} plan */
async function open(plan) {
  const data = await choices(plan);
  const rows = CHOICE_LEVELS.flatMap((level, l) =>
    choicesOf(plan, level).map((choice, c) => [
      c === 0 ? level.name : '',
      choice.name,
      ...(data[l]?.[c] ?? []).map((m) => `${used(m)}; ${fair(m)}`),
    ]),
  );
  return `## What the paper leaves open

One choice after the other, at 0.1 of the path's packets of buffer, ${choiceSeeds(plan)} seeds: used %; Jain's index.

${markdown(['', '', ...KINDS.map((kind) => NAMES[kind])], rows)}

The centre of m, which the paper does not give, decides most of what X = 0.3 shows. At its least m is 3 to 5: HSTCP and STCP share
equally, and AIMD uses more than 90 % of the link, as the paper says. In the middle, 6 or 7 of ten lose, among them always some of the smaller ones,
and STCP is as unfair as if all lost. Who is chosen comes next: drawn alike, losers make no law fairer. First windows count for AIMD, since
a run sees two or three of its events, somewhat for the fairness of HSTCP, and not for the others. With equal round trips each law alone is fair at both
levels: what m decides in figures 10 and 11 is fairness between round trips.`;
}

/** The literal equations. @param {Plan} plan */
async function letter(plan) {
  const data = await literal(plan);
  const rows = data.map((row, i) => [
    letterLevels(plan)[i]?.name ?? '',
    ...row.map((m) => `${used(m)}; ${fair(m)}`),
  ]);
  return `## By the letter of the equations

Equations 6 and 8 as printed, with the feedback delay that they lack: every lost packet takes its share of a decrease. 0.1 of the path's packets of buffer,
${letterSeeds(plan)} seeds; used %; Jain's index.

${markdown(['', ...KINDS.map((kind) => NAMES[kind])], rows)}

λ counts lost packets, and a window of thousands grows by tens of packets a round trip: a round trip of overflow takes W·e^(−b·lost) where a real flow takes
(1 − b)·W. Only AIMD, which loses about as many packets as it has grown by, one a round trip and flow, is near its event form. Where several flows
lose, the fast laws leave half of the link and more idle, so the utilisations of figure 9 cannot come from these equations with losses counted
in packets. That fewer losers mean more utilisation and more fairness, they show too, m = 1 most of all: there one flow falls to almost nothing and nine
go on. Counted in events, as here by default, most of what the paper says is there.`;
}
