// The report in Markdown, from what is recorded: a page for each paper with its claims and results, and an overview with counts and costs.
import { beforeAndAfter, CHANGES } from './changes.mjs';
import { cellOf } from './part.mjs';
import { DRAWS, FIRM } from './resample.mjs';
import { holdsUnder, NAMES, told, VERDICTS, verdictOf } from './verdict.mjs';

/** @import { Cell, Experiment, ExperimentTable } from '../../web/generated/types' */
/** @import { Reading } from '../../tests/claims/claim.mjs' */
/** @import { Paper, PaperExperiment } from '../papers/build.mjs' */
/** @import { PaperClaim } from './claims.mjs' */
/** @import { Entry } from './recorded.mjs' */
/** @import { Explanation, Verdict } from './verdict.mjs' */

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
 * A paper with what is recorded of it.
 * @typedef {{ paper: Paper, claims: PaperClaim[], entry: Entry, tables: Map<string, ExperimentTable>, explanations: Record<string, Explanation>,
 *   pictures: Set<string>, readings: Reading[] }} Results `tables` and `pictures`: by experiment
 */

/** The page of a paper. @param {Results} results */
export function page(results) {
  const { paper, claims, entry, readings } = results;
  const tell = (/** @type {PaperClaim} */ claim) => verdict(claim, results);
  return joined([
    `# ${paper.title}`,
    `${paper.authors}: ${paper.venue}, ${paper.year}. Part of [the papers, reproduced](../reproduction.md).`,
    paper.headline,
    paper.story,
    `**${count(claims, (claim) => entry.claims[claim.id]?.holds)} of ${claims.length} claims hold.** ${ends(results)}`,
    ...byReading(claims, entry, readings),
    ...inNs2(entry),
    ...claims.filter((claim) => claim.experiments.length === 0).map(tell),
    ...paper.experiments.flatMap((one) => [
      `## ${one.label}: ${one.title}`,
      ...section(one, results),
      ...claims.filter((claim) => claim.experiments[0] === one.id).map(tell),
    ]),
  ]);
}

/** @template T @param {T[]} list @param {(one: T) => unknown} wanted */
const count = (list, wanted) => list.filter(wanted).length;

/** The number of claims with each verdict. @param {Pick<Results, 'claims' | 'entry' | 'explanations'>} results @returns {Record<Verdict, number>} */
export function counts({ claims, entry, explanations }) {
  const all = claims.map(({ id }) => verdictOf(entry, id, explanations[id]));
  return /** @type {Record<Verdict, number>} */ (
    Object.fromEntries(VERDICTS.map((name) => [name, count(all, (one) => one === name)]))
  );
}

/** How the claims that do not hold end. @param {Results} results */
function ends(results) {
  const { holds: _, ...others } = counts(results);
  const named = Object.entries(others).filter(([, n]) => n > 0);
  if (named.length === 0) return '';
  return `The others: ${named.map(([name, n]) => `${NAMES[/** @type {Verdict} */ (name)]} (${n})`).join('; ')}.`;
}

/** The claims under each reading of the paper as a whole. @param {PaperClaim[]} claims @param {Entry} entry @param {Reading[]} readings */
function byReading(claims, entry, readings) {
  const [first] = readings;
  if (!first) return [];
  const names = readings.map(({ name }) => name);
  const told = (/** @type {string} */ name, /** @type {string} */ id) => {
    const holds = entry.readings[name]?.[id];
    return holds == null ? '–' : holds ? 'holds' : 'no';
  };
  const differ = claims.filter(({ id }) => {
    const known = names.map((name) => told(name, id)).filter((word) => word !== '–');
    return new Set(known).size > 1;
  });
  const total = (/** @type {string} */ name) => {
    const all = claims.map(({ id }) => entry.readings[name]?.[id]);
    return `${count(all, (x) => x === true)} of ${count(all, (x) => x != null)}`;
  };
  return [
    '## Readings',
    [
      'The paper leaves open what these readings say. Each claim is judged under each reading as a whole; the verdicts below are under the first one.',
      'The table has the claims whose result differs; a dash means that there are no runs of the claim’s figure under that reading, or not all of them.',
    ].join(' '),
    readings
      .map(({ name, why, variant }) => `- **${name}**${variant ? ' (decides no verdict)' : ''}: ${why}`)
      .join('\n'),
    table(
      ['Claim', ...names],
      [
        ...differ.map(({ id }) => [id, ...names.map((name) => told(name, id))]),
        ['**Hold, of those with runs**', ...names.map(total)],
      ],
    ),
  ];
}

