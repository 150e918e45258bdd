import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { difference } from './difference';
import { EXAMPLES } from './examples';
import { placeOf } from './faults';
import { nameStyle } from './language';
import { isName } from './names';
import { tokens } from './tokens';

test('a change from outside replaces only what differs', () => {
  const cases: [string, string][] = [
    ['abc', 'abc'],
    ['abc', 'axc'],
    ['', 'abc'],
    ['abc', ''],
    ['aaa', 'aa'],
    ['aa', 'aaaa'],
    ['ab', 'ba'],
  ];
  for (const [before, after] of cases) {
    const { from, to, insert } = difference(before, after);
    expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
  }
  expect(difference('one two three', 'one four three')).toEqual({ from: 4, to: 7, insert: 'four' });
});

test('a fault has the place of its token; columns count characters', () => {
  const doc = Text.of(['let a = 1;', '"😀" + nothing;', '']);
  expect(placeOf(doc, { line: 1, column: 5, message: '' })).toEqual({ from: 4, to: 5 });
  const second = doc.line(2).from;
  expect(placeOf(doc, { line: 2, column: 7, message: '' })).toEqual({ from: second + 7, to: second + 14 });
  // What is missing at the end of a line, and in an empty one.
  expect(placeOf(doc, { line: 1, column: 11, message: '' })).toEqual({ from: 10, to: 10 });
  expect(placeOf(doc, { line: 3, column: 1, message: '' })).toEqual({ from: doc.length, to: doc.length });
  expect(placeOf(doc, { line: 0, column: 0, message: '' })).toBeNull();
  expect(placeOf(doc, { line: 9, column: 1, message: '' })).toBeNull();
});

test('names are written by what they are', () => {
  const style = (name: string, method = false) => nameStyle(name, method, new Set(['kept']));
  expect(style('on_ack')).toBe('handler');
  expect(style('cwnd')).toBe('control');
  expect(style('rtt')).toBe('input');
  expect(style('kept')).toBe('parameter');
  expect(style('max')).toBe('function');
  expect(style('push', true)).toBe('function');
  expect(style('rtt', true)).toBeNull();
  expect(style('let')).toBe('keyword');
  expect(style('mine')).toBeNull();
});

test.each(EXAMPLES)('$name has names of each style', ({ script, params }) => {
  const ids = new Set(params.map((p) => p.id));
  const styles = new Set(
    tokens(script).map((t) => (t.kind === 'name' ? nameStyle(t.text, false, ids) : t.kind)),
  );
  for (const style of ['comment', 'keyword', 'handler', 'control', 'input', 'parameter', 'number'])
    expect(styles, style).toContain(style);
});

test('a parameter has a name that a script can write and that is free', () => {
  for (const id of ['a', 'kept_2', '_x', 'Rate']) expect(isName(id), id).toBe(true);
  for (const id of ['', '2a', 'a b', 'ä', 'let', 'cwnd', 'rtt', 'a-b']) expect(isName(id), id).toBe(false);
});
