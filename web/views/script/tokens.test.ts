import { expect, test } from 'vitest';
import { declared } from './context';
import { EXAMPLES } from './examples';
import { FUNCTIONS, isControl, isFunction, isHandler, isInput, KEYWORDS } from './names';
import { tokens } from './tokens';

const kinds = (text: string) => tokens(text).map((t) => `${t.kind} ${t.text}`);

test('comments can be nested and go over lines', () => {
  expect(kinds('a /* one /* two */\nstill */ b // rest\nc')).toEqual([
    'name a',
    'comment /* one /* two */',
    'comment still */',
    'name b',
    'comment // rest',
    'name c',
  ]);
});

test('texts keep what looks like code, and have expressions in them', () => {
  expect(kinds('x = "a // \\" b"; y')).toEqual([
    'name x',
    'mark =',
    'string "a // \\" b"',
    'mark ;',
    'name y',
  ]);
  expect(kinds(['`$', '{m + #{ a: 1 }.a}\n}`;'].join(''))).toEqual([
    `string \`$\{`,
    'name m',
    'mark +',
    'mark #',
    'mark {',
    'name a',
    'mark :',
    'number 1',
    'mark }',
    'mark .',
    'name a',
    'string }',
    'string }`',
    'mark ;',
  ]);
  expect(kinds('#"a " b"#; "open\nc')).toEqual(['string #"a " b"#', 'mark ;', 'string "open', 'name c']);
});

test('numbers end before a range and a method', () => {
  expect(kinds('0..10 1.5e-3 1_000 2. 3.max')).toEqual([
    'number 0',
    'mark .',
    'mark .',
    'number 10',
    'number 1.5e-3',
    'number 1_000',
    'number 2.',
    'number 3',
    'mark .',
    'name max',
  ]);
});

test.each(EXAMPLES)(
  'every name in $name is declared, or one that the engine publishes',
  ({ script, params }) => {
    const { state, functions } = declared(script);
    const own = new Set([...state, ...functions.map((f) => f.name), ...params.map((p) => p.id)]);
    for (const f of functions) for (const p of f.params) own.add(p);
    const list = tokens(script);
    for (const [i, token] of list.entries())
      if (/^(let|for)$/.test(list[i - 1]?.text ?? '')) own.add(token.text);
    const unknown = list.filter(
      ({ kind, text }) =>
        kind === 'name' &&
        !own.has(text) &&
        !KEYWORDS.has(text) &&
        !isControl(text) &&
        !isInput(text) &&
        !isFunction(text) &&
        !isHandler(text),
    );
    expect(unknown.map((t) => t.text)).toEqual([]);
    // No name of its own hides one of the interface.
    expect([...own].filter((name) => isControl(name) || isInput(name) || isFunction(name))).toEqual([]);
    // Every parameter has a use.
    for (const p of params) expect(list.some((t) => t.text === p.id)).toBe(true);
  },
);

test.each(EXAMPLES)('the tokens of $name are its whole text', ({ script }) => {
  let at = 0;
  for (const token of tokens(script)) {
    expect(script.slice(at, token.from).trim()).toBe('');
    expect(script.slice(token.from, token.to)).toBe(token.text);
    at = token.to;
  }
  expect(script.slice(at).trim()).toBe('');
});

test('the engine publishes functions', () => {
  expect(FUNCTIONS.length).toBeGreaterThan(10);
});
