/**
 * *Why?*: the cause in words, the numbers of the rule, their display in plots and network; and the figures of pairs of
 * flows.
 */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { type Lab, settled, test, until } from '../support/lab';
import { moment, now } from '../support/time';

/** Runs for some time and goes back, so that steps find the same wherever the run was paused. */
async function backToStart(lab: Lab, afterS: number): Promise<number> {
  await until(
    () => now(lab),
    (t) => t > afterS,
  );
  await lab.pause();
  await moment(lab).press('Home');
  return until(
    () => now(lab),
    (t) => t === 0,
  );
}

/**
 * The answer about the first loss after 6 s. The previous one is detected by the second duplicate ACK, because a
 * delayed ACK has the first SACK.
 */
async function answer(lab: Lab): Promise<Locator> {
  await lab.open('#g=three-algorithms');
  let at = await backToStart(lab, 4);
  const next = lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' });
  while (at <= 6) {
    const before = at;
    await next.click();
    // Until the step has ended: its time is also shown on the way.
    at = await settled(
      () => now(lab),
      (t) => t > before,
    );
  }
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('heading', { name: 'Why did cwnd drop here?' }).waitFor();
  return why;
}

test('Why? about a change of the algorithm names it, and the variables of the new one begin', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  await until(
    () => now(lab),
    (t) => t > 4,
  );
  await lab.pause();
  await lab.button(/^CUBIC h1 to h4$/).click();
  await lab.pick('High-speed', 'H-TCP');
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByText('The scenario was edited: CUBIC → H-TCP.').waitFor();
  const row = why.getByRole('row').filter({ hasText: /^α/ });
  expect(await row.getByRole('cell').first().textContent()).toBe('–');
  // Before the change, the rule and the variables are CUBIC's.
  await why.getByRole('button', { name: 'Previous event' }).click();
  await why.getByText(/^CUBIC: /).waitFor();
  expect(await row.count()).toBe(0);
});

test('Why? names the cause, where the packet was dropped, and the numbers that the rule used', async ({
  lab,
}) => {
  const why = await answer(lab);
  const said = (await why.locator('.why-cause').textContent()) ?? '';
  expect(said).toMatch(
    /^The third duplicate ACK for packet [\d\u202f]+ arrived\. r1 had dropped it at [\d.]+ s: the queue was full, 60 of 60 packets waiting\.$/,
  );
  // The formula with its numbers gives the window after the decrease.
  const formula = (await why.getByTestId('with-numbers').textContent()) ?? '';
  const halved = /max\(([\d.]+)\/2, 2\)/.exec(formula)?.[1];
  const kept = /ssthresh ← (0\.7)·([\d.]+)/.exec(formula);
  const expected = halved ? Number(halved) / 2 : Number(kept?.[1]) * Number(kept?.[2]);
  const row = why.getByRole('row').filter({ hasText: /^cwnd/ });
  const after = Number.parseFloat((await row.getByRole('cell').last().textContent()) ?? '');
  expect(after).toBeCloseTo(expected, 1);
  await why.getByText(/^flight: when the rule was applied, [\d.]+ packets were sent/).waitFor();
  // The picture shows the same packet in the colour of the flow.
  const picture = why.getByRole('img', { name: /^Time–sequence/ });
  const packet = /packet ([\d\u202f]+)/.exec(said)?.[1] ?? '';
  await picture.getByText(`${packet} lost`).waitFor();
  const stroke = await picture.locator('.sent').evaluate((path) => getComputedStyle(path).stroke);
  const sample = await why.locator('.line-sample').evaluate((e) => getComputedStyle(e).backgroundImage);
  expect(sample).toContain(stroke);
});

test('at 1440 × 900 cause, values, rule and source are seen without scrolling, and the picture spans drop and response', async ({
  visit,
}) => {
  const lab = await visit({ viewport: { width: 1440, height: 900 } });
  const why = await answer(lab);
  const room = (await why.locator('xpath=..').boundingBox()) ?? { y: 0, height: 0 };
  for (const part of [
    why.locator('.why-cause'),
    why.getByRole('img', { name: /^Time–sequence/ }),
    why.getByRole('row').filter({ hasText: /^cwnd/ }),
    why.getByTestId('with-numbers'),
    why.getByText(/^RFC \d+, (section|equation)/),
  ]) {
    const box = await part.boundingBox();
    expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(
      room.y + room.height,
    );
  }
  // The drop has a fifth of the picture on its left, the response a third on its right.
  const picture = why.getByRole('img', { name: /^Time–sequence/ });
  const whole = await picture.boundingBox();
  const drop = await picture.locator('.dropped').first().boundingBox();
  const response = await picture.locator('.answer').boundingBox();
  if (!whole || !drop || !response) throw new Error('no picture');
  const share = (box: typeof whole) => (box.x + box.width / 2 - whole.x) / whole.width;
  expect(share(drop)).toBeGreaterThan(0.2);
  expect(share(response) - share(drop)).toBeGreaterThan(0.3);
  expect(share(response)).toBeLessThan(0.75);
  // Its words are apart.
  const words = await picture
    .locator('.told')
    .evaluateAll((all) => all.map((e) => e.getBoundingClientRect()));
  expect(words.length).toBeGreaterThanOrEqual(3);
  for (const [i, a] of words.entries())
    for (const b of words.slice(i + 1))
      expect(a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top).toBe(true);
});

