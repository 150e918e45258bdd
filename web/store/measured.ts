/** Measurements from files, drawn over the plots. They are neither simulated nor saved. */
import { createStore } from 'zustand/vanilla';
import type { MeasuredCurve } from '../imports/read';

export interface Measured {
  id: number;
  /** Of the file. */
  name: string;
  /** Simulated time at which the file's first moment lies, s. */
  shiftS: number;
  curves: readonly MeasuredCurve[];
}

export const measured = createStore<{ list: readonly Measured[] }>(() => ({ list: [] }));

/** At most so many files at once: more could not be distinguished. */
const MOST = 6;
let count = 0;

/** Whether a file seems to hold measurements, judged by its beginning. */
export function isMeasurement(name: string, text: string): boolean {
  if (/\.(csv|tsv)$/i.test(name)) return true;
  return /^\s*\{/.test(text) && /"intervals"\s*:/.test(text) && /"(sum|streams)"\s*:/.test(text);
}

/** Puts a file's curves over the plots; a string says what is wrong with it. */
export async function addMeasured(name: string, text: string): Promise<string | null> {
  const { readMeasurement } = await import('../imports/read');
  const curves = readMeasurement(text);
  if (typeof curves === 'string') return curves;
  count += 1;
  const list = [...measured.getState().list, { id: count, name: name.slice(0, 80), shiftS: 0, curves }];
  measured.setState({ list: list.slice(-MOST) });
  return null;
}

export function shiftMeasured(id: number, shiftS: number): void {
  measured.setState(({ list }) => ({ list: list.map((m) => (m.id === id ? { ...m, shiftS } : m)) }));
}

export function removeMeasured(id: number): void {
  measured.setState(({ list }) => ({ list: list.filter((m) => m.id !== id) }));
}