/** Cases of ns-2 beside the same here. @param {Entry} entry */
function inNs2({ witness = [] }) {
  if (witness.length === 0) return [];
  return [
    '## The same in ns-2.35',
    'The cases that the explanations name: means over five seeds (`tests/oracle/ns2/`). Goodput counts payload.',
    table(
      ['Case', 'Quantity', 'ns-2.35', 'Droptail'],
      witness.map(({ case: name, what, theirs, ours }) => [name, what, digits(theirs), digits(ours)]),
      (column) => column < 2,
    ),
  ];
}

/**
 * The page with all papers.
 * @param {Pick<Results, 'paper' | 'claims' | 'entry' | 'explanations'>[]} all
 */
export function overview(all) {
  const row = (/** @type {string} */ name, /** @type {typeof all} */ of) => {
    const each = of.map(counts);
    const sums = VERDICTS.map((verdict) => each.reduce((sum, one) => sum + one[verdict], 0));
    return [name, sums.reduce((a, b) => a + b, 0), ...sums];
  };
  const open = all.flatMap(({ claims, entry, explanations }) =>
    claims.map(({ id }) => id).filter((id) => verdictOf(entry, id, explanations[id]) === 'open'),
  );
  return joined([
    '# The papers, reproduced',
    [
      'Written by `npm run reproduce`. Every experiment is a document that opens and runs in the laboratory, on the papers page.',
      'Its notes name the settings that the paper does not state, and our choices. The claims (`tests/claims/`) were written before any of these experiments ran,',
      'and none was changed to make it hold. Intervals are 95 % confidence intervals by Student’s t over the runs of a variant.',
    ].join('\n'),
    '## Verdicts',
    [
      'Each claim ends with one of four verdicts, or is open.',
      '',
      '- **Holds**: under the reading by which the paper’s claims are judged.',
      '- **Other reading**: it holds under another reading that the paper allows. The paper’s page names the readings and has a table of them.',
      '- **Refuted, agreed**: an independent simulator shows the same.',
      '- **Refuted alone**: only this laboratory was asked. What was run, what came out, and which part of the mechanism differs is given with the claim, with a table of that part as recorded.',
      '- **Open**: what decides is not known from recorded runs. What is missing is given with the claim.',
    ].join('\n'),
    table(
      ['Paper', 'Claims', 'Hold', 'Other reading', 'Refuted, agreed', 'Refuted alone', 'Open'],
      [
        ...all.map((one) =>
          row(`[${one.paper.title}](reproduction/${one.paper.id}.md), ${one.paper.year}`, [one]),
        ),
        row('**All**', all),
      ],
    ),
    open.length > 0 ? `Open: ${open.join(', ')}.` : '',
    '## Judged without phase effects',
    [
      'Packets of one size that are clocked by ACKs arrive in step with a full queue, so that fractions of a transmission time in delays that a paper does not state decide which flow loses (Floyd & Jacobson 1992).',
      'One choice is made for all papers alike. Where a packet experiment turns on such ties and the paper states no random waits, claims are judged by runs in which each packet waits up to one transmission time at random,',
      'or by the mean over ten phases where the phase is what the figure is about. The run with locked phases stays beside it, as an experiment and as a reading. The choice was made after the locked runs were known.',
      'It applies to figures 10 to 13, 15 and 16 of CODE, to tables I to IV and VIII of Randomized TCP, to figure 8 of loss synchronization and to all of TFRCP. Table 2 of CODE is judged without waits and has a version with them. The other packet experiments have one version.',
    ].join('\n'),
    [
      'Two habits of ns-2 that no text about TCP has, a window that falls to whole packets and growth by the ACK that ends fast recovery, decide results of Reno flows that are locked in step. Randomized TCP has a reading with them, and CODE’s figure 9 and the packets of figure 8 of loss synchronization have one with ns-2’s senders as they are after 2006.',
      'TFRCP’s flows wait at random, and with the habits its F stays within 0.03 (“Figure 2, unstated settings”); in figures of Pseudo-rate whose claims are judged its flows and those of Vegas lose nothing.',
    ].join('\n'),
    '## Before and after',
    changes(all.map(({ entry }) => entry)),
    '## Seeds',
    firmness(all),
    '## In short',
    ...all.map(({ paper }) => `**[${paper.title}](reproduction/${paper.id}.md).** ${paper.headline}`),
    '## Cost',
    'Of the last run of all experiments of a paper. Experiments that were added since are not in it.',
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

/** How many claims held before the set-up was changed, and each change with what it rests on. @param {Entry[]} entries */
function changes(entries) {
  const { claims, before, after, gained, lost } = beforeAndAfter(entries);
  const told = (/** @type {string[]} */ ids) => (ids.length > 0 ? ids.join(', ') : 'none');
  return joined([
    [
      `Before the choice above was made, and before each reading was judged as a whole, ${before} of ${claims} claims held. Now ${after} hold under the reading by which a paper is judged: ${gained.length} more and ${lost.length} fewer.`,
      'Words and thresholds of the claims are the same; a test compares them with a hash of those of then. These are the changes of set-up, each with the sentence of the paper that it rests on.',
    ].join(' '),
    table(
      ['Paper', 'Change', 'Sentence', 'Now hold', 'No longer hold'],
      CHANGES.map((one) => [
        one.paper,
        one.what,
        `“${one.sentence}” (${one.where})`,
        told(one.gained),
        told(one.lost),
      ]),
      () => true,
    ),
  ]).trim();
}

/** Which verdicts the choice of seeds decides. @param {Pick<Results, 'claims' | 'entry'>[]} all */
function firmness(all) {
  const results = all.flatMap(({ claims, entry }) =>
    claims.flatMap(({ id }) => {
      const { holds = false, draws } = entry.claims[id] ?? {};
      return draws === undefined ? [] : [{ id, holds, draws }];
    }),
  );
  const firm = results.filter(({ draws }) => Math.max(draws, 1 - draws) >= FIRM);
  const others = results.filter((one) => !firm.includes(one)).map(({ id, draws }) => `${id} (${draws})`);
  return [
    `Seeds are drawn ${DRAWS} times with replacement, the same for all variants of an experiment, and the claim is judged by the tables of these runs: a paired bootstrap. Its verdict is firm if it is the same in ${100 * FIRM} % of the draws.`,
    'This was done for the experiments that were run since results of single runs are kept, and for claims that do not read time series.',
    `${results.length} claims were judged so: ${count(firm, ({ holds }) => holds)} hold firmly, ${count(firm, ({ holds }) => !holds)} firmly do not.`,
    others.length > 0
      ? `The seeds decide ${others.join(', ')}; the number is the share of draws in which the claim holds.`
      : '',
  ]
    .join(' ')
    .trim();
}

/** @param {string[]} parts */
const joined = (parts) => `${parts.filter((part) => part !== '').join('\n\n')}\n`;

/** @param {string} name @param {Entry[]} of */
function cost(name, of) {
  const sum = (/** @type {(cost: Entry['cost']) => number} */ part) =>
    of.reduce((all, entry) => all + part(entry.cost), 0);
  return [
    name,
    sum((cost) => cost.experiments),
    large(sum((cost) => cost.runs)),
    large(sum((cost) => cost.hops)),
    large(sum((cost) => cost.steps)),
    digits(Math.round(sum((cost) => cost.cpuS) / 6) / 10),
  ];
}

/** @param {PaperExperiment} one @param {Results} results */
function section({ id, label, title, summary, document }, { tables, pictures }) {
  const rows = tables.get(id)?.rows ?? [];
  return [
    `${summary} [All numbers](${id}.csv), [document](../../public/papers/${id}.json).`,
    pictures.has(id) ? `![${label}: ${title}](${id}.svg)` : '',
    published(/** @type {Experiment} */ (/** @type {unknown} */ (document)), rows),
  ];
}

/** Published values compared with ours. @param {Experiment} document @param {ExperimentTable['rows']} rows */
function published(document, rows) {
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

/** @param {PaperClaim} claim @param {Results} results */
function verdict(claim, results) {
  const { entry, explanations } = results;
  const explanation = explanations[claim.id];
  const { holds = false, seen = '', draws } = entry.claims[claim.id] ?? {};
  const others = holdsUnder(entry, claim.id);
  const ends = NAMES[verdictOf(entry, claim.id, explanation)];
  const by = explanation?.verdict === 'agreed' && others.length === 0 ? ` (${explanation.simulator})` : '';
  const under = others.length > 0 && !holds ? ` (${others.join('; ')})` : '';
  const lines = [
    `**${claim.id}: ${ends}${by}${under}.** ${claim.words}`,
    '',
    `- Metric: ${claim.metric}`,
    `- Holds if: ${claim.threshold}`,
    `- Seeds: ${claim.seeds}`,
    `- Result: ${seen}`,
    ...(draws === undefined ? [] : [`- Over the seeds: ${overSeeds(draws)}`]),
  ];
  const more = holds || !explanation ? [] : [told(explanation), measuredOf(explanation, results)];
  if (more.length > 0) lines.push('', ...quoted(more.filter(Boolean).join('\n\n')));
  return lines.join('\n');
}

/** What is recorded of the part that differs. @param {Explanation} explanation @param {Results} results */
function measuredOf(explanation, { paper, tables }) {
  const measured = explanation.verdict === 'alone' ? (explanation.measured ?? []) : [];
  if (measured.length === 0) return '';
  const lines = measured.map((one) => {
    const experiment = paper.experiments.find(({ id }) => id === one.of);
    const { axes = [], measures = [] } = /** @type {Experiment} */ (
      /** @type {unknown} */ (experiment?.document ?? {})
    );
    const named = (/** @type {{ name: string, unit?: string }} */ { name, unit }, /** @type {unknown} */ x) =>
      `${name} ${x}${unit ? ` ${unit}` : ''}`;
    const unit = measures.find(({ name }) => name === one.measure)?.unit;
    const { mean, halfWidth } = cellOf(one, paper.experiments, tables);
    return [
      experiment?.label ?? one.of,
      axes.map((axis) => named(axis, one.at[axis.name])).join(', ') || '–',
      unit ? `${one.measure}, ${unit}` : one.measure,
      halfWidth == null ? digits(mean) : withInterval(mean, halfWidth),
    ];
  });
  return table(['Experiment', 'Variant', 'Measure', 'Recorded'], lines, (column) => column < 3);
}

/** How often a claim holds in draws of the seeds. @param {number} draws */
const overSeeds = (draws) =>
  `holds in ${Math.round(100 * draws)} % of the draws${Math.max(draws, 1 - draws) < FIRM ? ', so the seeds decide' : ''}`;

/** A quotation. @param {string} text */
const quoted = (text) => text.split('\n').map((line) => `> ${line}`.trimEnd());
