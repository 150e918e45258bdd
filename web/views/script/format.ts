/** Formats a script: indentation, no spaces at the ends of lines, one line break at the end of the text. */
import { NOTHING_OPEN, type Open, tokenAt } from './tokens';

export const INDENT = 4;

const OPENING = '([{';
const CLOSING = ')]}';

/** Marks after which a statement or an element does not go on in the next line. */
const COMPLETE = new Set([';', ',', ...OPENING, '}']);

/** What the indentation of a line follows from. */
interface State {
  /** Steps of the lines in which the open brackets stand, without what is added where a statement goes on. */
  readonly brackets: readonly number[];
  readonly open: Open;
  /** Whether the last statement goes on. */
  readonly goesOn: boolean;
}

const START: State = { brackets: [], open: NOTHING_OPEN, goesOn: false };

interface Line {
  /** Steps of its indentation; undefined if it begins within a text or a comment, and stays as it is. */
  steps: number | undefined;
  /** Whether it ends within a text, or with one that is not closed. */
  inText: boolean;
  /** The state after it. */
  after: State;
}

function follow(state: State, line: string): Line {
  const kept = state.open.comments > 0 || state.open.texts.length > 0;
  const brackets = [...state.brackets];
  let { open, goesOn } = state;
  let first = true;
  let inText = false;
  let own = (brackets.at(-1) ?? -1) + 1;
  let steps = own + (goesOn ? 1 : 0);
  for (let at = 0; at < line.length; ) {
    const token = tokenAt(line, at, open);
    const text = line.slice(at, token.to);
    if (token.kind === 'mark' && OPENING.includes(text)) brackets.push(own);
    else if (token.kind === 'mark' && CLOSING.includes(text)) {
      const opened = brackets.pop() ?? 0;
      // Brackets that close at the start of a line stand below the line that opened them.
      if (first) steps = own = opened;
    } else if (token.kind !== 'space') first = false;
    if (token.kind === 'mark' && OPENING.includes(text)) first = false;
    if (token.kind !== 'space' && token.kind !== 'comment')
      goesOn = token.kind !== 'mark' || !COMPLETE.has(text);
    inText = token.kind === 'string';
    at = token.to;
    open = token.open;
  }
  return { inText, steps: kept ? undefined : steps, after: { brackets, open, goesOn } };
}

export function formatScript(text: string): string {
  let state = START;
  const lines = text.split('\n').map((line) => {
    const { steps, inText, after } = follow(state, line);
    state = after;
    const end = inText ? line : line.trimEnd();
    return steps === undefined ? end : ' '.repeat(end.trimStart() ? steps * INDENT : 0) + end.trimStart();
  });
  return `${lines.join('\n').replace(/\n+$/, '')}\n`;
}

/** Spaces before a line that follows a text. Undefined within a text or a comment. */
export function indentAfter(before: string, line: string): number | undefined {
  let state = START;
  for (const earlier of before.split('\n')) state = follow(state, earlier).after;
  const { steps } = follow(state, line);
  return steps === undefined ? undefined : steps * INDENT;
}
