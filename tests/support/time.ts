/** The time of a run in the page. */
import { type Lab, until } from './lab';

/** The digest of the run so far. */
export async function digest(lab: Lab): Promise<string> {
  const title = await lab.root.getByTitle('Digest of the run so far').getAttribute('title');
  return /\b[0-9a-f]{16}\b/.exec(title ?? '')?.[0] ?? '';
}

/** The slider of the timeline. */
export const moment = (lab: Lab) => lab.root.getByRole('slider', { name: 'Time in the run' });

/** The time on screen, s. */
export const now = async (lab: Lab): Promise<number> =>
  Number(await moment(lab).getAttribute('aria-valuenow'));

export const standsAt = (lab: Lab, at: (t: number) => boolean): Promise<number> => until(() => now(lab), at);

/** Runs to the end at 60 s. The timeline follows the button that says so a moment later. */
export async function finishAt60(lab: Lab): Promise<void> {
  await lab.finish();
  await standsAt(lab, (t) => t === 60);
}

/** Runs three-algorithms to its end at 60 s, and goes back a tenth of it. */
export async function finishAndGoBack(lab: Lab): Promise<void> {
  await finishAt60(lab);
  await moment(lab).press('PageDown');
  await standsAt(lab, (t) => Math.abs(t - 54) < 0.01);
}
