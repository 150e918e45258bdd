import { expect } from 'vitest';
import { galleryEntries, galleryScenario, runNatively } from '../support/engine';
import { test } from '../support/lab';

test('every entry of the gallery opens with one press and runs as it does natively', async ({ lab }) => {
  await lab.open();
  const entries = await galleryEntries();
  for (const { id, title } of entries) {
    const scenario = await galleryScenario(id);
    // Lessons wait for their reader and have their own tests.
    if (scenario.lesson) continue;
    await lab.button('Gallery').click();
    await lab.page.getByRole('heading', { name: 'Gallery' }).waitFor();
    const words = lab.page.getByText(title, { exact: true });
    await lab.page.getByRole('button').filter({ has: words }).click();
    await lab.page.waitForURL(`**/#g=${id}`);
    await lab.endsWith((await runNatively(scenario)).digest);
    expect(await lab.title.inputValue()).toBe(title);
    expect(await lab.button('Dismiss').count(), `messages in ${title}`).toBe(0);
  }
}, 180_000);
