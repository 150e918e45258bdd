// npm run --silent bench:ui -- [--json] [--only NAME,…] [--seconds N]
// How responsive the page is: scripting per frame, longest task, frames per second and input latency, from the browser's own tracing, all of
// the page's main thread (the only one that the browser slows down when it emulates a slower processor); how long
// it takes to go back in a run; how much memory a long run needs. It measures and never fails, but prints beside each figure
// its target and the load of the machine: wall-clock figures mean little on a machine that others use.
import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { round } from './bench/results.mjs';
import { coursePage, measureEmbeds } from './bench/ui-embeds.mjs';
import { measureGallery, measureLongRun } from './bench/ui-long.mjs';
import { measureRewind, measureRun, openPage } from './bench/ui-page.mjs';
import { dumbbell } from './bench/ui-scenarios.mjs';
import { percentile } from './bench/ui-trace.mjs';
import { launchBrowser } from './lib/browser.mjs';
import { serve } from './lib/serve.mjs';
import { main, Problem, root, say } from './lib/shell.mjs';
import { buildSite, siteDir } from './lib/site.mjs';

/** @typedef {{ name: string, figures: Record<string, number>, targets: Record<string, number>, load: number[] }} Row */

/** Six plots, at full speed. */
const SESSION = { plots: ['cwnd', 'queue', 'throughput', 'rtt', 'fairness', 'flight'], speed: 0 };
const MB = 2 ** 20;

/** @type {Record<string, (site: string, seconds: number) => Promise<Omit<Row, 'name' | 'load'>>>} */
const measurements = {
  'flows-50': (site, seconds) => run(site, { flows: 50, seconds, slowdown: 1 }),
  'flows-10-slowed-4x': (site, seconds) => run(site, { flows: 10, seconds, slowdown: 4 }),
  rewind,
  memory,
  'hour-of-10-flows': (site) => longRun(site, { flows: 10, rateMbps: 100, durationS: 3600 }),
  'long-500-flows': (site) => longRun(site, { flows: 500, rateMbps: 1000, durationS: 3600 }),
  'long-10-gbps': (site) => longRun(site, { flows: 10, rateMbps: 10_000, durationS: 3600 }),
  'gallery-260-entries': gallery,
  'embeds-10': embeds,
};

main(async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      built: { type: 'boolean' },
    },
  });
  const names = values.only?.split(',') ?? Object.keys(measurements);
  const unknown = names.find((name) => !(name in measurements));
  if (unknown)
    throw new Problem(`no such measurement: ${unknown} (there are ${Object.keys(measurements).join(', ')})`);
  const seconds = Number(values.seconds);
  if (!(seconds > 0)) throw new Problem('--seconds is a number above 0');
  if (!values.built) await buildSite();
  const site = await serve(siteDir);
  /** @type {Row[]} */
  const results = [];
  try {
    for (const name of names) {
      say(`measuring ${name} …`);
      const before = loadavg()[0] ?? 0;
      const measured = await measurements[name]?.(site.url, seconds);
      if (measured)
        results.push({ name, ...measured, load: [before, loadavg()[0] ?? 0].map((x) => round(x, 2)) });
    }
  } finally {
    await site.close();
  }
  const report = { processors: cpus().length, results };
  console.log(values.json ? JSON.stringify(report) : text(report));
});

/** @param {string} site @param {{ flows: number, seconds: number, slowdown: number }} options */
async function run(site, { flows, seconds, slowdown }) {
  const browser = await launchBrowser();
  try {
    const document = dumbbell({ flows, rateMbps: 100, durationS: 3600 });
    const page = await openPage(browser, site, document, SESSION);
    const figures = await measureRun(browser, page, { seconds, slowdown });
    const targets =
      slowdown > 1
        ? { plot_frames_per_s: 20 }
        : { scripting_p95_ms: 8, longest_task_ms: 50, plot_frames_per_s: 30, input_p95_ms: 200 };
    return { figures: rounded({ ...figures }), targets };
  } finally {
    await browser.close();
  }
}

/** Ten minutes of two flows at 100 Mb/s, with seeks to times all over the run. @param {string} site */
async function rewind(site) {
  const browser = await launchBrowser();
  try {
    const document = dumbbell({ flows: 2, rateMbps: 100, durationS: 600 });
    const page = await openPage(browser, site, document, SESSION);
    // An order in which consecutive times are far apart.
    const shares = Array.from({ length: 32 }, (_, i) => ((i * 13 + 5) % 32) / 32 + 0.011);
    const took = (await measureRewind(page, shares)).map((s) => s.took);
    const figures = { seeks: took.length, median_ms: percentile(took, 0.5), worst_ms: Math.max(...took) };
    return { figures: rounded(figures), targets: { worst_ms: 300 } };
  } finally {
    await browser.close();
  }
}

/** An hour of two flows at 100 Mb/s, with all series and snapshots. The bound is that of phones, the only one that the engine knows. */
async function memory() {
  const document = JSON.stringify(dumbbell({ flows: 2, rateMbps: 100, durationS: 3600 }));
  const worker = new Worker(new URL('bench/memory-worker.mjs', import.meta.url), {
    workerData: { engineDir: `${root}/web/generated`, document },
  });
  /** @type {{ bytes: number, hops: number, snapshots: number, snapshotBytes: number }} */
  const { bytes, hops, snapshots, snapshotBytes } = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  const figures = { engine_mb: bytes / MB, hops, snapshots, snapshots_mb: snapshotBytes / MB };
  return { figures: rounded(figures), targets: { engine_mb: 64 } };
}

/** Maximum real time of a long run, s. */
const MAX_LONG_RUN_S = 120;

/** A run at full speed, during which the page's memory must not keep growing. @param {string} site @param {Parameters<typeof dumbbell>[0]} network */
async function longRun(site, network) {
  const figures = await measureLongRun(site, {
    document: dumbbell(network),
    session: SESSION,
    seconds: MAX_LONG_RUN_S,
  });
  return { figures: rounded(figures), targets: { page_mb: 300 } };
}

/** @param {string} site */
async function gallery(site) {
  /** @type {{ sections: { entries: { id: string }[] }[] }} */
  const { sections } = JSON.parse(await readFile(`${root}/public/gallery/index.json`, 'utf8'));
  const entries = sections.flatMap((section) => section.entries.map((entry) => entry.id));
  const figures = await measureGallery(site, entries, 260);
  return { figures: rounded(figures), targets: { page_mb: 300 } };
}

/** Ten laboratories on one page, all running for a minute. */
async function embeds() {
  /** @type {Record<string, string>} */
  const pages = {};
  const site = await serve(siteDir, { pages });
  try {
    pages['/course'] = coursePage(site.url, 10);
    const figures = await measureEmbeds(new URL('/course', site.url).href, 60);
    return { figures: rounded(figures), targets: { most_mb: 700 } };
  } finally {
    await site.close();
  }
}

/** @param {Record<string, number>} figures */
function rounded(figures) {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, round(value, 2)]));
}

/** @param {{ processors: number, results: readonly Row[] }} report */
function text({ processors, results }) {
  return results
    .flatMap(({ name, figures, targets, load }) => [
      `${name} (load ${load.join(' to ')} on ${processors} processors)`,
      ...Object.entries(figures).map(([id, value]) => {
        const target = targets[id];
        const aim =
          target === undefined ? '' : ` (${id.includes('per_s') ? 'at least' : 'at most'} ${target})`;
        return `  ${id.padEnd(24)} ${value}${aim}`;
      }),
    ])
    .join('\n');
}
