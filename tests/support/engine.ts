/** The engine outside the page: as wasm in Node, and as the native command line. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as engine from '../../web/generated/engine.js';
import { catalogue, type Lab } from '../../web/generated/engine.js';
import * as desk from '../../web/generated/engine-desk.js';
import * as scripts from '../../web/generated/engine-script.js';
import type {
  Catalogue,
  Edit,
  Experiment,
  ExperimentTable,
  Outcome,
  Problem,
  Results,
  Scenario,
} from '../../web/generated/types';
import { needsScripts } from '../../web/runner/scripts';
import { attempt, type BatchEngine, type Engine, read, write } from '../../web/worker/engine';
import { wrapDeskEngine, wrapRunEngine } from '../../web/worker/wasm-engine';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The path of the command line. */
export const cli = process.env.DROPTAIL_CLI ?? join(root, 'engine-wasm/target/release/droptail');
const galleryDir = join(root, 'public/gallery');

const bytesOf = (name: string) => readFile(join(root, `web/generated/${name}_bg.wasm`));
let loaded: Promise<{ memory: WebAssembly.Memory }> | undefined;
let loadedScripts: Promise<unknown> | undefined;
let loadedDesk: Promise<{ memory: WebAssembly.Memory }> | undefined;

async function load(): Promise<{ memory: WebAssembly.Memory }> {
  loaded ??= bytesOf('engine').then((bytes) => engine.default({ module_or_path: bytes }));
  return loaded;
}

async function loadDesk(): Promise<{ memory: WebAssembly.Memory }> {
  loadedDesk ??= bytesOf('engine-desk').then((bytes) => desk.default({ module_or_path: bytes }));
  return loadedDesk;
}

/** The engine as used by the worker of the run on screen. */
export async function runEngine(): Promise<Engine> {
  return wrapRunEngine(engine, await load());
}

/** The engine's result of an edit of a document; undefined if it refuses. */
export async function editor(): Promise<(document: unknown, edit: Edit) => unknown> {
  await loadDesk();
  return (document, edit) => {
    const { value, problems } = attempt(() => desk.edited(JSON.stringify(document), write(edit)));
    return problems ? undefined : JSON.parse(value);
  };
}

/** The engine as used by the workers of experiments. */
export async function pageEngine(): Promise<BatchEngine> {
  return wrapDeskEngine(desk, await loadDesk());
}

export interface WasmRun {
  digest: string;
  /** A digest for each simulated second. */
  ladder: string[];
  document: Scenario;
}

/** Runs a document in wasm under Node, in pieces of at most `maxEvents` as the worker does; `untilS` ends the run early. */
export async function runInWasm(
  scenario: Scenario,
  maxEvents = 100_000,
  untilS = scenario.durationS,
): Promise<WasmRun> {
  const lab = await openLab(scenario);
  try {
    while (lab.now() < untilS && lab.stopped() === '') lab.step(untilS, maxEvents);
    return {
      digest: lab.digest(),
      ladder: read(lab.ladder()),
      document: read(lab.document()),
    };
  } finally {
    lab.free();
  }
}

/**
 * A run in wasm under Node; the caller frees it. Like the page, it takes the engine that runs scripts if the document needs it, or `changes` that follow.
 */
export async function openLab(scenario: Scenario, changes: unknown = null): Promise<Lab> {
  const document = JSON.stringify(scenario);
  const { Lab } = await engineFor(document, changes);
  return new Lab(document);
}

/** The engine that the page takes for a document, and for `changes` that follow. */
async function engineFor(document: string, changes: unknown = null): Promise<typeof engine> {
  if (needsScripts({ document }) || needsScripts({ changes })) {
    loadedScripts ??= bytesOf('engine-script').then((bytes) => scripts.default({ module_or_path: bytes }));
    await loadedScripts;
    return scripts;
  }
  await load();
  return engine;
}

/** The document with its defaults filled in, as the page holds it. */
export async function normalized(scenario: Scenario): Promise<Scenario> {
  const document = JSON.stringify(scenario);
  return read((await engineFor(document)).normalize(document));
}

export async function readCatalogue(): Promise<Catalogue> {
  await load();
  return read(catalogue());
}

/** The engine's problems with an experiment, at both sizes. */
export async function problemsOfExperiment(document: unknown): Promise<Problem[]> {
  await loadDesk();
  try {
    for (const quick of [true, false]) {
      const experiment = new desk.Experiment(JSON.stringify(document), quick);
      experiment.variants();
      experiment.free();
    }
    return [];
  } catch (error) {
    return JSON.parse((error as Error).message);
  }
}

/** The engine's problems with a document. */
export async function problemsOf(text: string): Promise<Problem[]> {
  return read((await engineFor(text)).validate(text));
}

/** Runs an experiment natively; returns the outcomes of its runs, the table and the output. */
export async function sweepNatively(
  experiment: Experiment,
  quick = false,
): Promise<{ outcomes: Outcome[]; table: ExperimentTable; printed: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  try {
    const file = join(folder, 'experiment.json');
    const out = join(folder, 'out');
    await writeFile(file, JSON.stringify(experiment));
    const size = quick ? ['--quick'] : [];
    const { stdout } = await promisify(execFile)(cli, ['sweep', file, '--out', out, ...size]);
    const lines = (await readFile(join(out, 'runs.jsonl'), 'utf8')).trim().split('\n');
    return {
      // Times depend on the machine.
      outcomes: lines.map((line) => {
        const { cpuS: _, wallS: __, endedMs: ___, ...outcome } = JSON.parse(line);
        return outcome;
      }),
      table: JSON.parse(await readFile(join(out, 'table.json'), 'utf8')),
      printed: stdout,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a document natively; `untilS` ends the run early. */
export async function runNatively(scenario: Scenario, untilS?: number): Promise<Results> {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  try {
    const file = join(folder, 'scenario.json');
    await writeFile(file, JSON.stringify(scenario));
    const until = untilS === undefined ? [] : ['--until', String(untilS)];
    const { stdout } = await promisify(execFile)(cli, ['run', file, '--json', ...until]);
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The mean score of a script in a contest that ships with the page. */
export async function scoreNatively(contest: string, script: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  try {
    await writeFile(join(folder, 'own.rhai'), script);
    const file = fileURLToPath(new URL(`../../public/contests/${contest}.json`, import.meta.url));
    await promisify(execFile)(cli, ['contest', file, folder, '--out', folder, '--no-references']);
    const board = JSON.parse(await readFile(join(folder, 'leaderboard.json'), 'utf8'));
    return board.entries[0].score;
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface GalleryEntry {
  id: string;
  title: string;
}

/** All entries of the gallery, in its order. */
export async function galleryEntries(): Promise<GalleryEntry[]> {
  const index = JSON.parse(await readFile(join(galleryDir, 'index.json'), 'utf8'));
  return index.sections.flatMap((section: { entries: GalleryEntry[] }) => section.entries);
}

export async function galleryText(id: string): Promise<string> {
  return readFile(join(galleryDir, `${id}.json`), 'utf8');
}

export async function galleryScenario(id: string): Promise<Scenario> {
  return JSON.parse(await galleryText(id));
}
