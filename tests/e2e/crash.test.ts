import { expect } from 'vitest';
import { normalized, runInWasm } from '../support/engine';
import { test } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

test('a crash of the engine is reported, and nothing is lost', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(60)));
  await lab.title.fill('Work in progress');
  await lab.title.press('Enter');
  const document = await lab.document();
  expect(document).toEqual(await normalized({ ...sawtooth(60), title: 'Work in progress' }));

  // The other worker draws.
  const worker = lab.page.workers().find((w) => /\/entry-/.test(w.url()));
  // The protocol has this message for tests.
  await worker?.evaluate(() => self.dispatchEvent(new MessageEvent('message', { data: { type: 'crash' } })));
  await lab.says('The engine stopped.');
  await lab.says('Your scenario is intact.');
  expect(await lab.document()).toEqual(document);

  await lab.button('Restart').click();
  await lab.play();
  await lab.endsWith((await runInWasm(document)).digest);
  expect(await lab.page.getByText('The engine stopped.').count()).toBe(0);
  await lab.button('Undo: change title').waitFor();
});
