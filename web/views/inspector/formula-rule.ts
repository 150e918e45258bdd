/** Formulas in Markdown: `$…$` inline, `$$…$$` as blocks. */
/** Longer than any readable formula. */
const MAX_LENGTH = 2000;

/** The end of the formula that begins at `start`; −1 if it is not a formula. "$5 and $6" is money. */
export function closingMarker(text: string, marker: string, start: number): number {
  if (marker === '$' && /\s/.test(text[start] ?? ' ')) return -1;
  for (let at = start; at < text.length && at - start <= MAX_LENGTH; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(marker, at)) {
      if (at === start) return -1;
      const money = marker === '$' && (/\s/.test(text[at - 1] ?? '') || /\d/.test(text[at + 1] ?? ''));
      if (!money) return at;
    }
  }
  return -1;
}
