/** A phone: nothing is cut off or covered, and what is opened fits and scrolls. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { HELD, phone, sideways } from '../support/devices';
import { settled, test, until } from '../support/lab';

/** The buttons of a row that extend beyond the screen or overlap their neighbour. */
async function crowdedButtons(row: Locator): Promise<string[]> {
  return row.evaluate((element) => {
    const boxes = [...element.querySelectorAll('button')].map((button) => ({
      name: button.textContent,
      box: button.getBoundingClientRect(),
      // Content that is larger than its button.
      over: button.scrollWidth > button.clientWidth + 1,
    }));
    return boxes
      .filter(({ box, over }, i) => {
        const next = boxes[i + 1]?.box;
        const covers = next && next.top < box.bottom && next.left < box.right - 0.5 && next.right > box.left;
        return over || covers || box.left < 0 || box.right > innerWidth;
      })
      .map(({ name }) => name ?? '');
  });
}

test.for(['en-GB', 'de-DE'])(
  'the buttons above the plots keep off each other, also with a fork, in %s',
  async (locale, { visit }) => {
    const lab = await visit({ ...phone, locale });
    await lab.open('#g=three-algorithms&play=0');
    const head = lab.page.locator('.plots-head');
    await lab.page.locator('.play').tap();
    const fork = head.getByRole('button', { name: /^(Fork|Abzweigen)$/ });
    await fork.waitFor();
    expect(await crowdedButtons(head)).toEqual([]);
    await fork.tap();
    await head.getByRole('button', { name: /^2 / }).waitFor();
    expect(await crowdedButtons(head)).toEqual([]);
    // All in one row.
    expect((await head.boundingBox())?.height).toBeLessThan(50);
  },
);

test('the list of branches opens on screen, and only its button with a bin removes one', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Play').tap();
  await lab.button('Fork').tap();
  await lab.button('2 branches').tap();
  await lab.button('Remove Main').waitFor();
  const list = lab.page.getByRole('dialog', { name: 'Branches of this run' });
  await expect
    .poll(async () => {
      const box = await list.boundingBox();
      return box && box.x >= 0 && box.x + box.width <= 390;
    })
    .toBe(true);
  // A branch that is removed cannot be brought back, so the button asks.
  await lab.button('Remove Main').tap();
  await lab.button('Remove Main for good').tap();
  await lab.button('2 branches').waitFor({ state: 'detached' });
});

test('the bar of a phone has a menu with what it has no room for, and its buttons say what they add', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&play=0');
  for (const name of ['New', 'Add']) {
    expect(await lab.button(name).innerText()).toBe(name);
    expect((await lab.button(name).boundingBox())?.width).toBeGreaterThan(50);
  }
  const pick = async (item: string, role: 'menuitem' | 'menuitemradio' = 'menuitem') => {
    await lab.button('More').tap();
    await lab.root.getByRole(role, { name: item }).tap();
  };
  await pick('Dark', 'menuitemradio');
  await lab.page.locator('html[data-theme=dark]').waitFor();
  for (const [item, title] of [
    ['Help', 'How to use it'],
    ['Export', 'Export'],
  ] as const) {
    await pick(item);
    const card = lab.page.getByRole('dialog', { name: title });
    await card.getByRole('heading', { level: 2 }).first().waitFor();
    expect(await card.evaluate((dialog) => dialog.scrollWidth)).toBeLessThanOrEqual(390);
    const inner = card.locator('.card');
    expect(await inner.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    await lab.button('Close').tap();
    await card.waitFor({ state: 'detached' });
  }
  await pick('Papers');
  await lab.page.getByRole('heading', { name: 'Papers', exact: true }).waitFor();
});

