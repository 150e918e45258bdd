// Judges what is recorded, with fresh runs in the place of recorded ones, and writes the report from it.
import { papers } from '../papers/index.mjs';
import { allClaims, allExplanations, allReadings, judge } from './claims.mjs';
import { readPictures, readTables, readVerdicts } from './recorded.mjs';
import { overview, page } from './report.mjs';
import { holdsInDraws } from './resample.mjs';
import { total } from './runs.mjs';

/** @import { Reading } from '../../tests/claims/claim.mjs' */
/** @import { Paper } from '../papers/build.mjs' */
/** @import { Judged, PaperClaim } from './claims.mjs' */
/** @import { Entry } from './recorded.mjs' */
/** @import { Ran } from './runs.mjs' */
/** @import { Witness } from './witness.mjs' */

/**
 * The verdicts with these runs. Claims that read time series keep their verdict if their experiments were not run, because recorded tables have none.
 * @param {Map<string, Ran>} ran @param {Record<string, Witness[]>} [witnesses] by paper
 */
export async function update(ran, witnesses = {}) {
  const [before, claims, readings] = [readVerdicts(), await allClaims(), await allReadings()];
  const entries = papers.map((paper) => {
    const own = claims.filter((claim) => claim.paper === paper.id);
    const entry = entryOf(paper, own, readings[paper.id] ?? [], before[paper.id], ran);
    const witness = witnesses[paper.id] ?? before[paper.id]?.witness;
    return [paper.id, witness ? { ...entry, witness } : entry];
  });
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/**
 * @param {Paper} paper @param {PaperClaim[]} claims @param {Reading[]} readings @param {Entry | undefined} before @param {Map<string, Ran>} ran
 * @returns {Entry}
 */
function entryOf(paper, claims, readings, before, ran) {
  const tables = readTables(paper);
  for (const { id } of paper.experiments) {
    const table = ran.get(id)?.table;
    if (table) tables.set(id, table);
  }
  const judged = judge(claims, paper.experiments, tables, readings[0]?.of);
  /** From these runs, or from before if the result is still the same. @param {string} id @param {string} seen */
  const drawn = (id, seen) => {
    const kept = before?.claims[id];
    const share = draws.has(id) ? round(draws.get(id)) : kept?.seen === seen ? kept.draws : undefined;
    return share === undefined ? {} : { draws: share };
  };
  const outcomes = new Map([...ran].map(([id, one]) => [id, one.outcomes]));
  const draws = holdsInDraws(claims, paper.experiments, tables, outcomes, readings[0]?.of);
  const results = judged.map((one) => {
    const { claim, holds, seen, error } = one;
    if (error === undefined) return [claim.id, { holds, seen, ...drawn(claim.id, seen) }];
    const kept = one.missing ? before?.claims[claim.id] : undefined;
    if (!kept) throw new Error(`${claim.id} cannot be checked: ${error}`);
    return [claim.id, kept];
  });
  return {
    claims: Object.fromEntries(results),
    readings: Object.fromEntries(
      readings.map(({ name, of }) => {
        const under = judge(claims, paper.experiments, tables, of);
        return [
          name,
          Object.fromEntries(under.map((one) => [one.claim.id, outcome(one, before?.readings[name])])),
        ];
      }),
    ),
    variants: Object.fromEntries(readings.flatMap(({ name, variant }) => (variant ? [[name, true]] : []))),
    cost: costOf(paper, before, ran),
  };
}

/** Two decimals. @param {number | undefined} x */
const round = (x) => Math.round(100 * Number(x)) / 100;

/** Whether a claim holds under a reading; what was recorded before if there are no runs to judge it by. @param {Judged} judged @param {Record<string, boolean | null> | undefined} before */
function outcome({ claim, holds, error, missing }, before) {
  if (error === undefined) return holds;
  if (!missing) throw new Error(`${claim.id} cannot be checked: ${error}`);
  return before?.[claim.id] ?? null;
}

/** @param {Paper} paper @param {Entry | undefined} before @param {Map<string, Ran>} ran @returns {Entry['cost']} */
function costOf(paper, before, ran) {
  const costs = paper.experiments.flatMap(({ id }) => ran.get(id)?.cost ?? []);
  if (costs.length < paper.experiments.length && before) return before.cost;
  const { spans: _, cpuS, ...cost } = total(costs);
  return { experiments: costs.length, ...cost, cpuS: Math.round(cpuS) };
}

/** The report from what is recorded: text by path. @returns {Promise<[path: string, text: string][]>} */
export async function pages() {
  const [verdicts, claims] = [readVerdicts(), await allClaims()];
  const [explanations, readings] = [await allExplanations(), await allReadings()];
  const all = papers.flatMap((paper) => {
    const entry = verdicts[paper.id];
    if (!entry) return [];
    return {
      paper,
      entry,
      claims: claims.filter((claim) => claim.paper === paper.id),
      explanations,
      readings: readings[paper.id] ?? [],
      tables: readTables(paper),
      pictures: readPictures(paper),
    };
  });
  return [
    ['docs/reproduction.md', overview(all)],
    ...all.map(
      (one) => /** @type {[string, string]} */ ([`docs/reproduction/${one.paper.id}.md`, page(one)]),
    ),
  ];
}
