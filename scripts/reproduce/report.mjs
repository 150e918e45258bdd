// The report in Markdown: a page for each paper with its claims and the results of its runs, and an overview with the cost.
import { Problem } from '../lib/shell.mjs';
import { total } from './runs.mjs';

/** @import { Cell, Experiment } from '../../web/generated/types' */
/** @import { Paper } from '../papers/build.mjs' */
/** @import { Judged } from './claims.mjs' */
/** @import { Planned } from './plan.mjs' */
/** @import { Ran } from './runs.mjs' */

/** About four digits. @param {number} x */
function digits(x) {
  if (x === 0 || Number.isInteger(x)) return String(x);
  const size = Math.abs(x);
  return size >= 1e5 || size < 1e-3
    ? x.toExponential(2)
    : String(Number(x.toPrecision(size >= 1000 ? 5 : 4)));
}

/** A number with the half-width of its interval: two digits of the half-width, and the number to the same decimals. @param {number} x @param {number} half */
function withInterval(x, half) {
  if (!(half > 0)) return `${digits(x)} ± 0`;
  const places = Math.min(8, Math.max(0, 1 - Math.floor(Math.log10(half))));
  return `${x.toFixed(places)} ± ${half.toFixed(places)}`;
}

/** @param {string[]} head @param {(string | number)[][]} rows @param {(column: number) => boolean} [words] whether a column holds text */
function table(head, rows, words = (column) => column === 0) {
  const line = (/** @type {(string | number)[]} */ cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (words(i) ? '---' : '--:'))), ...rows.map(line)].join('\n');
}

/** Large counts, as 1.2 · 10⁹. @param {number} n */
function large(n) {
  if (n < 1e6) return n.toLocaleString('en-GB');
  const [mantissa, exponent] = n.toExponential(1).split('e+');
  return `${mantissa} · 10${[...(exponent ?? '')].map((d) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(d)]).join('')}`;
}

/**
 * The entry of a paper in the overview, from its last run: whether each claim holds, and the cost.
 * @typedef {{ claims: Record<string, boolean>, experiments: number, runs: number, hops: number, steps: number, cpuS: number }} Entry
 */

/**
 * A paper with its results.
 * @typedef {{ paper: Paper, experiments: Planned[], ran: Map<string, Ran>, judged: Judged[], reasons: Record<string, string>, pictures: Set<string>,
 *   readings?: { name: string, judged: Judged[] }[] }} Results `readings`: all claims under each reading
 */

/** @param {Results} results @returns {Entry} */
export function entry({ experiments, ran, judged }) {
  const { spans: _, ...cost } = total(experiments.flatMap(({ id }) => ran.get(id)?.cost ?? []));
  const claims = Object.fromEntries(judged.map(({ claim, holds }) => [claim.id, holds]));
  return { claims, experiments: experiments.length, ...cost, cpuS: Math.round(cost.cpuS) };
}

/** The page of a paper. @param {Results} results */
export function page({ paper, experiments, ran, judged, reasons, pictures, readings = [] }) {
  const withoutExperiment = judged.filter(({ claim }) => claim.experiments.length === 0);
  const parts = [
    `# ${paper.title}`,
    `${paper.authors}: ${paper.venue}, ${paper.year}. Part of [the papers, reproduced](../reproduction.md).`,
    paper.story,
    `**${judged.filter((one) => one.holds).length} of ${judged.length} claims hold.**`,
    ...byReading(readings),
    ...withoutExperiment.map((one) => verdict(one, reasons[one.claim.id])),
    ...experiments.flatMap((one) => {
      const claims = judged.filter(({ claim }) => claim.experiments[0] === one.id);
      return section(one, /** @type {Ran} */ (ran.get(one.id)), claims, reasons, pictures);
    }),
  ];
  return joined(parts);
}

/** The claims under each reading of the paper as a whole. @param {{ name: string, judged: Judged[] }[]} readings */
function byReading(readings) {
  const [first] = readings;
  if (!first) return [];
  const count = readings.map(({ judged }) => judged.filter((one) => one.holds).length);
  return [
    'The paper can be read in several ways. The verdicts below are under the first reading; here is every claim under each reading as a whole.',
    table(
      ['Claim', ...readings.map(({ name }) => name)],
      [
        ...first.judged.map(({ claim }, i) => [
          claim.id,
          ...readings.map(({ judged }) => (judged[i]?.holds ? 'holds' : 'no')),
        ]),
        [`**Holds, of ${first.judged.length}**`, ...count],
      ],
    ),
  ];
}

/**
 * The page of a paper of which some experiments were run again: their sections are new, the others and the claims in them stay.
 * @param {Results} results of the experiments that were run @param {string} before the page @param {Entry} all the paper's entry, with the new verdicts
 */
