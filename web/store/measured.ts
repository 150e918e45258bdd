/** Measurements from files, drawn over the plots. They are not simulated and not saved. */
import { createStore } from 'zustand/vanilla';
import type { MeasuredCurve } from '../imports/read';

export interface Measured {
  id: number;
  /** Name of the file. */
  name: string;
  /** The simulated time of the file's first point, s. */
  shiftS: number;
  curves: readonly MeasuredCurve[];
}

export const measured = createStore<{ list: readonly Measured[] }>(() => ({ list: [] }));

/** The most files at once: more could not be told apart. */
const MAX_FILES = 6;
let count = 0;

/** Whether a file seems to hold measurements, by how it begins. */
export function isMeasurement(name: string, text: string): boolean {
  if (/\.(csv|tsv)$/i.test(name)) return true;
  return /^\s*\{/.test(text) && /"intervals"\s*:/.test(text) && /"(sum|streams)"\s*:/.test(text);
}

/** Adds a file's curves to the plots. Returns an error message, or null. */
export async function addMeasured(name: string, text: string): Promise<string | null> {
  const { readMeasurement } = await import('../imports/read');
  const curves = readMeasurement(text);
  if (typeof curves === 'string') return curves;
  count += 1;
  const list = [...measured.getState().list, { id: count, name: name.slice(0, 80), shiftS: 0, curves }];
  measured.setState({ list: list.slice(-MAX_FILES) });
  return null;
}

export function shiftMeasured(id: number, shiftS: number): void {
  measured.setState(({ list }) => ({ list: list.map((m) => (m.id === id ? { ...m, shiftS } : m)) }));
}

export function removeMeasured(id: number): void {
  measured.setState(({ list }) => ({ list: list.filter((m) => m.id !== id) }));
}