test('the drop is marked in the queue, the decrease in the window, and both can be stepped through', async ({
  lab,
}) => {
  const why = await answer(lab);
  const marks = (plot: RegExp, part: string) => lab.plot(plot).locator(`.plot-why ${part}`);
  await until(
    () => marks(/^Queue/, '.drop').count(),
    (n) => n === 1,
  );
  expect(await marks(/^cwnd/, 'circle:not(.badge)').count()).toBe(2);
  // The sign of the answer stands at the event.
  const sign = await why.locator('.why-badge').textContent();
  expect(sign?.trim()).toBe('?');
  expect(await marks(/^cwnd/, 'text.badge').textContent()).toBe(sign?.trim());
  const dropped = Number.parseFloat((await why.locator('.why-time').textContent()) ?? '');
  const cut = await now(lab);
  expect(dropped).toBeLessThan(cut);
  await why.getByRole('button', { name: 'Step through it' }).click();
  const explanation = why.getByRole('region', { name: 'Step through it' });
  await explanation.getByText('A packet was dropped').waitFor();
  await until(
    () => now(lab),
    (t) => Math.abs(t - dropped) < 0.01,
  );
  // The run follows, from duplicate ACK to duplicate ACK, to the decrease.
  const steps = Number(/of (\d+)/.exec((await explanation.textContent()) ?? '')?.[1]);
  expect(steps).toBeGreaterThanOrEqual(4);
  // Each step says what is new in it, and the list of events has it too.
  const words: string[] = [];
  const current = why.getByRole('list', { name: 'Events around this moment' }).locator('[aria-current=true]');
  for (let i = 1; ; i += 1) {
    const said = (await explanation.locator('p').textContent()) ?? '';
    const [, time = ''] = /, ([\d.]+ s):/.exec(said) ?? [];
    expect(await current.textContent()).toContain(time);
    words.push(said.replace(/^.*?: /, ''));
    if (i === steps) break;
    await explanation.getByRole('button', { name: 'Next step' }).click();
  }
  expect(new Set(words).size).toBe(steps);
  expect(words[1]).toContain('first duplicate ACK');
  await until(
    () => now(lab),
    (t) => t >= cut - 0.01,
  );
  await explanation.getByRole('button', { name: 'Done' }).click();
  await why.getByRole('button', { name: 'Close' }).click();
  await until(
    () => marks(/^Queue/, '.drop').count(),
    (n) => n === 0,
  );
});

test('a mark is that of the packet whose acknowledgement arrives, a propagation delay later at least', async ({
  lab,
}) => {
  await lab.open('#g=l4s');
  await backToStart(lab, 2);
  await lab.page.keyboard.press('m');
  await settled(
    () => now(lab),
    (t) => t > 0,
  );
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByText(/An ACK reported a congestion mark/).waitFor();
  const times = (where: string) => why.locator(where).allTextContents();
  const [arrived = 0] = (await times('.why-subject .numeric')).map(Number.parseFloat);
  const [received = 0, marked = 0] = (await times('.why-time')).map(Number.parseFloat);
  // 10 ms from the receiver to the sender, and 9 ms from the queue to the receiver.
  expect(arrived - received).toBeGreaterThan(0.009);
  expect(received - marked).toBeGreaterThan(0.008);
});

test('a matrix states its result, and the number of events on the diagonal', async ({ lab }) => {
  await lab.open('#g=three-algorithms&plots=phase,synchronization');
  await lab.finish();
  const figure = lab.plot('Synchronisation of losses');
  const finding = await until(
    async () => (await figure.locator('.finding').textContent()) ?? '',
    (text) => /^A congestion event hits \d+ % of the flows on average\.$/.test(text),
  );
  const counted = Number(/(\d+) congestion events/.exec((await figure.textContent()) ?? '')?.[1]);
  const diagonal = await figure.locator('td.self').allTextContents();
  expect(Math.max(...diagonal.map(Number))).toBeLessThanOrEqual(counted);
  const mean = (100 * diagonal.reduce((sum, n) => sum + Number(n), 0)) / (counted * diagonal.length);
  expect(Number(/\d+/.exec(finding)?.[0])).toBe(Math.round(mean));
});

