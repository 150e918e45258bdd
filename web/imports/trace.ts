/** Reads packet-delivery traces in Mahimahi's format for links. */
import type { Trace } from '../generated/types';
import { traceTexts as t } from './texts';

/** Maximum size of a file that the engine would accept as a trace. */
const MAX_FILE_BYTES = 4_000_000;
/**
 * Number of opportunities, and length in ms, of the longest trace that the engine accepts; a test compares
 * them with the engine.
 */
const MAX_OPPORTUNITIES = 200_000;
const MAX_MS = 100_000_000;

/** Why a file is too large for a trace; null if it is not. */
function sizeProblem(bytes: number): string | null {
  return bytes > MAX_FILE_BYTES ? t.tooLarge(bytes, MAX_FILE_BYTES) : null;
}

/** The trace in a file, with one time in ms per line, or an error message. */
export function readTrace(text: string, name: string): Trace | string {
  const gaps: number[] = [];
  let before = 0;
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  for (const [i, line] of lines.entries()) {
    if (!/^\s*\d+\s*$/.test(line)) return t.notWhole(i + 1);
    const at = Number(line);
    if (at < before) return t.earlier(i + 1);
    gaps.push(at - before);
    before = at;
    if (at > MAX_MS) return t.tooLate(i + 1, MAX_MS);
    if (gaps.length > MAX_OPPORTUNITIES) return t.tooManyLines(MAX_OPPORTUNITIES);
  }
  if (before === 0) return t.noDuration;
  return { name: name.slice(0, 80), gapsMs: gaps.join(' ') };
}

/** The same for a file chosen as a trace. A file that is too large is not read. */
export async function readTraceFile(file: File): Promise<Trace | string> {
  return sizeProblem(file.size) ?? readTrace(await file.text(), file.name);
}

/**
 * The trace in a file of unknown kind: only traces start with two lines of one whole number each. Returns
 * an error message for a damaged trace, and null for another kind of file.
 */
export function recogniseTrace(text: string, name: string): Trace | string | null {
  if (!/^\s*\d+[^\S\n]*\n\s*\d+\s*(\n|$)/.test(text)) return null;
  const trace = sizeProblem(text.length) ?? readTrace(text, name);
  return typeof trace === 'string' ? t.asTrace(trace) : trace;
}
