// What an independent simulator shows: the cases of the oracle that explanations name, in ns-2.35 and here.
import { compare, entries } from '../../tests/oracle/compare.mjs';

/** @import { Explanation } from './verdict.mjs' */

/** A quantity of a case: in ns-2.35, and here. @typedef {{ case: string, what: string, theirs: number, ours: number }} Witness */

/** The cases of ns-2 that the explanations of some claims name. @param {string[]} claims @param {Record<string, Explanation>} explanations */
export function casesOf(claims, explanations) {
  const records = claims.flatMap((id) => explanations[id]?.records ?? []);
  return [...new Set(records)].flatMap((record) => (record.startsWith('ns2:') ? [record.slice(4)] : []));
}

/** Runs them here, one after the other. @param {string[]} cases @returns {Promise<Witness[]>} */
export async function witness(cases) {
  const wanted = (await entries()).filter(
    ({ source, measured }) => source === 'ns2' && cases.includes(measured.case),
  );
  /** @type {Witness[]} */
  const all = [];
  for (const entry of wanted) {
    for (const { what, ours, theirs, digits } of await compare(entry)) {
      const [a = 0, b = 0] = [theirs, ours].map((x) => Number(x.toFixed(digits)));
      all.push({ case: entry.measured.case, what, theirs: a, ours: b });
    }
  }
  return all;
}
