import { expect, test } from 'vitest';
import { EXAMPLES } from './examples';
import { formatScript, indentAfter } from './format';

test('lines are indented by the brackets around them', () => {
  const text = [
    'fn on_ack() {',
    'if cwnd < ssthresh {   ',
    '  cwnd += counted;',
    '      } else {',
    'cwnd = max(',
    'cwnd,',
    '2',
    ');',
    '}',
    '',
    '',
    '}',
    '',
    '',
  ].join('\n');
  expect(formatScript(text)).toBe(
    [
      'fn on_ack() {',
      '    if cwnd < ssthresh {',
      '        cwnd += counted;',
      '    } else {',
      '        cwnd = max(',
      '            cwnd,',
      '            2',
      '        );',
      '    }',
      '',
      '',
      '}',
      '',
    ].join('\n'),
  );
});

test('a statement that goes on is indented once more, and its block is not', () => {
  const text = 'fn f(a) {\nlet b = a\n+ 1\n* 2;\nif a > 1\n&& b > 1 {\nb\n}\n}\n';
  expect(formatScript(text)).toBe(
    'fn f(a) {\n    let b = a\n        + 1\n        * 2;\n    if a > 1\n        && b > 1 {\n        b\n    }\n}\n',
  );
});

test('several brackets of a line indent by one step', () => {
  expect(formatScript('f(#{\na: 1,\n})\n')).toBe('f(#{\n    a: 1,\n})\n');
});

test('texts and comments are not changed', () => {
  const text =
    'fn f() {\n    let a = `one {\n  two  \n`;\n    /* as\n  it is */\n    let b = "} {";   // } {\n    b\n}\n';
  expect(formatScript(text)).toBe(text);
});

test.each(EXAMPLES)('$name is formatted', ({ script }) => {
  expect(formatScript(script)).toBe(script);
});

test('formatting a second time changes nothing, whatever the text', () => {
  // A small generator with a fixed seed: any sequence of pieces.
  const pieces = [
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ',',
    'a',
    '"',
    '`',
    `$\{`,
    '//',
    '/*',
    '*/',
    '\n',
    '\n',
    ' ',
    '\\',
    '#{',
  ];
  let seed = 1;
  const draw = (n: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % n;
  };
  for (let i = 0; i < 2000; i++) {
    const text = Array.from({ length: 30 }, () => pieces[draw(pieces.length)]).join('');
    const once = formatScript(text);
    expect(formatScript(once)).toBe(once);
    const bare = (s: string) => s.replace(/\s/g, '');
    expect(bare(once)).toBe(bare(text));
  }
});

test('a new line is indented by what is before it', () => {
  expect(indentAfter('fn f() {', '')).toBe(4);
  expect(indentAfter('fn f() {\n    a;', '}')).toBe(0);
  expect(indentAfter('let a = `', 'x')).toBeUndefined();
});