test('the phase portrait is large and states its result', async ({ lab }) => {
  await lab.open('#g=three-algorithms&plots=phase');
  await lab.finish();
  const figure = lab.plot(/^Phase portrait/);
  await figure
    .getByText(/^(CUBIC|Reno)’s window is [\d.]+ times that of (CUBIC|Reno)\.$|about the same share\.$/)
    .waitFor();
  // The windows of the third flow are in the queue as well, so nothing is said of the sum of these two.
  await figure.getByText(/these two alone would fill it on the black line/).waitFor();
  expect(await figure.getByText(/% of the time/).count()).toBe(0);
  const box = await figure.getByRole('img').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(368);
});

test('the phase portrait of two flows alone says how long they fill the link, whatever their round-trip times', async ({
  lab,
}) => {
  // Both gallery entries keep the queue from running empty.
  for (const [entry, words] of [
    ['two-flows-converge', /^.*Their sum exceeds the BDP (99|100) % of the time/],
    ['rtt-unfairness', /^.*Their windows are more than the link needs (99|100) % of the time/],
  ] as const) {
    await lab.open(`#g=${entry}&t=60&plots=phase`);
    await lab
      .plot(/^Phase portrait/)
      .getByText(words)
      .waitFor();
  }
});

test('the phase portrait scrolls into view with the names of both axes, and without the time axis', async ({
  lab,
}) => {
  await lab.open('#g=three-algorithms');
  const time = lab.root.getByTestId('time-axis');
  await time.waitFor();
  await lab.button('Add').click();
  await lab.root.getByRole('checkbox', { name: /^Phase portrait/ }).check();
  await lab.page.keyboard.press('Escape');
  const figure = lab.plot(/^Phase portrait/);
  await figure.waitFor();
  /** The distance of the axis names from the edges of the visible plots, px. */
  const spare = async () => {
    const of = (name: string) => figure.getByRole('combobox', { name }).boundingBox();
    const plots = await lab.page.locator('.plots-scroll').boundingBox();
    const [above, below] = [await of('Flow on the vertical axis'), await of('Flow on the horizontal axis')];
    if (!plots || !above || !below) return Number.NEGATIVE_INFINITY;
    return Math.min(above.y - plots.y, plots.y + plots.height - below.y - below.height);
  };
  await until(spare, (px) => px >= 0);
  await time.waitFor({ state: 'hidden' });
  await lab.page.locator('.plots-scroll').evaluate((element) => {
    element.scrollTop = 0;
  });
  await time.waitFor();
});

/** The answer about a time near the end of a run, between two losses of CUBIC. */
async function quietAnswer(lab: Lab): Promise<Locator> {
  await lab.open('#g=three-algorithms');
  await lab.finish();
  await press(lab, 0.7);
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('heading', { name: 'Why did cwnd grow here?' }).waitFor();
  return why;
}

/** Clicks the window's plot at a fraction of its width. */
async function press(lab: Lab, share: number): Promise<void> {
  const area = lab.root.getByRole('slider', { name: 'Crosshair', exact: true });
  const box = await area.boundingBox();
  if (!box) throw new Error('the plots are not on screen');
  await lab.page.mouse.click(box.x + share * box.width, box.y + 70);
}

const timeOf = async (why: Locator) =>
  Number.parseFloat((await why.locator('.why-subject .numeric').textContent()) ?? '');

/** Presses a button of the answer until it shows another time. Returns that time. */
async function goes(
  why: Locator,
  way: 'Previous event' | 'Next event' | 'Next decrease' | 'Next drop or mark',
): Promise<number> {
  const before = await timeOf(why);
  await why.getByRole('button', { name: way, exact: true }).click();
  return until(
    () => timeOf(why),
    (t) => t !== before,
  );
}

