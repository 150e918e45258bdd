/** What it takes to make a picture again: title, seed, digest, and a link that opens the run. */

import { writeFragment } from '../../scenario/link';
import { documentNow, runNow } from '../../store';
import { app } from '../../store/app';
import { sceneNow, wholeNow } from '../../store/lesson';
import { isLesson } from '../../store/share';

export interface Source {
  title: string;
  seed: number;
  /** Fingerprint of the run up to the moment; '' before there is one. */
  digest: string;
  model: number | null;
  link: string;
}

/** Longer links are in the file, but nobody types them from paper. */
const READABLE = 120;

export async function sourceOfRun(): Promise<Source> {
  const { title, seed } = documentNow();
  const { digest, catalogue } = runNow();
  const fragment = await writeFragment({
    // With its lesson it would open as the first step has it.
    source: sceneNow(),
    base: app.getState().base,
  });
  return {
    title: title || 'Untitled',
    seed: seed ?? 1,
    digest: digest ?? '',
    model: catalogue?.modelVersion ?? null,
    link: location.origin + location.pathname + fragment,
  };
}

/** A link that holds the whole scenario, for a file that stands alone. */
export async function wholeFragment(): Promise<string> {
  const { ended, digest, catalogue } = runNow();
  const promised =
    ended && digest && catalogue ? { digest, atS: null, modelVersion: catalogue.modelVersion } : null;
  return writeFragment({ source: wholeNow(), promised: isLesson({ scene: false }) ? null : promised });
}

export function caption({ title, seed, digest, model, link }: Source): string[] {
  const run = digest === '' ? '' : `, digest ${digest}, model ${model}`;
  const lines = [`${title}. Simulated by Droptail: seed ${seed}${run}.`];
  const place = link.length <= READABLE ? link : link.replace(/#.*/, '');
  return [...lines, place];
}
