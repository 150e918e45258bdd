/** The share dialog where it is higher than the window. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../support/lab';

/** Whether a press on the middle of an element would reach it. */
const isInSight = (element: Locator) =>
  element.evaluate((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (e.contains(hit) || hit.contains(e));
  });

test.for([
  ['upright', { width: 390, height: 844 }],
  ['held sideways', { width: 844, height: 390 }],
] as const)(
  'on a phone %s its head and the row that copies the code stay in sight',
  async ([, viewport], { visit }) => {
    const lab = await visit({ viewport, isMobile: true, hasTouch: true });
    await lab.open('#g=three-algorithms&t=24');
    await lab.button('Share').tap();
    const card = lab.root.getByRole('dialog', { name: 'Share this scenario' });
    await card.getByRole('tab', { name: 'Embed in a page' }).tap();
    const code = card.getByRole('textbox', { name: 'Code for embedding' });
    const shown = [
      card.getByRole('heading', { name: 'Share this scenario' }),
      card.getByRole('button', { name: 'Close' }),
      card.getByRole('tab', { name: 'Link' }),
      card.getByRole('button', { name: /^Code: / }),
      card.getByRole('button', { name: 'Copy code' }),
    ];
    await code.waitFor();
    for (const element of shown) expect(await isInSight(element), `${element}, at the start`).toBe(true);
    await code.evaluate((e) => e.scrollIntoView({ block: 'end' }));
    await expect.poll(() => isInSight(code)).toBe(true);
    for (const element of shown) expect(await isInSight(element), `${element}, at the end`).toBe(true);

    // Another tab begins at its top.
    await card.getByRole('tab', { name: 'Link' }).tap();
    await expect.poll(() => isInSight(card.getByRole('textbox', { name: 'Link' }))).toBe(true);
  },
);