test('a phone shows the whole title, and a tap edits it', async ({ visit }) => {
  for (const [how, held] of HELD) {
    const lab = await visit(held);
    await lab.open('#g=high-speed&play=0');
    const heading = lab.root.getByRole('heading', { level: 1 });
    const field = heading.getByRole('textbox', { name: 'Title' });
    const title = await field.inputValue();
    expect(title.length).toBeGreaterThan(30);
    // The same text without a limit takes no more room than the title has.
    const needed = await heading.evaluate((element, text) => {
      const { width, paddingLeft, height, lineHeight } = getComputedStyle(element, '::after');
      const copy = element.ownerDocument.createElement('span');
      copy.textContent = text;
      Object.assign(copy.style, { position: 'absolute', width, padding: `0 ${paddingLeft}`, lineHeight });
      element.append(copy);
      const lines = copy.getBoundingClientRect().height;
      copy.remove();
      return { lines, shown: Number.parseFloat(height) };
    }, title);
    expect(needed.lines, how).toBeLessThanOrEqual(needed.shown);
    await field.tap();
    await lab.page.keyboard.press('Control+a');
    await lab.page.keyboard.type('Mine');
    await lab.page.keyboard.press('Enter');
    await expect.poll(async () => (await lab.document()).title, { message: how }).toBe('Mine');
  }
});

test('a phone held sideways shows two plots', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.open('#g=three-algorithms&play=0');
  const axis = lab.root.getByTestId('time-axis');
  for (const plot of [/^cwnd/, /^Queue/]) {
    const box = await lab.plot(plot).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(79);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(((await axis.boundingBox())?.y ?? 0) + 1);
  }
});

test('a popover higher than the screen scrolls while the run continues', async ({ visit }) => {
  const lab = await visit(sideways);
  await lab.open('#g=three-algorithms');
  await lab.button('Pause').waitFor();
  await lab.button('Help').tap();
  const help = lab.page.locator('.help-popover');
  await until(
    () => help.evaluate((element) => element.scrollHeight - element.clientHeight),
    (room) => room > 200,
  );
  await help.evaluate((element) => {
    element.scrollTop = 200;
  });
  await lab.page.waitForTimeout(300);
  expect(await help.evaluate((element) => element.scrollTop)).toBe(200);
  await lab.button('Present').tap();
  await lab.button('Leave the presentation').waitFor();
});

test('the line at the bottom opens what it names, also after an answer', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno');
  await lab.button('next loss').tap();
  const line = lab.page.locator('.sheet-handle');
  for (const close of [() => lab.page.keyboard.press('Escape'), () => lab.button('Close').tap()]) {
    await lab.button('Why?').tap();
    await lab.button('Step through it').waitFor();
    await close();
    await lab.page.getByRole('dialog').waitFor({ state: 'detached' });
    await line.tap();
    await lab.button('Selected: Scenario').waitFor();
    await lab.button('Close').tap();
  }
  await lab.button(/^Link r1 to r2/).press('Enter');
  await expect.poll(() => line.textContent()).toContain('r1 – r2');
});

test('a parameter in a task opens the sheet, and the button of the check has room for its text', async ({
  visit,
}) => {
  const lab = await visit(phone);
  await lab.open('#g=lesson-sawtooth');
  for (let i = 0; i < 5; i += 1) await lab.button(/^(Next|Skip)$/).tap();
  const check = lab.button(/^Check: Find a buffer/);
  await check.focus();
  await lab.page.keyboard.press('Enter');
  await lab.page.getByText('Check again').waitFor();
  expect(await crowdedButtons(lab.page.locator('.lesson-check-line'))).toEqual([]);
  await expect.poll(() => check.evaluate((button) => button === document.activeElement)).toBe(true);
  await lab.page.getByRole('link', { name: 'buffer of the link between the routers' }).tap();
  await lab.page
    .getByRole('dialog')
    .getByRole('textbox', { name: /^Buffer/ })
    .first()
    .waitFor();
});

test('held sideways, the page is as high as the screen', async ({ visit }) => {
  const lab = await visit(sideways);
  for (const scenario of ['#g=three-algorithms&play=0', '#g=lesson-sawtooth']) {
    await lab.open(scenario);
    expect(await lab.page.evaluate(() => document.documentElement.scrollHeight)).toBe(390);
  }
});

