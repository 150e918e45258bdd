import { expect, test } from 'vitest';
import type { FromCapture } from './batch-protocol';
import { CaptureLoop } from './capture-loop';
import type { EngineCapture } from './engine';

const ask = { document: '{}', link: 'core', node: 'r1', fromS: 0, toS: 3 };

/** A capture of three seconds. Each step simulates one and adds a byte. */
function fake(): EngineCapture & { freed: boolean } {
  let now = 0;
  let given = 0;
  return {
    freed: false,
    step: () => {
      now += 1;
      return now;
    },
    done: () => now >= 3,
    packets: () => now,
    take: () => {
      const bytes = new Uint8Array(now - given).fill(now);
      given = now;
      return bytes;
    },
    free() {
      this.freed = true;
    },
    [Symbol.dispose]: () => undefined,
  };
}

function start(capture: () => EngineCapture, ms: number) {
  const said: FromCapture[] = [];
  const later: (() => void)[] = [];
  let clock = 0;
  const loop = new CaptureLoop(
    { capture },
    {
      post: (message) => said.push(message),
      clock: () => {
        clock += ms;
        return clock;
      },
      queueTask: (call) => later.push(call),
    },
  );
  loop.handle({ type: 'capture', id: 1, ask });
  return { said, later };
}

const pieces = (said: FromCapture[]) =>
  said.flatMap((m) =>
    m.type === 'progress' ? [[m.progress.now, m.progress.packets, m.progress.bytes.length]] : [],
  );

test('a file comes in parts, and messages are handled between them', () => {
  const capture = fake();
  const { said, later } = start(() => capture, 60);
  expect(said).toHaveLength(1);
  while (later.length > 0) later.shift()?.();
  expect(pieces(said)).toEqual([
    [1, 1, 1],
    [2, 2, 1],
    [3, 3, 1],
  ]);
  expect(said.at(-1)).toEqual({ type: 'answer', id: 1, answer: { packets: 3 } });
  expect(capture.freed).toBe(true);
});

test('a short capture comes in one part', () => {
  const { said, later } = start(fake, 1);
  expect(pieces(said)).toEqual([[3, 3, 3]]);
  expect(said).toHaveLength(2);
  expect(later).toEqual([]);
});

test('problems are reported in the engine’s words', () => {
  const { said } = start(() => {
    throw new Error(JSON.stringify([{ pointer: '', problem: 'no link "x"', expected: 'a link' }]));
  }, 1);
  const problem = { pointer: '', problem: 'no link "x"', expected: 'a link' };
  expect(said).toEqual([{ type: 'refused', id: 1, problems: [problem] }]);
});
