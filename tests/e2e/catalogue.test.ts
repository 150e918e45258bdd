/** Algorithms of every family, and measures between them. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { Param, Variable } from '../../web/generated/types';
import { violations } from '../support/access';
import { phone } from '../support/devices';
import { readCatalogue } from '../support/engine';
import { beginsWith, type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { rivals, sawtooth } from '../support/scenarios';

const numberIn = async (place: Locator) =>
  Number((await place.textContent())?.replace(/[^\d.]/g, '') || Number.NaN);

/** The current value of a variable of the selected thing. */
function variable(lab: Lab, name: string): Locator {
  return lab.page.locator('.row.variable', { hasText: name }).locator('.row-value');
}

const oneOfEach: [family: string, algorithm: string, variable: string][] = [
  ['AIMD and binomial', 'SQRT', 'increase'],
  ['Paced and randomised', 'Randomized TCP', 'time between'],
  ['High-speed', 'H-TCP', 'time since'],
  ['Delay-based', 'NewVegas', 'minimum'],
  ['Rate-based', 'RAP', 'rate'],
];

test('one algorithm of each family takes over the flow, with its variables', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(600)));
  await lab.button('Flow SACK').press('Enter');
  for (const [family, algorithm, name] of oneOfEach) {
    await lab.pick(family, algorithm);
    await lab.button(`Flow ${algorithm}`).waitFor();
    await expect.poll(() => numberIn(variable(lab, name).first())).toBeGreaterThan(0);
  }
});

test('a flow without a window shows its rate, one of many connections the sum', async ({ visit }) => {
  const lab = await visit();
  await lab.open(await fragmentOf(rivals()));
  const label = (name: string) => lab.button(`Flow ${name}`).locator('[data-live]');
  await expect.poll(() => label('TFRCP').textContent()).toMatch(/^[1-9]\d* packets\/s$/);
  await expect.poll(() => label('Web').textContent()).toMatch(/^Σ cwnd [1-9]\d*$/);
  const rates = lab.plot(/^Rate, packets\/s/);
  await expect
    .poll(() => rates.getByRole('button', { name: 'TFRCP' }).getByRole('status').textContent())
    .toMatch(/^[1-9]\d*$/);
  expect(await lab.plot(/^cwnd/).getByRole('button', { name: 'TFRCP' }).count()).toBe(0);
  // Windows cannot be compared if one of the flows has none.
  await lab.button('Flow TFRCP').press('Enter');
  await lab.button('Add').click();
  await lab.page.getByRole('checkbox', { name: /^Phase portrait/ }).check();
  await lab.page.keyboard.press('Escape');
  const portrait = lab.page.getByRole('figure', { name: /^Phase portrait/ });
  expect(await portrait.getByRole('combobox', { name: 'Quantity' }).inputValue()).toBe('throughput');
  expect(await lab.page.getByText('NaN').count()).toBe(0);
});

test('on a phone the chips show the same values', async ({ visit }) => {
  const lab = await visit(phone);
  await lab.open(await fragmentOf(rivals()));
  const chip = (name: string) => lab.page.locator('.plots-chip', { hasText: name }).locator('output');
  await expect.poll(() => chip('TFRCP').textContent()).toMatch(/^[1-9]\d*\/s$/);
  await expect.poll(() => chip('Web').textContent()).toMatch(/^Σ [1-9]\d*$/);
});