test('the clock follows the playhead', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno');
  await lab.button('Pause').waitFor();
  const changes = await lab.page.evaluate(async () => {
    const flag = document.querySelector<HTMLElement>('.now-flag');
    const clock = document.querySelector<HTMLElement>('.clock strong');
    const seen = { flag: new Set<string>(), clock: new Set<string>() };
    for (let frame = 0; frame < 90; frame += 1) {
      await new Promise(requestAnimationFrame);
      seen.flag.add(flag?.style.cssText ?? '');
      seen.clock.add(clock?.textContent ?? '');
    }
    return { flag: seen.flag.size, clock: seen.clock.size };
  });
  expect(changes.flag).toBeGreaterThan(5);
  expect(changes.clock).toBeGreaterThan(changes.flag / 2);
});

test('the tools of a phone open below the drawing, which stays where it is', async ({ visit }) => {
  for (const [how, held] of HELD) {
    const lab = await visit(held);
    await lab.open('#g=three-algorithms&play=0');
    const hosts = ['Host h1', 'Host h3', 'Host h6'].map((name) => lab.button(name).locator('.shape'));
    const bottoms = () =>
      Promise.all(
        hosts.map(async (host) => {
          const box = await host.boundingBox();
          return (box?.y ?? 0) + (box?.height ?? 0);
        }),
      );
    const resting = async () =>
      (
        await settled(
          async () => (await bottoms()).join(),
          () => true,
        )
      ).split(',');
    const before = await resting();
    await lab.button('Edit the network').tap();
    await lab.button('Add host').waitFor();
    expect(await resting(), how).toEqual(before);
    const tools = await lab.page.getByRole('toolbar', { name: 'Network tools' }).boundingBox();
    for (const bottom of await bottoms()) expect(bottom).toBeLessThan(tools?.y ?? 0);
    expect(tools?.height).toBeLessThanOrEqual(49);
  }
});

test('with a selection, Delete and Duplicate are in sight although the row of tools scrolls', async ({
  visit,
}) => {
  for (const [how, held] of HELD) {
    const lab = await visit(held);
    await lab.open('#g=three-algorithms&play=0');
    await lab.button('Edit the network').tap();
    await lab.button('Add host').waitFor();
    await lab.button('Host h1').press('Enter');
    const tools = lab.page.locator('.tools-all');
    for (const name of ['Duplicate the selection', 'Delete the selection']) {
      const button = lab.button(name);
      await until(
        async () => {
          const [own, row] = [await button.boundingBox(), await tools.boundingBox()];
          return own && row ? own.x >= row.x - 1 && own.x + own.width <= row.x + row.width : false;
        },
        (inSight) => inSight,
      );
    }
    expect(await lab.button('Add host').isVisible(), how).toBe(true);
  }
});

test('the question of Why? and its end stay in sight while the answer scrolls', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=three-algorithms&t=8&play=0');
  await lab.button('Why?').tap();
  const why = lab.root.getByRole('region', { name: 'Why' });
  const close = why.getByRole('button', { name: 'Close' });
  await why.getByRole('heading', { name: /^Why/ }).waitFor();
  await why.getByRole('button', { name: 'Step through it' }).waitFor();
  const y = async () => (await close.boundingBox())?.y ?? Number.NaN;
  const before = await settled(y, Number.isFinite);
  const scrolled = await why.evaluate((element) => {
    const body = element.parentElement as HTMLElement;
    body.scrollTop = body.scrollHeight;
    return body.scrollTop;
  });
  expect(scrolled).toBeGreaterThan(50);
  expect(Math.abs((await y()) - before)).toBeLessThan(16);
  await close.tap();
  await why.waitFor({ state: 'detached' });
});

test('a tool says what a finger does with it', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#g=one-reno&play=0');
  await lab.button('Edit the network').tap();
  const hint = lab.page.locator('.tool-hint');
  for (const tool of ['Select several', 'Add host', 'Add router', 'Draw link', 'Add flow']) {
    await lab.button(tool).tap();
    await expect.poll(() => hint.textContent()).toMatch(/^Tap where|, or tap /);
    expect(await hint.textContent()).not.toMatch(/click|Esc/i);
  }
});

