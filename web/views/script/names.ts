/** What a script can name, with its help. The engine publishes it. */
import published from '../../generated/interface.json';
import type { Handler, Interface, Name } from '../../generated/types';

export type ScriptFunction = Interface['functions'][number];

const all = published as Interface;

export const CONTROLS: readonly Name[] = all.controls;
export const HANDLERS: readonly Handler[] = all.handlers;
export const FUNCTIONS: readonly ScriptFunction[] = all.functions;

export const KEYWORDS: ReadonlySet<string> = new Set(
  'let const fn if else while loop for in do until return break continue true false switch'.split(' '),
);

const controls = new Set(CONTROLS.map((c) => c.name));
const handlers = new Map(HANDLERS.map((h) => [h.name, h]));
const functions = new Map(FUNCTIONS.map((f) => [f.name, f]));
const inputs = new Set(HANDLERS.flatMap((h) => h.inputs.flat()).map((i) => i.name));

export const isControl = (name: string): boolean => controls.has(name);
export const isInput = (name: string): boolean => inputs.has(name);
export const isHandler = (name: string): boolean => handlers.has(name);
export const isFunction = (name: string): boolean => functions.has(name);

export const functionNamed = (name: string): ScriptFunction | undefined => functions.get(name);
export const handlerNamed = (name: string): Handler | undefined => handlers.get(name);

/** The values that a handler can read. */
export const inputsOf = (handler: string): readonly Name[] => handlers.get(handler)?.inputs.flat() ?? [];

/** The handlers that can read a value. */
export const readersOf = (input: string): string[] =>
  HANDLERS.filter((h) => h.inputs.flat().some((i) => i.name === input)).map((h) => h.name);

/** Whether a function is called on a value: `list.push(x)`. */
export const isMethod = ({ signature }: ScriptFunction): boolean => /^\w+\./.test(signature);

/** Whether a parameter can have this name. */
export const isName = (id: string): boolean =>
  /^[A-Za-z_]\w*$/.test(id) && !KEYWORDS.has(id) && !isControl(id) && !isInput(id);
