/** What is needed to reproduce a figure: title, seed, digest and a link that opens the run. */

import { writeFragment } from '../../scenario/link';
import { documentNow, runNow } from '../../store';
import { app } from '../../store/app';
import { sceneNow, wholeNow } from '../../store/lesson';
import { isLesson } from '../../store/share';
import { captionTexts as t } from './texts';

export interface Source {
  title: string;
  seed: number;
  /** Digest of the run up to the time on screen; '' if there is none yet. */
  digest: string;
  model: number | null;
  link: string;
}

/** Longer links are in the file but not printed, because they are too long to type. */
const MAX_PRINTED_LINK = 120;

export async function sourceOfRun(): Promise<Source> {
  const { title, seed } = documentNow();
  const { digest, catalogue } = runNow();
  const fragment = await writeFragment({
    // With the lesson, the link would open its first step.
    source: sceneNow(),
    base: app.getState().base,
  });
  return {
    title: title || t.untitled,
    seed: seed ?? 1,
    digest: digest ?? '',
    model: catalogue?.modelVersion ?? null,
    link: location.origin + location.pathname + fragment,
  };
}

/** A link that contains the whole scenario, for the single-file page. */
export async function fullFragment(): Promise<string> {
  const { ended, digest, catalogue } = runNow();
  const linkDigest =
    ended && digest && catalogue ? { digest, atS: null, modelVersion: catalogue.modelVersion } : null;
  return writeFragment({ source: wholeNow(), linkDigest: isLesson({ scene: false }) ? null : linkDigest });
}

export function caption({ title, seed, digest, model, link }: Source): string[] {
  const run = digest === '' ? t.simulated(title, seed) : t.simulatedTo(title, seed, digest, model);
  return [run, link.length <= MAX_PRINTED_LINK ? link : link.replace(/#.*/, '')];
}
