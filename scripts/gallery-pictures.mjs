// Draws the small pictures of the gallery from runs, into public/gallery/index.json:
// `node scripts/gallery-pictures.mjs` after the engine or an entry changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { initSync, Lab } from '../web/generated/engine-script.js';

const WIDTH = 100;
const HEIGHT = 48;
/** Points of a curve, and the number of engine columns averaged for each. */
const POINTS = 110;
const COLUMNS_PER_POINT = 6;

/**
 * The content of each entry's picture: kinds of series, stacked, the time span, s, and the flows if not all.
 * @type {Record<string, { kinds: string[]; from: number; to: number; flows?: string[] } | undefined>}
 */
const PICTURES = {
  'one-reno': { kinds: ['cwnd', 'queue'], from: 20, to: 32 },
  'three-algorithms': { kinds: ['cwnd'], from: 2, to: 22 },
  'two-flows-converge': { kinds: ['cwnd'], from: 10, to: 60 },
  'rtt-unfairness': { kinds: ['throughput'], from: 10, to: 60 },
  'buffer-too-small': { kinds: ['cwnd', 'queue'], from: 20, to: 29 },
  'buffer-too-large': { kinds: ['rtt'], from: 0, to: 60 },
  'red-droptail': { kinds: ['queue'], from: 22, to: 38 },
  'parking-lot': { kinds: ['throughput'], from: 10, to: 50 },
  'reno-vegas': { kinds: ['throughput'], from: 5, to: 70 },
  'cubic-newreno': { kinds: ['cwnd'], from: 20, to: 70 },
  'udp-tcp': { kinds: ['throughput'], from: 5, to: 70 },
  'four-recoveries': { kinds: ['cwnd'], from: 20, to: 25 },
  'phase-effect': { kinds: ['throughput'], from: 20, to: 50 },
  'phase-effect-randomized': { kinds: ['throughput'], from: 30, to: 100 },
  'paced-reno': {
    kinds: ['throughput'],
    from: 20,
    to: 80,
    flows: ['reno-1-1', 'paced-1-1', 'reno-5-1', 'paced-5-1'],
  },
  'window-covariance': { kinds: ['cwnd'], from: 40, to: 50, flows: ['reno1', 'reno2', 'reno3', 'reno4'] },
  binomial: { kinds: ['cwnd'], from: 30, to: 60, flows: ['f1', 'f2', 'f4'] },
  'vegas-family': { kinds: ['throughput'], from: 5, to: 80 },
  'pseudo-rate': { kinds: ['throughput'], from: 1, to: 40 },
  'high-speed': { kinds: ['cwnd'], from: 0, to: 60 },
  hystart: { kinds: ['cwnd'], from: 0, to: 12 },
  'tfrcp-friendliness': { kinds: ['throughput'], from: 60, to: 200, flows: ['reno1', 'tfrcp1'] },
  'media-rates': { kinds: ['throughput'], from: 20, to: 60 },
  aqm: { kinds: ['queue'], from: 10, to: 30 },
  'fair-queueing': { kinds: ['throughput'], from: 5, to: 70 },
  'web-transfers': { kinds: ['queue'], from: 2, to: 30 },
  'self-similar': { kinds: ['throughput'], from: 20, to: 100 },
  cellular: { kinds: ['queue'], from: 8, to: 40 },
  'burst-losses': { kinds: ['throughput'], from: 10, to: 60 },
  'fluid-synchronized': { kinds: ['throughput'], from: 0, to: 60 },
  'fluid-largest-loses': { kinds: ['throughput'], from: 0, to: 60 },
  'fluid-scalable-aimd': { kinds: ['throughput'], from: 0, to: 900 },
  'fluid-late-starter': { kinds: ['throughput'], from: 0, to: 200 },
  'fluid-ten-cubic': { kinds: ['cwnd'], from: 20, to: 200 },
  'lesson-sawtooth': { kinds: ['cwnd', 'queue'], from: 20, to: 32 },
  'lesson-slow-start': { kinds: ['cwnd'], from: 0, to: 3 },
  'lesson-aimd': { kinds: ['cwnd'], from: 10, to: 60 },
  'lesson-rtt': { kinds: ['throughput'], from: 10, to: 60 },
  'lesson-buffer': { kinds: ['queue'], from: 22, to: 38 },
  'lesson-bufferbloat': { kinds: ['queue'], from: 0, to: 40 },
  'lesson-delay': { kinds: ['throughput'], from: 5, to: 70 },
  'lesson-phase': { kinds: ['throughput'], from: 20, to: 50 },
  'lesson-media': { kinds: ['throughput'], from: 20, to: 60 },
  'lesson-synchronization': { kinds: ['cwnd'], from: 20, to: 200 },
  'lesson-bbr': { kinds: ['throughput'], from: 20, to: 80 },
  'lesson-marks': { kinds: ['cwnd', 'queue'], from: 20, to: 24 },
  'lesson-l4s': { kinds: ['rtt'], from: 10, to: 30 },
  'lesson-harm': { kinds: ['throughput'], from: 0, to: 30 },
  'lesson-write': { kinds: ['cwnd'], from: 40, to: 110 },
  'lesson-write-fair': { kinds: ['throughput'], from: 5, to: 70 },
  'lesson-policer': { kinds: ['throughput'], from: 0, to: 30 },
  'lesson-scavenger': { kinds: ['throughput'], from: 40, to: 100 },
  'bbr-cubic': { kinds: ['throughput'], from: 20, to: 100 },
  'bbr3-bbr': { kinds: ['throughput'], from: 20, to: 60 },
  l4s: { kinds: ['rtt'], from: 10, to: 30 },
  policer: { kinds: ['throughput'], from: 0, to: 40 },
  'leo-satellite': { kinds: ['throughput'], from: 10, to: 100 },
  'wifi-aggregation': { kinds: ['throughput'], from: 5, to: 40 },
  'video-download': { kinds: ['throughput'], from: 30, to: 110, flows: ['f1', 'f3'] },
  'request-tail': { kinds: ['rtt'], from: 10, to: 40 },
  'slow-start-exits': { kinds: ['cwnd'], from: 0, to: 4 },
  'scavenger-latecomer': { kinds: ['throughput'], from: 20, to: 120 },
  'random-losses': { kinds: ['throughput'], from: 5, to: 80 },
  incast: { kinds: ['queue'], from: 0.5, to: 1.5 },
  'models-agree': { kinds: ['cwnd'], from: 20, to: 70 },
  'models-part': { kinds: ['throughput'], from: 20, to: 50 },
};

