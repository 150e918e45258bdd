import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { serve } from '../../scripts/lib/serve.mjs';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** A page of another origin, where somebody is about to type while the laboratory opens below. */
function course(src: string): string {
  return `<!doctype html><title>Course</title><link rel="icon" href="data:,">
<input aria-label="Answer" autofocus>
<iframe title="Droptail" sandbox="allow-scripts" width="600" height="400" src="${src.replaceAll('&', '&amp;')}"></iframe>`;
}

test('an embed waits for its play button, in a sandbox of another origin', async ({
  lab,
  onTestFinished,
}) => {
  const src = inject('site') + (await fragmentOf(sawtooth(), { embed: true }));
  const empty = await mkdtemp(join(tmpdir(), 'droptail-'));
  const other = await serve(empty, { base: '/files/', pages: { '/course': course(src) } });
  onTestFinished(async () => {
    await other.close();
    await rm(empty, { recursive: true });
  });
  await lab.page.goto(new URL('/course', other.url).href);
  const frame = await until(
    async () => lab.page.frame({ url: (url) => url.href.startsWith(inject('site')) }),
    (found) => found !== null,
  );
  if (!frame) throw new Error('no frame');
  const embed = new Lab(lab.page, frame);
  await embed.ready();

  // It stands still at the start, and whoever types goes on typing.
  expect(await embed.button('Play').count()).toBe(2);
  await embed.says('0.00 s');
  await lab.page.keyboard.type('two BDP');
  expect(await lab.page.getByRole('textbox', { name: 'Answer' }).inputValue()).toBe('two BDP');
  // Nothing in it can be changed.
  expect(await embed.title.count()).toBe(0);
  expect(await embed.button(/^Host/).count()).toBe(0);

  await embed.play();
  await embed.says(/^[1-9]\d*\.\d\d s$/);
  await embed.pause();
});

test('an embed opens in full', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(), { embed: true }));
  const [full] = await Promise.all([
    lab.page.context().waitForEvent('page'),
    lab.page.getByRole('link', { name: 'Open in full' }).click(),
  ]);
  const opened = new Lab(full);
  await opened.ready();
  expect(await opened.title.inputValue()).toBe('One sawtooth');
  await opened.button('Pause').waitFor();
});
