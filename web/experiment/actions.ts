/** Everything that opens, changes or runs an experiment. */
import type { Experiment, Outcome, Scenario } from '../generated/types';
import { experiment, type KeptResults, type Size } from './store';

const later = (): never => {
  throw new Error('not there yet');
};

/** Opens JSON text once the engine accepts it; false: it was refused, and the page says why. Goes to the experiment page. */
export async function openExperiment(_text: string): Promise<boolean> {
  return later();
}

/** Opens an experiment that comes with the page; false: it was refused, and the page says why. */
export async function openPaper(_id: string): Promise<boolean> {
  return later();
}

/** An experiment of one's own on a scenario, with measures that fit it. */
export async function fromScenario(_scenario: Scenario): Promise<boolean> {
  return later();
}

/**
 * Changes the document once the engine accepts what comes out; false: it was refused, and `problems` says why. Changes with the
 * same key in quick succession (typing) are one step of history.
 */
export async function editExperiment(
  _change: (document: Experiment) => Experiment,
  _label: string,
  _key = '',
): Promise<boolean> {
  return later();
}

export function undoExperiment(): void {
  experiment.temporal.getState().undo();
}

export function redoExperiment(): void {
  experiment.temporal.getState().redo();
}

export function setSize(_size: Size): void {
  later();
}

/** Runs what is not done yet. */
export function run(): void {
  later();
}

/** Runs in flight wait where they are. */
export function pause(): void {
  later();
}

export function resume(): void {
  later();
}

/** Ends the runs in flight; what is done stays. */
export function cancel(): void {
  later();
}

/** Runs once more what failed. */
export function retryFailed(): void {
  later();
}

/** Takes results out of this browser; without an argument those of the open experiment at its present size. */
export async function removeResults(_of?: Pick<KeptResults, 'digest' | 'size'>): Promise<void> {
  later();
}

/** Opens the scenario of a variant with a seed in the laboratory, which then shows the way back. */
export async function openVariant(_point: number, _seed: number): Promise<boolean> {
  return later();
}

/** The runs that are done, by variant and seed: for exports. */
export function outcomes(): readonly Outcome[] {
  return later();
}

/** Saves the document as a file. */
export function saveExperiment(): void {
  later();
}

/** The share link of the document. */
export async function experimentLink(): Promise<string> {
  return later();
}