test('the next decrease is found anywhere in the run, with the same cause from both sides', async ({
  lab,
}) => {
  const why = await quietAnswer(lab);
  const from = await timeOf(why);
  // More round trips lie in between than the answer has loaded.
  const first = await goes(why, 'Next decrease');
  expect(first - from).toBeGreaterThan(1);
  await why.getByRole('heading', { name: 'Why did cwnd drop here?' }).waitFor();
  const cause = async () => (await why.locator('.why-cause').textContent()) ?? '';
  const told = await until(cause, (text) => text.includes('the queue was full, 60 of 60 packets waiting'));
  const second = await goes(why, 'Next decrease');
  expect(second).toBeGreaterThan(first);
  while ((await goes(why, 'Previous event')) > first + 1e-3);
  expect(await until(cause, (text) => text === told)).toBe(told);
  // After the last one there is none, and the answer stays.
  for (let last = first; ; ) {
    await why.getByRole('button', { name: 'Next decrease' }).click();
    const t = await until(
      async () =>
        (await why.getByText('None found in the run so far.').count()) > 0 ? Infinity : timeOf(why),
      (t) => t > last,
    );
    if (t === Infinity) break;
    last = t;
  }
  await why.getByRole('heading', { name: 'Why did cwnd drop here?' }).waitFor();
});

test('the answer about a flow of several connections says that its window is their sum', async ({ lab }) => {
  await lab.open('#g=incast');
  await lab.finish();
  await lab.root
    .getByRole('button', { name: /^Flow / })
    .first()
    .press('Enter');
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why
    .getByText(/^This flow has several connections at a time\. The values are sums over them/)
    .waitFor();
});

test('an open answer moves to the time that is clicked in the plots', async ({ lab }) => {
  const why = await quietAnswer(lab);
  const from = await timeOf(why);
  await press(lab, 0.4);
  const to = await until(
    () => timeOf(why),
    (t) => t < from - 5,
  );
  // 30 s to 60 s are on screen; a nearby decrease is preferred.
  expect(Math.abs(to - 42)).toBeLessThan(1);
});

test('an open answer is about the time that the timeline goes to, and a second question shows its moment again', async ({
  lab,
}) => {
  const why = await quietAnswer(lab);
  await lab.root.getByRole('slider', { name: 'Time in the run' }).focus();
  await lab.page.keyboard.press('Home');
  for (let tenth = 0; tenth < 3; tenth += 1) await lab.page.keyboard.press('Shift+ArrowRight');
  // Three tenths of a run of 60 s.
  const to = await until(
    () => timeOf(why),
    (t) => Math.abs(t - 18) < 1,
  );
  const pinned = lab.root.getByRole('button', { name: 'Unpin the crosshair' });
  await pinned.click();
  await pinned.waitFor({ state: 'hidden' });
  await lab.button('Why?').click();
  await pinned.waitFor();
  expect(Math.abs((await timeOf(why)) - to)).toBeLessThan(1);
});

test('at a queue, the next drop is found, with the rule of its discipline and the values that it had', async ({
  lab,
}) => {
  await lab.open('#g=aqm');
  await lab.finish();
  await press(lab, 0.5);
  await lab.button('Why?').click();
  const why = lab.root.getByRole('region', { name: 'Why' });
  await why.getByRole('button', { name: /^Subject/ }).click();
  await lab.page.getByRole('option', { name: 'Queue from r3 to q3' }).click();
  await goes(why, 'Next drop or mark');
  await why.getByRole('heading', { name: 'Why was a packet dropped here?' }).waitFor();
  const cause = await why.locator('.why-cause').textContent();
  expect(cause).toMatch(
    /^r3 dropped packet .+ of PIE \d: PIE dropped it before the queue was full, \d+ of 1000 packets/,
  );
  await why.getByRole('heading', { name: 'The rule of the queue' }).waitFor();
  expect(await why.getByTestId('queue-values').textContent()).toMatch(/p 0\.\d+, qdelay [\d.]+ ms/);
});

test('an answer is replaced by the lesson again, and closes with its scenario', async ({ lab }) => {
  await quietAnswer(lab);
  const why = lab.root.getByRole('region', { name: 'Why' });
  await lab.follow('#g=lesson-marks');
  const lesson = lab.root.getByRole('region', { name: 'Lesson' });
  await lesson.getByRole('heading', { name: 'A mark instead of a drop' }).waitFor();
  expect(await why.count()).toBe(0);
  await lesson.getByRole('textbox').fill('85');
  await lesson.getByRole('button', { name: 'Answer' }).click();
  await lab.finish();
  await lab.button('Why?').click();
  await why.getByRole('heading', { name: /^Why did cwnd/ }).waitFor();
  await why.getByRole('button', { name: 'Close' }).click();
  await lesson.getByRole('heading', { name: 'A mark instead of a drop' }).waitFor();
});

test('a step that finds nothing keeps the keyboard focus', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=1');
  await lab.button('Why?').click();
  const next = lab.root.getByRole('region', { name: 'Why' }).getByRole('button', { name: 'Next decrease' });
  // Nothing decreases in the first second.
  await next.press('Enter');
  await lab.page.getByText(/^None found in the run so far/).waitFor();
  expect(await next.evaluate((button) => button === document.activeElement)).toBe(true);
});
