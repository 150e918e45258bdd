/** The page's stores, and its opening of links and files, without a browser, with the real engine in the same process. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import * as wasm from '../../web/generated/engine.js';
import type { Scenario } from '../../web/generated/types';
import { DeskLoop } from '../../web/worker/desk-loop';
import { read } from '../../web/worker/engine';
import type { FromWorker, ToWorker } from '../../web/worker/protocol';
import { normalized, pageEngine } from './engine';

const files = new Map<string, string | null>();
const root = fileURLToPath(new URL('../../public/', import.meta.url));

/** Serves the page's requests from the repository. */
async function fetchFromRepository(url: string | URL): Promise<Response> {
  const path = String(url).replace(/^\.?\//, '');
  if (!files.has(path)) files.set(path, await readFile(root + path, 'utf8').catch(() => null));
  const text = files.get(path) ?? null;
  return text === null ? new Response('', { status: 404 }) : new Response(text);
}

export interface Checks {
  /** Number of texts that the engine checked. */
  asked: number;
  /** Documents that it accepted, in normalised form. */
  accepted: Set<string>;
  /** Documents with which a run was started. */
  loaded: string[];
}

/** Stubs the browser's globals that opening documents needs. */
export function stubPage(): void {
  vi.stubGlobal('fetch', fetchFromRepository);
  vi.stubGlobal('location', {
    hash: '',
    pathname: '/',
    search: '',
    href: 'http://localhost/',
    origin: 'http://localhost',
  });
  vi.stubGlobal('history', { pushState: () => undefined, replaceState: () => undefined });
  vi.stubGlobal('addEventListener', () => undefined);
}

/** Connects the stores only to the engine's validation, and records what they would run. */
export async function connectChecks(checks: Checks): Promise<void> {
  await normalized({ version: 1 } as Scenario).catch(() => undefined);
  const { connect } = await import('../../web/store/connection');
  const { connectExperiments } = await import('../../web/store/experiment/connect');
  const { run } = await import('../../web/store/run');
  const engine = await pageEngine();
  connect((listen) => ({
    send(message: ToWorker) {
      if (message.type === 'load') checks.loaded.push(message.ask.document);
      if (message.type !== 'check') return;
      checks.asked += 1;
      queueMicrotask(() => listen(answer(message.id, message.ask.document, checks)));
    },
    dispose: () => undefined,
  }));
  connectExperiments({
    start: () => {
      throw new Error('no runs here');
    },
    startDesk: (listen) => {
      const loop = new DeskLoop(engine, (message) => queueMicrotask(() => listen(message)));
      return {
        send(message) {
          checks.asked += 1;
          loop.handle(message);
        },
        dispose: () => undefined,
      };
    },
    limit: () => 0,
    rest: () => 0,
    clock: () => 0,
    every: () => undefined,
  });
  run.setState({ status: 'ready', catalogue: read(wasm.catalogue()) });
}

function answer(id: number, document: string, { accepted }: Checks): FromWorker {
  try {
    const text = wasm.normalize(document);
    // Serialised as the page does it.
    accepted.add(JSON.stringify(JSON.parse(text)));
    return { type: 'answer', id, answer: text };
  } catch (error) {
    return { type: 'refused', id, problems: JSON.parse((error as Error).message) };
  }
}
