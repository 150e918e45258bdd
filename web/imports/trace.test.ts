import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { initSync, validate } from '../generated/engine.js';
import type { Trace } from '../generated/types';
import { readTrace, readTraceFile, recogniseTrace } from './trace';

/** Whether the engine accepts a link that follows a trace. */
function accepted(trace: Trace): boolean {
  const host = (id: string) => ({ id, kind: 'host' });
  const forward = { rateMbps: 1, delayMs: 1, trace };
  const links = [{ id: 'l', a: 'a', b: 'b', forward }];
  const nodes = [host('a'), host('b')];
  return validate(JSON.stringify({ version: 1, durationS: 1, nodes, links, flows: [] })) === '[]';
}

describe('packet-delivery traces', () => {
  it('reads files as gaps', () => {
    expect(readTrace('0\n3\n3\n10\n', 'a')).toEqual({ name: 'a', gapsMs: '0 3 0 7' });
    expect(readTrace('1\r\n2\r\n', 'a')).toEqual({ name: 'a', gapsMs: '1 1' });
  });

  it('refuses invalid files and reports the line', () => {
    expect(readTrace('', 'a')).toContain('Line 1');
    expect(readTrace('1\n\n2', 'a')).toContain('Line 2');
    expect(readTrace('5\n4', 'a')).toContain('Line 2');
    expect(readTrace('1\n-2', 'a')).toContain('Line 2');
    expect(readTrace('0\n0', 'a')).toContain('duration of zero');
  });

  it('has the length limit of the engine', () => {
    initSync({ module: readFileSync(new URL('../generated/engine_bg.wasm', import.meta.url)) });
    const lines = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join('\n');
    const longest = readTrace(lines(200_000), 'a') as Trace;
    expect(accepted(longest)).toBe(true);
    expect(accepted({ ...longest, gapsMs: `${longest.gapsMs} 1` })).toBe(false);
    expect(readTrace(lines(200_001), 'a')).toContain('more than 200000 lines');
    const last = readTrace('1\n100000000', 'a') as Trace;
    expect(accepted(last)).toBe(true);
    expect(accepted({ ...last, gapsMs: '1 100000000' })).toBe(false);
    for (const late of ['100000001', '9'.repeat(400)])
      expect(readTrace(`1\n${late}`, 'a')).toContain('Line 2 is after 100000000 ms');
  });

  it('is not read if the file is too large', async () => {
    const file = { size: 4_000_001, name: 'a', text: () => Promise.reject(new Error('it was read')) };
    expect(await readTraceFile(file as unknown as File)).toContain('4000001 bytes');
    expect(await readTraceFile(new File(['1\n2\n'], 'a'))).toEqual({ name: 'a', gapsMs: '1 1' });
  });
});

it('a trace is recognised by its content, whatever its file name', () => {
  expect(recogniseTrace('0\n5\n5\r\n12\n', 'packets.csv')).toEqual({
    name: 'packets.csv',
    gapsMs: '0 5 0 7',
  });
  // One number, fractions, a header, further columns, JSON.
  const others = [
    '7\n',
    '0.5\n1.5\n',
    '1\n1.5\n',
    'time\n1\n2\n',
    '1,2\n3,4\n',
    '1 2\n3 4\n',
    '1\n2,3\n',
    '{"version":1}',
  ];
  for (const text of others) expect(recogniseTrace(text, 'other.csv'), text).toBeNull();
});

it('the error in a damaged trace is reported', () => {
  const wrong: [string, string][] = [
    ['3\n2\n', 'Line 2 is earlier'],
    ['1\n2\n3\n\n4\n', 'Line 4 is not a whole number'],
    ['1\n2\nx\n', 'Line 3 is not a whole number'],
    ['0\n0\n', 'duration of zero'],
    ['1600000000000\n1600000000001\n', 'Line 1 is after'],
    ['1\n'.repeat(200_001), 'more than 200000 lines'],
    ['1\n'.repeat(2_000_001), '4000002 bytes'],
  ];
  for (const [text, says] of wrong) {
    const problem = recogniseTrace(text, 'trace.txt');
    expect(problem).toContain('Read as a Mahimahi trace (one time in ms per line): ');
    expect(problem).toContain(says);
  }
});
