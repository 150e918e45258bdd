/** The language of scripts for CodeMirror: colours, brackets, comments and indentation. */
import {
  HighlightStyle,
  indentService,
  indentUnit,
  LanguageSupport,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { Tag } from '@lezer/highlight';
import { INDENT, indentAfter } from './format';
import { isControl, isFunction, isHandler, isInput, KEYWORDS } from './names';
import { NOTHING_OPEN, type Open, tokenAt } from './tokens';

const TAGS = {
  comment: Tag.define(),
  string: Tag.define(),
  number: Tag.define(),
  keyword: Tag.define(),
  handler: Tag.define(),
  control: Tag.define(),
  input: Tag.define(),
  parameter: Tag.define(),
  function: Tag.define(),
};

export type Style = keyof typeof TAGS;

/** How a name is written. @param method whether a dot stands before it @param params ids of the parameters */
export function nameStyle(name: string, method: boolean, params: ReadonlySet<string>): Style | null {
  if (method) return isFunction(name) ? 'function' : null;
  if (KEYWORDS.has(name)) return name === 'true' || name === 'false' ? 'number' : 'keyword';
  if (isHandler(name)) return 'handler';
  if (isControl(name)) return 'control';
  if (isInput(name)) return 'input';
  if (params.has(name)) return 'parameter';
  return isFunction(name) ? 'function' : null;
}

interface State {
  open: Open;
  /** Whether the last token was a dot. */
  dot: boolean;
}

export function rhai(paramIds: readonly string[]): LanguageSupport {
  const params = new Set(paramIds);
  const language = StreamLanguage.define<State>({
    name: 'rhai',
    startState: () => ({ open: NOTHING_OPEN, dot: false }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      const { kind, to, open } = tokenAt(stream.string, stream.pos, state.open);
      const text = stream.string.slice(stream.pos, to);
      stream.pos = to;
      state.open = open;
      const method = state.dot;
      if (kind !== 'space') state.dot = kind === 'mark' && text === '.';
      if (kind === 'name') return nameStyle(text, method, params);
      return kind === 'space' || kind === 'mark' ? null : kind;
    },
    languageData: {
      commentTokens: { line: '//', block: { open: '/*', close: '*/' } },
      closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
      indentOnInput: /^\s*[)\]}]$/,
    },
    tokenTable: TAGS,
  });
  return new LanguageSupport(language, [indentUnit.of(' '.repeat(INDENT)), indentation]);
}

const indentation = indentService.of((context, at) => {
  const line = context.state.doc.lineAt(at);
  // With Enter, the text after the cursor becomes the new line.
  const broken = context.simulatedBreak;
  const from = broken === null || broken < line.from || broken > line.to ? line.from : broken;
  const before = context.state.sliceDoc(0, from === line.from ? Math.max(0, from - 1) : from);
  if (from === 0) return 0;
  return indentAfter(before, context.state.sliceDoc(from, line.to).trimStart()) ?? null;
});

/** Colours with a contrast of at least 4.5 on the page's ground, in both themes. */
export const colours: Extension = syntaxHighlighting(
  HighlightStyle.define([
    { tag: TAGS.comment, color: 'var(--ink2)', fontStyle: 'italic' },
    { tag: TAGS.string, color: 'var(--script-text)' },
    { tag: TAGS.number, color: 'var(--script-text)' },
    { tag: TAGS.keyword, color: 'var(--accent)' },
    { tag: TAGS.handler, color: 'var(--ink)', fontWeight: '700' },
    { tag: TAGS.control, color: 'var(--script-control)', fontWeight: '600' },
    { tag: TAGS.input, color: 'var(--script-input)' },
    { tag: TAGS.parameter, color: 'var(--script-parameter)', fontStyle: 'italic' },
    { tag: TAGS.function, color: 'var(--script-function)' },
  ]),
);