export function mergedPage({ paper, experiments, ran, judged, reasons, pictures }, before, { claims }) {
  const [head = '', ...old] = before.split(/\n(?=## )/);
  const holds = Object.values(claims);
  const count = `**${holds.filter(Boolean).length} of ${holds.length} claims hold.**`;
  const sections = paper.experiments.flatMap((one) => {
    const run = experiments.find(({ id }) => id === one.id);
    if (!run) {
      const kept = old.find((text) => text.startsWith(`${heading(one)}\n`));
      if (!kept) throw new Problem(`the report has no section on ${one.id} yet: run it, too`);
      return [kept.trim()];
    }
    const own = judged.filter(({ claim }) => claim.experiments[0] === one.id);
    return section(run, /** @type {Ran} */ (ran.get(one.id)), own, reasons, pictures);
  });
  return joined([head.replace(/\*\*\d+ of \d+ claims hold\.\*\*/, count).trim(), ...sections]);
}

/** @param {{ label: string, title: string }} experiment */
const heading = ({ label, title }) => `## ${label}: ${title}`;

/** The page with all papers. @param {{ paper: Pick<Paper, 'id' | 'title' | 'authors' | 'year'>, entry: Entry }[]} all */
export function overview(all) {
  const failing = all.flatMap(({ entry }) =>
    Object.entries(entry.claims).flatMap(([id, holds]) => (holds ? [] : [id])),
  );
  return joined([
    '# The papers, reproduced',
    [
      'Written by `npm run reproduce`. Every experiment is a document that opens and runs in the laboratory, on the papers page.',
      'Its notes name the settings that the paper does not state, and our choices. The claims (`tests/claims/`) were written before any of these experiments ran,',
      'and none was changed to make it hold. Intervals are 95 % confidence intervals by Student’s t over the runs of a variant.',
    ].join('\n'),
    '## Number of claims that hold',
    table(
      ['Paper', 'Claims', 'Hold', 'Do not hold', 'Share'],
      [
        ...all.map(({ paper, entry }) =>
          verdicts(`[${paper.title}](reproduction/${paper.id}.md), ${paper.year}`, [entry]),
        ),
        verdicts(
          '**All**',
          all.map(({ entry }) => entry),
        ),
      ],
    ),
    failing.length > 0
      ? `Claims that do not hold: ${failing.join(', ')}. The reason is given with each.`
      : '',
    '## Cost',
    'Of the last run of all experiments of a paper.',
    table(
      ['Paper', 'Experiments', 'Runs', 'Packets over links', 'Solver steps', 'Core-minutes'],
      [
        ...all.map(({ paper, entry }) => cost(paper.title, [entry])),
        cost(
          '**All**',
          all.map(({ entry }) => entry),
        ),
      ],
    ),
  ]);
}

/** @param {string[]} parts */
const joined = (parts) => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** @param {string} name @param {Entry[]} of */
function verdicts(name, of) {
  const all = of.flatMap(({ claims }) => Object.values(claims));
  const holds = all.filter(Boolean).length;
  const share = all.length > 0 ? `${Math.round((100 * holds) / all.length)} %` : '–';
  return [name, all.length, holds, all.length - holds, share];
}

/** @param {string} name @param {Entry[]} of */
function cost(name, of) {
  const sum = (/** @type {(entry: Entry) => number} */ part) =>
    of.reduce((all, entry) => all + part(entry), 0);
  return [
    name,
    sum((entry) => entry.experiments),
    large(sum((entry) => entry.runs)),
    large(sum((entry) => entry.hops)),
    large(sum((entry) => entry.steps)),
    digits(Math.round(sum((entry) => entry.cpuS) / 6) / 10),
  ];
}

/**
 * @param {Planned} one @param {Ran} ran @param {Judged[]} claims @param {Record<string, string>} reasons @param {Set<string>} pictures
 */
function section(one, ran, claims, reasons, pictures) {
  const { id, label, title, summary, document } = one;
  const files = `[All numbers](${id}.csv)`;
  return [
    heading(one),
    `${summary} ${files}, [document](../../public/papers/${id}.json).`,
    pictures.has(id) ? `![${label}: ${title}](${id}.svg)` : '',
    published(/** @type {Experiment} */ (/** @type {unknown} */ (document)), ran),
    ...claims.map((judged) => verdict(judged, reasons[judged.claim.id])),
  ];
}

/** Published values compared with ours. @param {Experiment} document @param {Ran} ran */
function published(document, { table: { rows } }) {
  const { axes = [], measures, chart } = document;
  const list = document.published ?? [];
  if (list.length === 0) return '';
  const median = chart?.centre === 'median';
  const ours = (/** @type {Cell | null | undefined} */ cell) => {
    if (!cell) return '–';
    const [centre, width] = median ? [cell.median, cell.siqr] : [cell.mean, cell.halfWidth];
    return width == null ? digits(centre) : withInterval(centre, width);
  };
  const heading = (/** @type {{ name: string, unit?: string }} */ { name, unit }) =>
    unit ? `${name}, ${unit}` : name;
  const lines = list.map(({ at, measure = 0, value, source = '' }) => {
    const row = rows.find((r) => at.every((x, i) => r.at[i] === x));
    const what = measures[measure];
    return [
      ...axes.map((_, i) => String(at[i] ?? '')),
      what ? heading(what) : '',
      digits(value),
      ours(row?.cells[measure]),
      source,
    ];
  });
  const head = [
    ...axes.map(heading),
    'Measure',
    'Published',
    median ? 'Here (median ± SIQR)' : 'Here',
    'Source',
  ];
  const sourced = lines.some((cells) => cells.at(-1) !== '');
  const cut = (/** @type {string[]} */ cells) => (sourced ? cells : cells.slice(0, -1));
  return table(cut(head), lines.map(cut), (column) => column <= axes.length || column === axes.length + 3);
}

/** @param {Judged} judged @param {string | undefined} reason */
function verdict({ claim, holds, seen }, reason) {
  const lines = [
    `**${claim.id} ${holds ? 'holds' : 'does not hold'}.** ${claim.words}`,
    '',
    `- Metric: ${claim.metric}`,
    `- Holds if: ${claim.threshold}`,
    `- Seeds: ${claim.seeds}`,
    `- Result: ${seen}`,
  ];
  if (!holds && reason) lines.push('', ...reasonLines(reason));
  return lines.join('\n');
}

/** A reason as a quotation. @param {string} reason */
export const reasonLines = (reason) =>
  reason
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd());
