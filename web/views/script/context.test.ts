import { expect, test } from 'vitest';
import { contextAt, declared } from './context';
import { EXAMPLES } from './examples';

/** The context at the bar in a text. */
const at = (marked: string) => {
  const place = marked.indexOf('|');
  return contextAt(marked.replace('|', ''), place);
};

test('the place is the top, a handler or another function', () => {
  expect(at('let a = 1;\n|\nfn on_ack() { }').place).toBe('top');
  expect(at('fn on_ack() { cw| }')).toMatchObject({ place: 'handler', name: 'on_ack' });
  expect(at('fn on_ack() {\n    if a { b| }\n}\nfn on_loss() { }')).toMatchObject({ name: 'on_ack' });
  expect(at('fn on_ack() { }\nfn on_loss() {|}')).toMatchObject({ place: 'handler', name: 'on_loss' });
  expect(at('fn mean(list) { li| }')).toMatchObject({ place: 'helper', name: 'mean', locals: ['list'] });
  expect(at('fn on_ack() { }|').place).toBe('top');
});

test('a body that is not closed reaches to the next function', () => {
  expect(at('fn on_ack() {\n    cw|\n\nfn on_loss() { }')).toMatchObject({ name: 'on_ack' });
  expect(at('fn on_ack() {\n    cw\n\nfn on_loss() { b| }')).toMatchObject({ name: 'on_loss' });
  expect(at('fn on_ack() {\n    |')).toMatchObject({ name: 'on_ack' });
});

test('a name at the top can be that of a handler', () => {
  expect(at('on_|').place).toBe('top');
  expect(at('fn on_|').place).toBe('top');
  expect(at('fn on_|\n\nfn on_loss() { }').place).toBe('top');
});

test('nothing is completed in comments, texts, numbers and new names', () => {
  for (const text of [
    '// cw|',
    'fn on_ack() { /* cw| */ }',
    'fn on_ack() { print("cw|"); }',
    'fn on_ack() { print(`cw|`); }',
    'fn on_ack() { let cw| }',
    'fn on_ack() { cwnd = 12|; }',
    'fn mean(li|) { }',
  ])
    expect(at(text).place, text).toBe('quiet');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a text of the script
  expect(at('fn on_ack() { print(`${cw|}`); }').place).toBe('handler');
  expect(at('fn on_ack() { print("a" + |); }').place).toBe('handler');
});

test('braces in texts and comments do not count', () => {
  expect(at('fn on_ack() { print("}"); // }\n    cw|\n}')).toMatchObject({ name: 'on_ack' });
});

test('variables are seen after their declaration', () => {
  expect(at('fn on_ack() { let a = 1; for b in c { | } let d = 1; }').locals).toEqual(['a', 'b']);
});

test('a script declares its state and its functions', () => {
  expect(declared('let a = 1; const b = 2;\nfn f(x, y) { let c = 1; }\nlet d = [];')).toEqual({
    state: ['a', 'b', 'd'],
    functions: [{ name: 'f', params: ['x', 'y'] }],
  });
  const bbr = EXAMPLES.find((e) => e.name === 'My BBR')?.script ?? '';
  expect(declared(bbr).state).toContain('bottleneck');
  expect(declared(bbr).functions[0]).toEqual({ name: 'greatest', params: ['list'] });
});
