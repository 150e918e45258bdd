/** What the page says of workers that do not answer, and the way on. */
import { faultyWorkers } from './faulty-workers';
import { type Lab, until } from './lab';

/** Several seconds of silence, on a machine that has much to do. */
export const NOTICED = { timeout: 40_000 };

export async function faulty(lab: Lab): Promise<Lab> {
  await lab.page.addInitScript(faultyWorkers);
  return lab;
}

export const engineSilent = (lab: Lab) => lab.root.getByText('The engine does not answer.');

export async function stopAndRestart(lab: Lab): Promise<void> {
  await lab.button('Stop and restart').click(NOTICED);
  await lab.button('Play').first().waitFor();
  await until(
    () => engineSilent(lab).count(),
    (n) => n === 0,
  );
}
