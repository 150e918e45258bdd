/** The module that runs scripts: its faults, the rows that it publishes, and the lines that scripts print. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as wasm from '../../web/generated/engine-script.js';
import type { Fault, Printed, Scenario, ScriptedController } from '../../web/generated/types';
import { DeskLoop } from '../../web/worker/desk-loop';
import { read, write } from '../../web/worker/engine';
import type { FromWorker } from '../../web/worker/protocol';
import { ScriptLoop } from '../../web/worker/script-loop';
import { wrapRunEngine, wrapScriptEngine } from '../../web/worker/wasm-engine';
import { runNatively } from '../support/engine';
import { RENO_DOCUMENTS, withScriptedReno } from '../support/reno-script';
import { sawtooth } from '../support/scenarios';

const bytes = await readFile(new URL('../../web/generated/engine-script_bg.wasm', import.meta.url));
const exports = await wasm.default({ module_or_path: bytes });

const SCRIPT = `let n = 0;
fn on_ack() { n += 1; if may_grow { cwnd += counted / cwnd; } }
fn on_loss() { print("loss " + n); cwnd = cwnd / 2.0; ssthresh = cwnd; }`;
const own = (script = SCRIPT): ScriptedController => ({ id: 'own', name: 'Own', script });

function document(): Scenario {
  const scenario = sawtooth(20);
  return {
    ...scenario,
    controllers: [own()],
    flows: scenario.flows.map((flow) => ({ ...flow, algorithm: 'own' })),
  };
}

test('a document with a controller has the same digest as natively', async () => {
  const lab = new wasm.Lab(JSON.stringify(document()));
  while (lab.now() < lab.end()) lab.step(lab.end(), 100_000);
  expect(lab.digest()).toBe((await runNatively(document())).digest);
  lab.free();
});

test.each(RENO_DOCUMENTS)('Reno as a script is the built-in Reno, with %s', async (_, reno) => {
  const lab = new wasm.Lab(JSON.stringify(withScriptedReno(reno)));
  while (lab.now() < lab.end()) lab.step(lab.end(), 100_000);
  expect(lab.digest()).toBe((await runNatively(reno)).digest);
  lab.free();
});

test('the directory has the row of the controller, also after an edit', () => {
  const lab = new wasm.Lab(JSON.stringify(document()));
  const [row] = read(lab.directory()).algorithms ?? [];
  expect(row).toMatchObject({ id: 'own', name: 'Own', family: 'This document' });
  expect(row?.variables.map(({ id }) => id)).toEqual(['n']);
  lab.edit(write({ atS: 0, path: '/controllers/own/script', value: `let m = 0;\n${SCRIPT}` }));
  const [changed] = read(lab.directory()).algorithms ?? [];
  expect(changed?.variables.map(({ id }) => id)).toEqual(['m', 'n']);
  lab.free();
});

test('the desk answers what is wrong with a script, and where', () => {
  let faults: Fault[] | null = null;
  const desk = new DeskLoop(wrapScriptEngine(wasm, exports), (message) => {
    if (message.type === 'answer') faults = message.answer as Fault[];
  });
  desk.handle({ type: 'faults', id: 1, ask: { controller: own() } });
  expect(faults).toEqual([]);
  desk.handle({ type: 'faults', id: 2, ask: { controller: own('fn on_ack() {\n  cwnd += ;\n}') } });
  expect(faults).toHaveLength(1);
  expect(faults).toMatchObject([{ line: 2 }]);
});

test('the run loop answers what the script of a flow printed', () => {
  const answers: FromWorker[] = [];
  let clock = 0;
  const tasks: (() => void)[] = [];
  const loop = new ScriptLoop(wrapRunEngine(wasm, exports), {
    post: (message) => answers.push(message),
    clock: () => {
      clock += 1;
      return clock;
    },
    queueTask: (call) => tasks.push(call),
    delay: (call) => tasks.push(call),
  });
  const printed = (flow: number): Printed[] => {
    loop.handle({ type: 'printed', id: 7, ask: { flow } });
    const last = answers.at(-1);
    return last?.type === 'answer' ? (last.answer as Printed[]) : [];
  };
  expect(printed(0)).toEqual([]);
  loop.handle({
    type: 'load',
    id: 1,
    ask: { run: 1, document: JSON.stringify(document()), untilS: 20, playing: false },
  });
  while (tasks.length > 0) tasks.shift()?.();
  expect(printed(0)[0]?.text).toMatch(/^loss \d+$/);
  expect(printed(0)[0]?.atS).toBeGreaterThan(0);
  expect(printed(9)).toEqual([]);
});