test('measures between algorithms: covariance, the plot of fairness, the results', async ({ lab }) => {
  await lab.open(await fragmentOf(rivals()));
  await lab.button('Add').click();
  await lab.page.getByRole('checkbox', { name: /^Covariance/ }).check();
  await lab.page.keyboard.press('Escape');
  await lab.finish();

  const grid = lab.page.getByRole('table', { name: /Covariance/ });
  await until(
    () =>
      grid
        .getByRole('row', { name: /^Reno 1 1\.00/ })
        .getByRole('cell')
        .nth(1)
        .textContent(),
    (text) => /^−?[01]\.\d\d$/.test(text ?? '') && text !== '1.00',
  );
  // It is visible, although the plots before it fill the panel.
  const room = await lab.page.getByTestId('time-axis').boundingBox();
  expect((await grid.boundingBox())?.y).toBeLessThan(room?.y ?? 0);

  await lab.button('Measures of fairness: Jain').press('Enter');
  await lab.page.getByRole('menuitemcheckbox', { name: /^Friendliness F/ }).press('Enter');
  await lab.page.keyboard.press('Escape');
  const fairness = lab.plot(/^Fairness/);
  await fairness.getByText('F, TFRCP').waitFor();

  const results = lab.page.getByTestId('results');
  const groups = results.getByRole('table', { name: 'Fairness among algorithms', exact: true });
  expect(
    await groups
      .getByRole('row', { name: /^Reno 2/ })
      .getByText('reference')
      .count(),
  ).toBe(1);
  // F is the mean goodput of its flows divided by that of the reference.
  const cellsOf = async (name: RegExp) =>
    (await groups.getByRole('row', { name }).getByRole('cell').allTextContents()).map(Number);
  const [, rate = 0, friendliness = 0] = await cellsOf(/^TFRCP/);
  const [, reference = 0] = await cellsOf(/^Reno/);
  expect(friendliness).toBeGreaterThan(0);
  expect(friendliness).toBeCloseTo(rate / reference, 1);
  for (const more of await results.locator('summary').all()) await more.click();
  expect(await results.getByRole('row', { name: /^TFRCP 0\.5 / }).count()).toBe(1);
  const shares = results.getByRole('table', { name: 'Fair shares per flow' });
  expect(
    await numberIn(
      shares
        .getByRole('row', { name: /^TFRCP/ })
        .getByRole('cell')
        .nth(1),
    ),
  ).toBeGreaterThan(0);
  expect(await results.getByRole('img', { name: /^Events by share of flows: \d/ }).count()).toBe(1);
  expect(await violations(lab.page)).toEqual([]);
});

test('a queue lists its variables, and shows them among the plots', async ({ lab }) => {
  await lab.open(await fragmentOf(rivals()));
  await lab.selectLink('r1 to r2');
  await expect.poll(() => numberIn(variable(lab, 'average queue'))).toBeGreaterThan(0);
  await lab.plot(/^RED variables, packets/).waitFor();
  await lab.button('Plot average queue').click();
  await lab.plot(/^RED variables, packets/).waitFor({ state: 'detached' });
});

/** The fields of the inspector's form under this heading, all expanded, each with its help and unit. */
async function formUnder(lab: Lab, heading: string): Promise<{ name: string; help: string; unit: string }[]> {
  const section = lab.page.locator('.section', {
    has: lab.page.getByRole('heading', { name: heading, exact: true }),
  });
  const more = section.getByRole('button', { name: /^\d+ more$/ });
  if ((await more.count()) > 0) await more.click();
  return section.locator('.row:not(.variable), .row-toggle').evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector('.row-name > span:last-child, label')?.textContent ?? '',
      help: row.querySelector('.row-help')?.textContent ?? '',
      unit: row.querySelector('.row-unit')?.textContent ?? '',
    })),
  );
}

/** All visible parameters have help and the catalogue's units. */
async function expectExplained(lab: Lab, heading: string, params: readonly Param[]): Promise<void> {
  const shown = (await formUnder(lab, heading)).filter((row) => params.some((p) => p.name === row.name));
  // Parameters that depend on others are not there until those are selected.
  const always = params.filter((p) => !p.when).map((p) => p.name);
  expect(shown.map((row) => row.name)).toEqual(expect.arrayContaining(always));
  for (const { name, help, unit } of shown) {
    const param = params.find((p) => p.name === name && p.help === help);
    expect(help, name).not.toBe('');
    expect(unit, name).toBe(param?.type === 'number' ? param.unit : '');
  }
}

