/** Where in a script a place is: at the top, in a handler or in another function, and which names it sees. */
import { isHandler } from './names';
import { type Placed, tokens } from './tokens';

export interface Declared {
  /** Variables at the top. */
  state: string[];
  functions: { name: string; params: string[] }[];
}

export interface Context {
  /** `quiet`: in a comment, a text, or the name of something new. */
  place: 'top' | 'handler' | 'helper' | 'quiet';
  /** Name of the function around it. */
  name: string;
  /** Its parameters, and the variables that it has declared before. */
  locals: string[];
}

interface Body {
  name: string;
  params: string[];
  /** Index of the token after the parameters, and of the last one. */
  from: number;
  to: number;
}

const isMark = (token: Placed | undefined, text: string): boolean =>
  token?.kind === 'mark' && token.text === text;

const code = (text: string): Placed[] => tokens(text).filter((t) => t.kind !== 'comment');

function bodies(list: readonly Placed[]): Body[] {
  const found: Body[] = [];
  for (let i = 0; i < list.length; i++) {
    const name = list[i + 1];
    if (list[i]?.text !== 'fn' || list[i]?.kind !== 'name' || name?.kind !== 'name') continue;
    let at = i + 2;
    const params: string[] = [];
    if (isMark(list[at], '('))
      for (at++; at < list.length && !isMark(list[at - 1], ')'); at++)
        if (list[at]?.kind === 'name') params.push((list[at] as Placed).text);
    const from = at;
    let depth = 0;
    for (; at < list.length; at++) {
      if (isMark(list[at], '{')) depth++;
      if (isMark(list[at], '}') && --depth <= 0) break;
      // Functions are not nested: a body that is not closed ends before the next one.
      if (list[at]?.text === 'fn') break;
    }
    found.push({ name: name.text, params, from, to: at });
    i = at - (list[at]?.text === 'fn' ? 1 : 0);
  }
  return found;
}

/** The variables that these tokens declare. */
function declaredIn(list: readonly Placed[]): string[] {
  const names = list.flatMap((token, i) => {
    const before = list[i - 1]?.text;
    const two = list[i - 2]?.text;
    const declares =
      before === 'let' ||
      before === 'const' ||
      before === 'for' ||
      // for (x, i) in list
      (before === '(' && two === 'for') ||
      (before === ',' && list[i - 3]?.text === '(' && list[i - 4]?.text === 'for');
    return token.kind === 'name' && declares ? [token.text] : [];
  });
  return [...new Set(names)];
}

/** What a script declares. */
export function declared(text: string): Declared {
  const list = code(text);
  const all = bodies(list);
  const outside = list.filter((_, i) => !all.some(({ from, to }) => i >= from && i <= to));
  return {
    state: declaredIn(outside),
    functions: all.map(({ name, params }) => ({ name, params })),
  };
}

/** @param at offset in the text */
export function contextAt(text: string, at: number): Context {
  const nowhere: Context = { place: 'quiet', name: '', locals: [] };
  const every = tokens(text);
  const around = every.find((t) => t.from < at && at < t.to) ?? every.find((t) => t.to === at);
  if (around?.kind === 'comment') return nowhere;
  if (around?.kind === 'string' && !around.text.endsWith('${') && !(around.to === at && closed(around.text)))
    return nowhere;
  if (around?.kind === 'number') return nowhere;
  const list = every.filter((t) => t.kind !== 'comment');
  const all = bodies(list);
  const word = list.findIndex((t) => t.kind === 'name' && t.from < at && at <= t.to);
  const before = list.filter((t) => (word >= 0 ? t.from < (list[word] as Placed).from : t.to <= at));
  const last = before.at(-1)?.text;
  if (last === 'let' || last === 'const' || last === 'for') return nowhere;
  const body = all.find(({ from, to }) => {
    const [open, close] = [list[from], list[to]];
    return isMark(open, '{') && open && open.to <= at && (close === undefined || at <= close.from);
  });
  if (!body) {
    // Within the parentheses of a function nothing can be named.
    const header = all.find(({ from }) => {
      const open = list[from - 1];
      return isMark(open, ')') && open !== undefined && at <= open.from && last !== 'fn' && inHeader(before);
    });
    return header ? nowhere : { place: 'top', name: '', locals: [] };
  }
  const inside = before.slice(body.from);
  return {
    place: isHandler(body.name) ? 'handler' : 'helper',
    name: body.name,
    locals: [...new Set([...body.params, ...declaredIn(inside)])],
  };
}

/** Whether the last tokens open the parameters of a function. */
function inHeader(before: readonly Placed[]): boolean {
  const open = before.findLastIndex((t) => isMark(t, '(') || isMark(t, ')'));
  return isMark(before[open], '(') && before[open - 2]?.text === 'fn';
}

const closed = (text: string): boolean => text.length > 1 && /["`'#]$/.test(text);
