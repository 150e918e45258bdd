/** Files of Mahimahi's: packet-delivery traces for links. */
import type { Trace } from '../generated/types';

/** A larger file is no trace that the engine would accept. */
const MAX_FILE = 4_000_000;
/** Opportunities, and length in ms, of the longest trace that the engine accepts; a test holds them to the engine's. */
const MAX_OPPORTUNITIES = 200_000;
const MAX_MS = 100_000_000;

/** Why a file is too large for a trace; null: it is not. */
function tooLarge(bytes: number): string | null {
  return bytes > MAX_FILE ? `The file has ${bytes} bytes; a trace has at most ${MAX_FILE}.` : null;
}

/** The trace in a file, one time in ms a line; a string says what is wrong with it. */
export function readTrace(text: string, name: string): Trace | string {
  const gaps: number[] = [];
  let before = 0;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (!/^\s*\d+\s*$/.test(line)) return `Line ${i + 1} is not a whole number of milliseconds.`;
    const at = Number(line);
    if (at < before) return `Line ${i + 1} is earlier than the one before.`;
    gaps.push(at - before);
    before = at;
    if (at > MAX_MS) return `Line ${i + 1} is after ${MAX_MS} ms, beyond the longest run.`;
    if (gaps.length > MAX_OPPORTUNITIES)
      return `The trace has more than ${MAX_OPPORTUNITIES} lines, the most that a link follows. Cut it: it begins again at its end.`;
  }
  if (before === 0) return 'The trace lasts no time.';
  return { name: name.slice(0, 80), gapsMs: gaps.join(' ') };
}

/** The same of a file that was chosen as a trace, which is read only if it is no larger than one. */
export async function readTraceFile(file: File): Promise<Trace | string> {
  return tooLarge(file.size) ?? readTrace(await file.text(), file.name);
}

/**
 * The trace that a file is meant as: nothing else begins with two lines that hold a whole number each. A string says what is wrong
 * with it; null: it is something else.
 */
export function recognisedTrace(text: string, name: string): Trace | string | null {
  if (!/^\s*\d+[^\S\n]*\n\s*\d+\s*(\n|$)/.test(text)) return null;
  const trace = tooLarge(text.length) ?? readTrace(text, name);
  return typeof trace === 'string' ? `As a Mahimahi trace, one time in ms a line: ${trace}` : trace;
}
