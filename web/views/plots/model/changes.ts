/** The timed edits of the run in words. */
import { editWords, sourceNow } from '../../../store';

/** Times that differ by less are the same, s. */
const SAME_S = 1e-9;
/** More changes at the same time are only counted. */
const MAX_WORDS = 2;

/** What changed at each time of the run, but not at the fork. */
export function changesOf(forkAtS: number): { atS: number; words: string }[] {
  const source = sourceNow();
  const byTime = new Map<number, string[]>();
  (source.edits ?? []).forEach(({ atS }, i) => {
    if (atS <= SAME_S || Math.abs(atS - forkAtS) < SAME_S) return;
    byTime.set(atS, [...(byTime.get(atS) ?? []), editWords(source, i)]);
  });
  return [...byTime].map(([atS, words]) => {
    const more = words.length - MAX_WORDS;
    return { atS, words: [...words.slice(0, MAX_WORDS), ...(more > 0 ? [`+ ${more}`] : [])].join(', ') };
  });
}
