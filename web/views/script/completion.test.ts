import { describe, expect, test } from 'vitest';
import { meaning, proposals } from './completion';
import { contextAt } from './context';
import { HANDLERS, inputsOf } from './names';

const PARAMS = [{ id: 'kept', unit: 's', help: 'What is kept.', min: 0, max: 1, default: 0.5 }];

/** What is proposed at the bar in a text. */
const at = (marked: string, method = false) => {
  const text = marked.replace('|', '');
  return proposals(contextAt(text, marked.indexOf('|')), text, PARAMS, method);
};
const names = (marked: string, method = false) => at(marked, method).map((p) => p.name);

describe('proposals', () => {
  test('at the top are the handlers that are missing, with a body', () => {
    const found = at('fn on_loss() { }\n|');
    expect(found.filter((p) => p.kind === 'handler').map((p) => p.name)).toEqual(
      HANDLERS.map((h) => h.name).filter((name) => name !== 'on_loss'),
    );
    expect(found.find((p) => p.name === 'on_ack')?.template).toBe(['fn on_ack() {\n\t$', '{}\n}'].join(''));
    expect(found.map((p) => p.name)).not.toContain('cwnd');
  });

  test.each(HANDLERS)('in $name are its own inputs', ({ name }) => {
    const found = at(`fn ${name}() { | }`);
    expect(found.filter((p) => p.kind === 'input').map((p) => p.name)).toEqual(
      inputsOf(name).map((i) => i.name),
    );
  });

  test('in a handler are controls, parameters, state, variables and functions', () => {
    const found = names('let seen = 0;\nfn f(x) { x }\nfn on_ack() { let a = 1; | }');
    for (const name of ['cwnd', 'kept', 'seen', 'a', 'f', 'max', 'if']) expect(found).toContain(name);
    for (const name of ['first', 'push', 'on_loss']) expect(found).not.toContain(name);
  });

  test('another function sees only its parameters and variables', () => {
    const found = names('let seen = 0;\nfn f(x) { let y = 1; | }');
    expect(found).toEqual(expect.arrayContaining(['x', 'y', 'sqrt']));
    for (const name of ['cwnd', 'kept', 'seen', 'rtt']) expect(found).not.toContain(name);
  });

  test('after a dot are the functions of lists', () => {
    const found = names('fn on_ack() { seen.| }', true);
    expect(found).toEqual(expect.arrayContaining(['push', 'len']));
    expect(found).not.toContain('max');
  });

  test('a function is written with a place for each argument', () => {
    const max = at('fn on_ack() { | }').find((p) => p.name === 'max');
    expect(max?.template).toBe(['max($', '{a}, $', '{b})'].join(''));
    expect(at('fn on_ack() { | }').find((p) => p.name === 'random')?.template).toBe('random()');
  });

  test('there are none in a comment', () => {
    expect(names('fn on_ack() { // |\n}')).toEqual([]);
  });
});

describe('the meaning of a name', () => {
  const text = 'let seen = 0;\nfn on_ack() { let a = 1; }\nfn on_loss() { }\nfn f(x) { x }';
  const of = (word: string, inside: string) => {
    const place = text.indexOf(inside) + inside.length;
    return meaning(word, contextAt(text, place), text, PARAMS);
  };

  test('has unit and help', () => {
    expect(of('cwnd', 'on_ack() {')).toMatchObject({ kind: 'control', detail: 'packets' });
    expect(of('rtt', 'on_ack() {')).toMatchObject({ kind: 'input', detail: 's' });
    expect(of('kept', 'on_ack() {')).toMatchObject({ kind: 'parameter', help: 'What is kept.' });
    expect(of('seen', 'on_ack() {')?.kind).toBe('state');
    expect(of('a', 'let a = 1;')?.kind).toBe('local');
    expect(of('max', 'f(x) {')).toMatchObject({ kind: 'function', detail: 'max(a, b)' });
    expect(of('f', 'on_ack() {')).toMatchObject({ kind: 'function', detail: 'f(x)' });
    expect(of('nothing', 'on_ack() {')).toBeUndefined();
  });

  test('says where a value is available if it is not here', () => {
    expect(of('rtt', 'on_loss() {')?.help).toContain('on_ack, on_sack');
    expect(of('cwnd', 'f(x) {')).toBeUndefined();
  });
});
