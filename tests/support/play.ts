/** Random documents and actions from the engine's fuzzer, repeated in wasm. */
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Scenario } from '../../web/generated/types';
import { read } from '../../web/worker/engine';
import { openLab } from './engine';

type Action =
  | { do: 'step'; untilS: number; events: number }
  | { do: 'stepEvent' }
  | { do: 'edit'; afterS: number; path: string; value: unknown }
  | { do: 'seek'; toS: number }
  | { do: 'branch' }
  | { do: 'share' };

/** A document, the actions on its run, and the results. */
export interface Played {
  number: number;
  document: Scenario;
  actions: Action[];
  /** The state after each action: time, s, and digest. */
  stands: [timeS: number, digest: string][];
  /** A digest for each whole second. */
  ladder: string[];
  /** The final document, with the accepted edits. */
  edited: Scenario;
}

const fuzz =
  process.env.DROPTAIL_FUZZ ??
  fileURLToPath(new URL('../../engine-wasm/target/debug/droptail-fuzz', import.meta.url));

/** Plays a number of random documents natively. */
export async function playNatively(count: number, seed: number): Promise<Played[]> {
  const args = ['--parity', String(count), '--seed', String(seed)];
  const { stdout } = await promisify(execFile)(fuzz, args, { maxBuffer: 2 ** 30 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

type Lab = Awaited<ReturnType<typeof openLab>>;

/** The same values as in `engine-wasm/fuzz/src/parity.rs`. */
const EVENTS_PER_CALL = 20_000;
const MAX_CALLS = 64;

function settle(lab: Lab): boolean {
  for (let i = 0; i < MAX_CALLS; i++) if (lab.settle(EVENTS_PER_CALL)) return lab.stopped() === '';
  return false;
}

/** Performs an action; returns the run to continue with. */
function act(lab: Lab, action: Action): Lab {
  switch (action.do) {
    case 'step':
      lab.step(action.untilS, action.events);
      return lab;
    case 'stepEvent':
      lab.stepEvent(EVENTS_PER_CALL);
      return lab;
    case 'edit':
      if (settle(lab) && lab.now() < lab.end()) {
        const { path, value } = action;
        try {
          lab.edit(JSON.stringify({ atS: lab.now() + action.afterS, path, value }));
        } catch {
          // Refused as in the native run; otherwise the final documents differ.
        }
      }
      return lab;
    case 'seek': {
      const to = Math.min(action.toS, lab.known());
      lab.seek(to);
      for (let i = 0; i < MAX_CALLS && lab.now() < to && lab.stopped() === ''; i++)
        lab.step(to, EVENTS_PER_CALL);
      return lab;
    }
    case 'branch': {
      if (!settle(lab)) return lab;
      const [now, events] = [lab.now(), lab.events()];
      const branch = lab.branch();
      for (let i = 0; i < MAX_CALLS && !branch.goTo(now, events, EVENTS_PER_CALL); i++);
      lab.free();
      return branch;
    }
    case 'share':
      settle(lab);
      return lab;
  }
}

/** Plays the same document in wasm under Node. */
export async function playInWasm({ number, document, actions }: Played): Promise<Played> {
  let lab = await openLab(document, actions);
  try {
    const stands: Played['stands'] = [];
    for (const action of actions) {
      lab = act(lab, action);
      stands.push([lab.now(), lab.digest()]);
    }
    return {
      number,
      document,
      actions,
      stands,
      ladder: read(lab.ladder()),
      edited: read(lab.document()),
    };
  } finally {
    lab.free();
  }
}

/** Describes where two runs of one document diverge; empty if they do not. Names a file with the document. */
export async function divergence(native: Played, other: Played): Promise<string> {
  const rung = native.ladder.findIndex((digest, i) => digest !== other.ladder[i]);
  const stand = native.stands.findIndex(([time, digest], i) => {
    const there = other.stands[i];
    return there?.[0] !== time || there[1] !== digest;
  });
  const documents = JSON.stringify(native.edited) !== JSON.stringify(other.edited);
  if (rung < 0 && stand < 0 && native.ladder.length === other.ladder.length && !documents) return '';
  const file = join(await mkdtemp(join(tmpdir(), 'droptail-')), `document-${native.number}.json`);
  await writeFile(file, JSON.stringify({ native, other }, null, 1));
  const where = [
    rung >= 0 && `second ${rung + 1} is the first that differs`,
    stand >= 0 && `action ${stand} (${native.actions[stand]?.do}) is the first after which they differ`,
    documents && 'the documents with their edits differ',
  ];
  return `document ${native.number}: ${where.filter(Boolean).join('; ')}: ${file}`;
}