test('held sideways, a lesson omits the network, and Escape closes what covers the plots', async ({
  visit,
}) => {
  const lab = await visit(sideways);
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Next').waitFor();
  expect((await lab.plot(/^Queue/).boundingBox())?.width).toBeGreaterThan(450);
  await lab.open('#g=three-algorithms&play=0');
  // The lesson has such a button too.
  await lab.button('Flow CUBIC').waitFor();
  await lab.button('Inspector').tap();
  const inspector = lab.page.getByRole('complementary', { name: 'Inspector' });
  await inspector.waitFor();
  await lab.page.keyboard.press('Escape');
  await inspector.waitFor({ state: 'detached' });
});

test('held sideways, a labelled button opens the algorithm, and its editor shows at least six lines', async ({
  visit,
}) => {
  const lab = await visit(sideways);
  await lab.open('#g=one-reno&play=0');
  await lab.button('Flow Reno').tap();
  const button = lab.button('Inspector');
  expect((await button.innerText()).trim()).toBe('Inspector');
  await button.tap();
  await lab.button(/^Write your own/).tap();
  const lines = lab.page.locator('.cm-line');
  await lines.first().waitFor();
  const inView = () =>
    lines.evaluateAll(
      (all) => all.filter((line) => line.getBoundingClientRect().bottom <= window.innerHeight).length,
    );
  await until(inView, (n) => n >= 6);
});

test('in an embed the time of the crosshair covers no word of the network', async ({ visit }) => {
  const lab = await visit({ viewport: { width: 600, height: 400 } });
  await lab.open('#g=three-algorithms&embed=1');
  await lab.button('Play').first().click();
  const clock = lab.page.locator('.clock strong');
  await expect.poll(async () => Number.parseFloat((await clock.textContent()) ?? '')).toBeGreaterThan(3);
  await lab.button('Pause').click();
  const plot = await lab.plot(/^cwnd/).boundingBox();
  if (!plot) throw new Error('no plot');
  await lab.page.mouse.move(plot.x + 70, plot.y + plot.height / 2);
  const flag = await lab.page.getByTestId('moment-flag').boundingBox();
  if (!flag) throw new Error('no flag');
  const words = await lab.page.locator('.topology-area .drawing text').all();
  expect(words.length).toBeGreaterThan(3);
  for (const word of words) {
    const box = await word.boundingBox();
    if (!box || box.width === 0) continue;
    const across = Math.min(box.x + box.width, flag.x + flag.width) - Math.max(box.x, flag.x);
    const down = Math.min(box.y + box.height, flag.y + flag.height) - Math.max(box.y, flag.y);
    expect(Math.min(across, down), (await word.textContent()) ?? '').toBeLessThanOrEqual(0);
  }
});

test('held sideways, dialogs and messages are on the screen as a whole', async ({ visit }) => {
  const lab = await visit(sideways);
  const fits = async (element: Locator) => {
    await element.waitFor();
    return until(
      () =>
        element.evaluate((e) => {
          const box = e.getBoundingClientRect();
          const inside =
            box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
          const front = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
          return inside && front !== null && e.contains(front);
        }),
      Boolean,
    );
  };
  await lab.open('#g=models-agree&play=0&select=flow/f1&inspector=1');
  await lab.page.getByRole('option', { name: /^Rate-based / }).tap();
  await lab.page.getByRole('option', { name: /^TFRC / }).tap();
  await fits(lab.button('Use the packet model'));
  await lab.page.locator('.messages').getByRole('button').last().tap();

  await lab.button('New').tap();
  const dialog = lab.page.getByRole('dialog', { name: 'New network' });
  await fits(dialog.getByRole('button', { name: 'Close' }));
  await fits(dialog.getByRole('button', { name: 'Create and run' }));
  await dialog.getByRole('button', { name: 'Close' }).tap();

  await lab.button('Share').tap();
  await lab.button('QR code').tap();
  await fits(lab.page.getByRole('img', { name: /^QR code/ }));
});

test('a tag at the end of the row does not move the gallery sideways', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open('#gallery');
  const tags = lab.page.locator('.tag-chip');
  await tags.nth(8).tap();
  const main = lab.page.locator('.gallery-scroll');
  expect(await main.evaluate((e) => [e.scrollLeft, e.scrollWidth - e.clientWidth])).toEqual([0, 0]);
});
