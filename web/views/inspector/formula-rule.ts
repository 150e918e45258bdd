/** Formulas in Markdown: `$…$` within a line, `$$…$$` on lines of their own. */
/** Longer than any formula that is meant to be read. */
const LONGEST = 2000;

/** Where the formula that begins at `start` ends; −1: it is none. "$5 and $6" is money. */
export function closing(text: string, marker: string, start: number): number {
  if (marker === '$' && /\s/.test(text[start] ?? ' ')) return -1;
  for (let at = start; at < text.length && at - start <= LONGEST; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(marker, at)) {
      if (at === start) return -1;
      const money = marker === '$' && (/\s/.test(text[at - 1] ?? '') || /\d/.test(text[at + 1] ?? ''));
      if (!money) return at;
    }
  }
  return -1;
}
