/** Formulas in Markdown: `$…$` within a line, `$$…$$` on lines of their own. */
import type { MarkdownIt } from 'markdown-it';

/** Longer than any formula that is meant to be read. */
const LONGEST = 2000;

interface Environment {
  /** Formulas of a text, for whoever has to know whether there are some. */
  found?: string[];
  /** TeX to HTML. */
  tex?: (source: string, display: boolean) => string;
}

export function formulas(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'formula', (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== '$') return false;
    const marker = src[pos + 1] === '$' ? '$$' : '$';
    const start = pos + marker.length;
    const end = closing(src, marker, start);
    if (end < 0) return false;
    if (!silent) {
      const token = state.push('formula', '', 0);
      token.content = src.slice(start, end).trim();
      token.markup = marker;
      (state.env as Environment).found?.push(token.content);
    }
    state.pos = end + marker.length;
    return true;
  });
  markdown.renderer.rules.formula = (tokens, place, _options, environment) => {
    const token = tokens[place];
    const tex = (environment as Environment | undefined)?.tex;
    return token && tex ? tex(token.content, token.markup === '$$') : '';
  };
}

/** Where the formula that begins at `start` ends; −1: it is none. "$5 and $6" is money. */
function closing(text: string, marker: string, start: number): number {
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
