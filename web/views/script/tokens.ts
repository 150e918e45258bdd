/** Divides the text of a script into tokens, line by line, as Rhai does. */

export type TokenKind = 'space' | 'comment' | 'string' | 'number' | 'name' | 'mark';

/** What is open at the start of a line: a comment, a text, or an expression within a text. */
export interface Open {
  /** Depth of block comments. */
  readonly comments: number;
  /** From the outermost to the innermost: a text, or an expression in one with its number of open braces. */
  readonly texts: readonly (Text | number)[];
}

/** A text that may go on in the next line; a raw one ends with a quote and this many hashes. */
type Text = '`' | '"' | { readonly hashes: number };

export const NOTHING_OPEN: Open = { comments: 0, texts: [] };

export interface Token {
  kind: TokenKind;
  /** Offset of its end in the line. */
  to: number;
  /** What is open after it. */
  open: Open;
}

const NUMBER =
  /0[xX][\da-fA-F_]+|0[bB][01_]+|0[oO][0-7_]+|\d[\d_]*(?:\.(?![.\w])|\.\d[\d_]*)?(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_]\w*/y;
const SPACE = /\s+/y;
const RAW = /(#+)"/y;
const CHARACTER = /'(?:\\(?:x\w{2}|u\w{4}|U\w{8}|.)|[^'\\])'/y;

/** Where a pattern ends that matches at an offset; 0 if it does not. */
function end(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : 0;
}

/** The token at an offset of a line, which is not at its end. */
export function tokenAt(line: string, at: number, open: Open): Token {
  if (open.comments > 0) return commentFrom(line, at, open, open.comments);
  const inner = open.texts.at(-1);
  if (inner !== undefined && typeof inner !== 'number') return textFrom(line, at, open, inner);
  const token = (kind: TokenKind, to: number, texts = open.texts): Token => ({
    kind,
    to,
    open: texts === open.texts ? open : { ...open, texts },
  });
  const space = end(SPACE, line, at);
  if (space) return token('space', space);
  if (line.startsWith('//', at)) return token('comment', line.length);
  if (line.startsWith('/*', at)) return commentFrom(line, at + 2, open, 1);
  const raw = end(RAW, line, at);
  if (raw) return textFrom(line, raw, open, { hashes: raw - at - 1 }, true);
  const c = line[at] as string;
  if (c === '"' || c === '`') return textFrom(line, at + 1, open, c, true);
  const character = end(CHARACTER, line, at);
  if (character) return token('string', character);
  const number = end(NUMBER, line, at);
  if (number) return token('number', number);
  const name = end(NAME, line, at);
  if (name) return token('name', name);
  if (typeof inner === 'number') {
    const outside = open.texts.slice(0, -1);
    if (c === '{') return token('mark', at + 1, [...outside, inner + 1]);
    // The end of an expression in a text is part of the text again.
    if (c === '}')
      return inner === 0 ? token('string', at + 1, outside) : token('mark', at + 1, [...outside, inner - 1]);
  }
  return token('mark', at + 1);
}

function commentFrom(line: string, at: number, open: Open, depth: number): Token {
  let place = at;
  let comments = depth;
  while (comments > 0) {
    const next = /\/\*|\*\//g;
    next.lastIndex = place;
    const found = next.exec(line);
    if (!found) return { kind: 'comment', to: line.length, open: { ...open, comments } };
    comments += found[0] === '/*' ? 1 : -1;
    place = next.lastIndex;
  }
  return { kind: 'comment', to: place, open: { ...open, comments: 0 } };
}

/** The rest of a text, up to its end, an expression in it, or the end of the line. */
function textFrom(line: string, at: number, open: Open, text: Text, begins = false): Token {
  const outside = begins ? open.texts : open.texts.slice(0, -1);
  const ends = (to: number, texts: Open['texts']): Token => ({
    kind: 'string',
    to,
    open: { ...open, texts },
  });
  if (typeof text === 'object') {
    const close = line.indexOf(`"${'#'.repeat(text.hashes)}`, at);
    return close < 0 ? ends(line.length, [...outside, text]) : ends(close + 1 + text.hashes, outside);
  }
  for (let i = at; i < line.length; i++) {
    if (line[i] === text) return ends(i + 1, outside);
    if (text === '`' && line.startsWith('${', i)) return ends(i + 2, [...outside, text, 0]);
    if (line[i] === '\\' && text === '"') i++;
  }
  // A text in quotes goes on in the next line only after a backslash.
  const goesOn = text === '`' || /(^|[^\\])(\\\\)*\\$/.test(line);
  return ends(line.length, goesOn ? [...outside, text] : outside);
}

export interface Placed {
  kind: Exclude<TokenKind, 'space'>;
  text: string;
  /** Offsets in the whole text. */
  from: number;
  to: number;
}

/** All tokens of a text but spaces; one that spans several lines is one for each of them. */
export function tokens(text: string): Placed[] {
  const found: Placed[] = [];
  let open = NOTHING_OPEN;
  let start = 0;
  for (const line of text.split('\n')) {
    for (let at = 0; at < line.length; ) {
      const token = tokenAt(line, at, open);
      if (token.kind !== 'space')
        found.push({
          kind: token.kind,
          text: line.slice(at, token.to),
          from: start + at,
          to: start + token.to,
        });
      at = token.to;
      open = token.open;
    }
    start += line.length + 1;
  }
  return found;
}