const folder = new URL('../public/gallery/', import.meta.url);
/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

const { memory } = initSync({
  module: readFileSync(new URL('../web/generated/engine-script_bg.wasm', import.meta.url)),
});

const index = read('index.json');
for (const section of index.sections) {
  for (const entry of section.entries) entry.picture = draw(entry.id);
}
writeFileSync(new URL('index.json', folder), `${JSON.stringify(index, null, 2)}\n`);

/** @param {string} id */
function draw(id) {
  const picture = PICTURES[id];
  if (!picture) throw new Error(`No picture is planned for ${id}.`);
  const { kinds, from, to, flows } = picture;
  const document = read(`${id}.json`);
  const lab = new Lab(JSON.stringify(document));
  lab.step(document.durationS, 1e9);
  /** @type {import('../web/generated/types').Directory} */
  const directory = JSON.parse(lab.directory());
  const bottlenecks = new Set(directory.channels.filter((c) => c.bottleneck).map((c) => c.id));
  /** @type {{ flow: number | null; points: string }[]} */
  const curves = [];
  kinds.forEach((kind, place) => {
    const numbers = directory.series.flatMap((s, n) =>
      s.kind === kind && (kind === 'queue' ? bottlenecks.has(s.owner) : (flows?.includes(s.owner) ?? true))
        ? [n]
        : [],
    );
    const rows = columnsOf(lab, numbers, from, to, kind === 'throughput' ? 8 : kind === 'queue' ? 2 : 1);
    const top = Math.max(...rows.flat().filter((y) => Number.isFinite(y)));
    const height = HEIGHT / kinds.length;
    rows.forEach((row, i) => {
      const owner = directory.series[numbers[i] ?? 0]?.owner;
      const flow = kind === 'queue' ? null : directory.flows.findIndex((f) => f.id === owner);
      const points = row.flatMap((y, x) =>
        Number.isFinite(y)
          ? [`${round((x / (row.length - 1)) * WIDTH)},${round(height * (place + 1 - 0.96 * (y / top)))}`]
          : [],
      );
      curves.push({ flow, points: points.join(' ') });
    });
  });
  lab.free();
  return { curves };
}

/**
 * Curves at the resolution of the picture, averaged, since at this size an RTT is less than a point.
 * @param {Lab} lab
 * @param {number[]} numbers
 * @param {number} from
 * @param {number} to
 * @param {number} smooth points to average over
 */
function columnsOf(lab, numbers, from, to, smooth) {
  const columns = POINTS * COLUMNS_PER_POINT;
  const length = lab.plot(Uint32Array.from(numbers), from, to, columns);
  const section = new Float64Array(memory.buffer, lab.sectionPtr(), length);
  // Times first, then each series.
  const points = length / (numbers.length + 1);
  const pointsPerColumn = points / POINTS;
  return numbers.map((_, i) => {
    const fine = [...section.subarray(points * (i + 1), points * (i + 2))];
    return Array.from({ length: POINTS }, (_, point) => {
      const middle = pointsPerColumn * (point + 0.5);
      const half = (pointsPerColumn / 2) * smooth;
      const near = fine.slice(Math.max(0, Math.round(middle - half)), Math.round(middle + half));
      const known = near.filter((y) => Number.isFinite(y));
      return known.length > 0 ? known.reduce((sum, y) => sum + y, 0) / known.length : Number.NaN;
    });
  });
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 10) / 10;
}