/** A variable of the selected thing shows a number: one of its plottable variables, if it has any. */
async function expectLive(lab: Lab, row: string, variables: readonly Variable[]): Promise<void> {
  const rows = lab.page.locator('.row.variable');
  const own = rows.filter({ has: lab.button(/^Plot /) });
  const values = (variables.length > 0 ? own : rows).locator('.row-value');
  await expect
    .poll(async () => (await values.allTextContents()).some((text) => /\d/.test(text)), {
      message: `a variable of ${row}`,
    })
    .toBe(true);
}

test('every algorithm is in the picker, is explained and shows its variables', async ({ lab }) => {
  const { algorithms } = await readCatalogue();
  await lab.open(await fragmentOf(sawtooth(2000)));
  await lab.button('Flow SACK').press('Enter');
  for (const { name, family, summary, params, variables, transport } of algorithms) {
    await lab.pick(family, name);
    expect(await lab.page.getByText(summary).count(), name).toBeGreaterThan(0);
    if (params.length > 0) await expectExplained(lab, 'Parameters', params);
    // UDP has no variables.
    if (transport !== 'udp' || variables.length > 0) await expectLive(lab, name, variables);
  }
}, 180_000);

test('every queue discipline is in the picker, is explained and shows its variables', async ({ lab }) => {
  const { queues } = await readCatalogue();
  await lab.open(await fragmentOf(sawtooth(2000)));
  await lab.selectLink('r1 to r2');
  for (const { name, params, variables } of queues) {
    await (await lab.row('Discipline', '', name)).click();
    await lab.picked('Discipline', name).waitFor();
    await expectExplained(lab, 'Queue', params);
    if (variables.length > 0) await expectLive(lab, name, variables);
  }
}, 120_000);

test('every kind of traffic is in the picker and is explained', async ({ lab }) => {
  const { traffic } = await readCatalogue();
  await lab.open(await fragmentOf(sawtooth(2000)));
  for (const [transport, algorithm, family] of [
    ['tcp', 'SACK', ''],
    ['udp', 'UDP', 'Unresponsive'],
  ] as const) {
    await lab.button(/^Flow /).press('Enter');
    if (family) await lab.pick(family, algorithm);
    for (const { name, params } of traffic.filter((row) => row.transports.includes(transport))) {
      const picker = lab.button(/^Source: /);
      if ((await picker.textContent()) !== name) {
        await picker.press('Enter');
        await lab.page.getByRole('option', { name: beginsWith(name) }).click();
      }
      await lab.button(`Source: ${name}`).waitFor();
      if (params.length > 0) await expectExplained(lab, 'Traffic', params);
    }
  }
}, 120_000);

test('the legend explains marked packets once a queue marks some', async ({ lab }) => {
  const scenario = rivals();
  const plain = scenario.flows.filter((flow) => flow.traffic === undefined);
  await lab.open(await fragmentOf({ ...scenario, flows: plain }));
  await lab.finish();
  expect(await lab.root.getByText('marked as congested').count()).toBe(0);
  const stack = { kind: 'rfc', params: { ecn: true } };
  const marking = plain.map((flow) => ({ ...flow, algorithm: 'reno', stack }));
  await lab.follow(await fragmentOf({ ...scenario, flows: marking }));
  await lab.root.getByText('marked as congested').waitFor();
});

test('a link lists its behaviours, and shows no delay for a backlog that is sent at another rate', async ({
  lab,
}) => {
  await lab.open('#g=policer&t=20');
  const backlogs = lab.page.locator('[data-live="backlog"]');
  await until(
    () => backlogs.allTextContents(),
    (all) => all.length === 3 && all.every((text) => /^\d+ of 200 packets$/.test(text)),
  );
  await lab.says('50 Mb/s, 18 ms, Policer 10 Mb/s');
  await lab.says('50 Mb/s, 18 ms, Shaper 10 Mb/s');
  await lab.open('#g=one-reno&t=20');
  await until(
    () => backlogs.allTextContents(),
    (all) => all.length === 1 && / packets, [\d.]+ ms$/.test(all[0] ?? ''),
  );
});
