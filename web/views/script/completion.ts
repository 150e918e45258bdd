/** What can be written at a place of a script, and what the names there mean. */
import type { Completion } from '@codemirror/autocomplete';
import type { ScriptParam } from '../../generated/types';
import { type Context, type Declared, declared } from './context';
import {
  CONTROLS,
  FUNCTIONS,
  functionNamed,
  HANDLERS,
  handlerNamed,
  inputsOf,
  isMethod,
  readersOf,
  type ScriptFunction,
} from './names';
import { completionTexts as t } from './texts';

export type NameKind =
  | 'handler'
  | 'control'
  | 'input'
  | 'parameter'
  | 'state'
  | 'local'
  | 'function'
  | 'keyword';

export interface Named {
  kind: NameKind;
  name: string;
  /** Its unit, or for a function its arguments. */
  detail: string;
  help: string;
}

/** A proposal; `template` has `${}` where the cursor goes. */
export interface Proposal extends Named {
  template?: string;
}

/** Keywords that begin a statement or a value. */
const IN_FUNCTIONS = ['let', 'if', 'else', 'while', 'for', 'return', 'true', 'false'];

const ofFunction = (f: ScriptFunction): Proposal => ({
  kind: 'function',
  name: f.name,
  detail: f.signature,
  help: f.help,
  template: call(f.name, f.signature),
});

/** `max(a, b)` with a place for each argument. */
function call(name: string, signature: string): string {
  const args = signature.slice(signature.indexOf('(') + 1, -1);
  const places =
    args === ''
      ? ''
      : args
          .split(/,\s*/)
          .map((arg) => `\${${arg}}`)
          .join(', ');
  return `${name}(${places})`;
}

/** @param method whether a dot stands before the name */
export function proposals(
  { place, name, locals }: Context,
  script: string,
  params: readonly ScriptParam[],
  method: boolean,
): Proposal[] {
  if (place === 'quiet') return [];
  const known = declared(script);
  if (method) return FUNCTIONS.filter(isMethod).map(ofFunction);
  if (place === 'top') {
    const missing = HANDLERS.filter((h) => !known.functions.some((f) => f.name === h.name));
    return [
      ...missing.map(
        (h): Proposal => ({
          kind: 'handler',
          name: h.name,
          detail: '',
          help: h.help,
          template: `fn ${h.name}() {\n\t\${}\n}`,
        }),
      ),
      keyword('let'),
      keyword('const'),
      keyword('fn'),
    ];
  }
  const own = known.functions.filter((f) => handlerNamed(f.name) === undefined);
  return [
    ...locals.map((local): Proposal => ({ kind: 'local', name: local, detail: '', help: t.local })),
    ...(place === 'handler' ? seen(name, known, params, locals) : []),
    ...own.map((f) => ofFunction(ownFunction(f))),
    ...FUNCTIONS.filter((f) => !isMethod(f)).map(ofFunction),
    ...IN_FUNCTIONS.map(keyword),
  ];
}

const keyword = (name: string): Proposal => ({ kind: 'keyword', name, detail: '', help: '' });

const ownFunction = ({ name, params }: Declared['functions'][number]): ScriptFunction => ({
  name,
  signature: `${name}(${params.join(', ')})`,
  help: t.helper,
});

/** What a handler sees. */
function seen(
  handler: string,
  known: Declared,
  params: readonly ScriptParam[],
  locals: readonly string[],
): Proposal[] {
  const all: Proposal[] = [
    ...known.state.map((name): Proposal => ({ kind: 'state', name, detail: '', help: t.state })),
    ...params.map(ofParam),
    ...CONTROLS.map((c): Proposal => ({ kind: 'control', name: c.name, detail: c.unit, help: c.help })),
    ...inputsOf(handler).map(
      (i): Proposal => ({ kind: 'input', name: i.name, detail: i.unit, help: i.help }),
    ),
  ];
  return all.filter(({ name }) => !locals.includes(name));
}

const ofParam = (p: ScriptParam): Proposal => ({
  kind: 'parameter',
  name: p.id,
  detail: p.unit ?? '',
  help: p.help || p.name || t.parameter,
});

/** What a name at a place of a script means; nothing if it is unknown there. */
export function meaning(
  word: string,
  { place, name, locals }: Context,
  script: string,
  params: readonly ScriptParam[],
): Named | undefined {
  const handler = handlerNamed(word);
  if (handler) return { kind: 'handler', name: word, detail: '', help: handler.help };
  if (locals.includes(word)) return { kind: 'local', name: word, detail: '', help: t.local };
  const known = declared(script);
  if (place !== 'helper') {
    const param = params.find((p) => p.id === word);
    if (param) return ofParam(param);
    if (known.state.includes(word)) return { kind: 'state', name: word, detail: '', help: t.state };
  }
  if (place === 'handler') {
    const control = CONTROLS.find((c) => c.name === word);
    if (control) return { kind: 'control', name: word, detail: control.unit, help: control.help };
    const input = inputsOf(name).find((i) => i.name === word);
    if (input) return { kind: 'input', name: word, detail: input.unit, help: input.help };
    const readers = readersOf(word);
    if (readers.length > 0)
      return { kind: 'input', name: word, detail: '', help: t.elsewhere(readers.join(', ')) };
  }
  const own = known.functions.find((f) => f.name === word);
  const called = functionNamed(word) ?? (own && ownFunction(own));
  return called && { kind: 'function', name: word, detail: called.signature, help: called.help };
}

/** A higher number comes first among equal matches. */
const BOOST: Record<NameKind, number> = {
  local: 5,
  state: 4,
  control: 3,
  parameter: 2,
  handler: 1,
  input: 1,
  function: 1,
  keyword: 0,
};

/** @param place among the proposals */
export const asCompletion = (p: Proposal, place: number): Completion => ({
  label: p.name,
  type: p.kind,
  detail: p.kind === 'function' ? p.detail.slice(p.detail.indexOf('(')) : p.detail,
  ...(p.help ? { info: p.help } : {}),
  // Handlers come in the order of the interface, others in that of the alphabet.
  boost: BOOST[p.kind] - (p.kind === 'handler' ? place / 100 : 0),
});
