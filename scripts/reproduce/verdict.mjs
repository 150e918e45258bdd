// How a claim ends: one of four verdicts, or open.

/** @import { At } from '../../tests/claims/claim.mjs' */
/** @import { Entry } from './recorded.mjs' */

/**
 * Why a claim does not hold, and what is known of it. `ran` and `found` are Markdown: what was run, and what came out. `records` name where the results are
 * recorded: experiments of the report, or cases of the oracle as `ns2:CASE`.
 * @typedef {{ verdict: 'agreed', simulator: string, ran: string, found: string, records: string[] }
 *   | { verdict: 'alone', ran: string, found: string, records: string[], part?: string, measured?: Measured[] }
 *   | { verdict: 'open', missing: string, ran?: string, found?: string, records?: string[] }} Explanation
 *   `agreed`: an independent simulator shows the same; `alone`: only this laboratory was asked, and the part that decides was changed or measured;
 *   `part` names it, and `measured` where it is recorded;
 *   `open`: what decides is not known, and `missing` says which runs would tell
 */

/** A measure of an experiment of the report, at the values of its axes. @typedef {{ of: string, measure: string, at: At }} Measured */

/** A measure of an experiment at several places. @param {string} of @param {string} measure @param {At[]} places @returns {Measured[]} */
export const recorded = (of, measure, places) => places.map((at) => ({ of, measure, at }));

/** The verdicts in the order of the report. */
export const VERDICTS = /** @type {const} */ (['holds', 'reading', 'agreed', 'alone', 'open']);
/** @typedef {typeof VERDICTS[number]} Verdict `reading`: it holds under another reading that the paper allows */

/** @type {Record<Verdict, string>} */
export const NAMES = {
  holds: 'holds',
  reading: 'holds under another reading',
  agreed: 'refuted, and an independent simulator agrees',
  alone: 'refuted here alone',
  open: 'open',
};

/** The readings, other than the first and the variants, under which a claim holds. @param {Entry} entry @param {string} id */
export const holdsUnder = ({ readings, variants = {} }, id) =>
  Object.entries(readings)
    .slice(1)
    .flatMap(([name, claims]) => (claims[id] && !variants[name] ? [name] : []));

/** @param {Entry} entry @param {string} id @param {Explanation | undefined} explanation @returns {Verdict} */
export function verdictOf(entry, id, explanation) {
  if (entry.claims[id]?.holds) return 'holds';
  if (holdsUnder(entry, id).length > 0) return 'reading';
  return explanation?.verdict ?? 'open';
}

/** Words with which a sentence says more than was seen. */
const CONJECTURE =
  /\b(may|might|could|perhaps|probably|possibly|presumably|apparently|supposedly|likely|unlikely|seems?|appears to|suggests?|we (think|believe|assume|guess)|not run|untested|should (be|have))\b/i;

/** What is wrong with an explanation: fields that are absent, or a conjecture; nothing if it is sound. @param {Explanation} explanation @returns {string[]} */
export function problemsOf(explanation) {
  const needed = {
    agreed: ['simulator', 'ran', 'found', 'records'],
    alone: ['ran', 'found', 'records'],
    open: ['missing'],
  }[explanation.verdict];
  if (!needed) return [`unknown verdict "${explanation.verdict}"`];
  const fields = /** @type {Record<string, string | string[] | undefined>} */ (explanation);
  const absent = needed.filter((name) => !fields[name]?.length);
  const guessed = ['ran', 'found', 'missing', 'part'].flatMap((name) => {
    const [word] = String(fields[name] ?? '').match(CONJECTURE) ?? [];
    return word ? [`"${word}" in \`${name}\``] : [];
  });
  return [...absent.map((name) => `no \`${name}\``), ...guessed];
}

/** An explanation in Markdown. @param {Explanation} explanation */
export function told(explanation) {
  const { ran, found } = explanation;
  return [
    ran ? `**What was run.** ${ran.trim()}` : '',
    found ? `**What came out.** ${found.trim()}` : '',
    explanation.verdict === 'alone' && explanation.part
      ? `**The part that differs.** ${explanation.part.trim()}`
      : '',
    explanation.verdict === 'open' ? `**What is missing.** ${explanation.missing.trim()}` : '',
  ]
    .filter(Boolean)
    .join('\n\n');
}
