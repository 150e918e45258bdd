/** Shares experiments: as links, as files, or as a variant in the laboratory. */
import type { AxisValue, Experiment } from '../../generated/types';
import { READ_TIMEOUT_MS } from '../../runner/client';
import { writeFragment } from '../../scenario/link';
import { app } from '../app';
import { openVariantScenario } from '../open';
import { run } from '../run';
import { saveFile } from '../save';
import { sweepTexts } from '../texts';
import { desk } from './connect';
import { experiment } from './store';

/** The share link of the document, with the fingerprint of its runs if all are done; empty if none is open. */
export async function experimentLink(): Promise<string> {
  const { document, base, size, status, fingerprint } = experiment.getState();
  if (!document) return '';
  const modelVersion = run.getState().catalogue?.modelVersion;
  const linkDigest =
    status === 'done' && modelVersion ? { digest: fingerprint, atS: null, modelVersion } : null;
  const shared = { source: document, base, full: size === 'full', linkDigest };
  return location.origin + location.pathname + (await writeFragment(shared, 'experiment'));
}

/** Saves the document as a file. */
export function saveExperiment(): void {
  const { document } = experiment.getState();
  if (document) saveFile(document.title || 'experiment', document);
}

/** Opens the scenario of a variant with a seed in the laboratory, which then shows a link back. */
export async function openVariant(point: number, seed: number): Promise<boolean> {
  const { document, points } = experiment.getState();
  const at = points[point];
  if (!document || !at) return false;
  let text: string;
  try {
    text = await desk().ask('scenario', { point, seed }, { timeoutMs: READ_TIMEOUT_MS });
  } catch (error) {
    app.setState({
      requestError: sweepTexts.noScenario(error instanceof Error ? error.message : String(error)),
    });
    return false;
  }
  // A reload opens the scenario without the experiment.
  const address = await writeFragment({ source: JSON.parse(text) });
  return openVariantScenario(text, variantWords(document, at, seed), address);
}

/** "Buffer 50 packets, Algorithm cubic, seed 3" */
function variantWords(document: Experiment, at: readonly AxisValue[], seed: number): string {
  const values = (document.axes ?? []).map(({ name, unit }, i) =>
    [name, String(at[i] ?? ''), unit].filter((word) => word).join(' '),
  );
  return [...values, `seed ${seed}`].join(', ');
}
