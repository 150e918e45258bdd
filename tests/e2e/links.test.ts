/** Share links, old links and hostile links. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { seedFromName } from '../../web/scenario/overrides';
import { encodePayload } from '../../web/scenario/payload';
import { lasting, type PublishedLink } from '../links/published';
import { normalized, runInWasm } from '../support/engine';
import { type Lab, test } from '../support/lab';
import { fragmentOf } from '../support/links';
import { rivals, sawtooth, stress } from '../support/scenarios';

const published: PublishedLink[] = JSON.parse(
  await readFile(new URL('../links/published.json', import.meta.url), 'utf8'),
);

test('a share link gives another visitor the same run', async ({ visit }) => {
  const mine = await visit();
  await mine.open(await fragmentOf({ ...sawtooth(60), seed: 99 }));
  await mine.selectLink('r1 to r2');
  const loss = mine.page.getByRole('textbox', { name: 'Random loss, %' }).first();
  await loss.fill('0.5');
  await loss.press('Enter');
  await mine.button(/^Undo: loss/).waitFor();
  const digest = await mine.finish();
  const link = await mine.link();
  expect(link).toContain(digest);

  const theirs = await visit();
  await theirs.page.goto(link);
  await theirs.ready();
  await theirs.endsWith(digest);
  await theirs.says('The run is identical to the shared one');
});

test('a link carries time, view and branches', async ({ visit }) => {
  const mine = await visit();
  await mine.open(`${await fragmentOf(sawtooth(60))}&t=8&plots=cwnd,queue&zoom=2-12&play=0`);
  await mine.selectLink('r1 to r2');
  await mine.button('Fork').click();
  const rate = mine.page.getByRole('textbox', { name: 'Rate, Mb/s' }).first();
  await rate.fill('5');
  await rate.press('Enter');
  await mine.button(/^Undo: rate/).waitFor();
  const link = await mine.link();
  expect(link).toMatch(/&t=8&zoom=2-12&plots=cwnd,queue&select=link\/core&d=[0-9a-f]{16}&dt=8&/);

  const theirs = await visit();
  await theirs.page.goto(link);
  await theirs.ready();
  await theirs.says('The run is identical to the shared one up to 8 s');
  await theirs.button('2 branches').click();
  const branches = theirs.page.getByRole('row', { name: /Main|→ 5/ });
  await branches.nth(1).waitFor();
  expect(await branches.count()).toBe(2);
  await theirs.page.keyboard.press('Escape');
  expect(await theirs.plot(/^(cwnd|Queue)/).count()).toBe(2);
  expect(await theirs.plot(/^(Throughput|RTT)/).count()).toBe(0);
  expect(await theirs.page.getByRole('textbox', { name: 'Rate, Mb/s' }).first().inputValue()).toBe('5');
});

test('the results of a link to a fork count from the fork at once, as where it was made', async ({
  visit,
}) => {
  const mine = await visit();
  await mine.open('#g=three-algorithms&t=8&select=link/core');
  await mine.button('Fork').click();
  await mine.setBuffer(20);
  await mine.button(/^Undo: buffer/).waitFor();
  const link = await mine.link();
  // To a later moment of the same branches, of which the digest is not known.
  const later = link
    .replace(/&(d|dt)=[^&]*/g, '')
    .replace('&t=8', '&t=12')
    .replace(/&select=[^&]*/, '');
  const theirs = await visit();
  await theirs.page.goto(later);
  await theirs.ready();
  await theirs.button('2 branches').waitFor();
  await theirs.says('since the fork, 8 to 12.0 s');
});

test('a link carries the settings of plots, also into an embed', async ({ visit }) => {
  const mine = await visit();
  await mine.open(`${await fragmentOf(rivals())}&values=rtt:0..500&t=6`);
  const choose = async (plot: string, item: string) => {
    await mine.button(`More for plot ${plot}`).press('Enter');
    const entry = mine.root
      .getByRole('menu', { name: `More for plot ${plot}` })
      .getByText(item, { exact: true });
    await entry.click();
    await mine.page.keyboard.press('Escape');
    await entry.waitFor({ state: 'detached' });
  };
  await mine.plot(/^RTT, ms, from 0/).waitFor();
  await choose('Queue', 'Logarithmic scale');
  await choose('Queue', 'Keep in view');
  await choose('RTT', 'Move up');
  const link = await mine.link();
  for (const look of ['&log=queue&', '&pin=queue&', '&values=rtt:0..500']) expect(link).toContain(look);

  const figures = async (lab: Lab) => {
    await lab.plot(/^Queue, packets, logarithmic scale/).waitFor();
    const names = await lab.root
      .locator('[data-group]')
      .evaluateAll((list) => list.map((figure) => figure.getAttribute('aria-label')?.split(/[,:]/)[0] ?? ''));
    return names.filter((name) => name !== '');
  };
  const theirs = await visit();
  await theirs.page.goto(link);
  await theirs.ready();
  await theirs.plot(/^RTT, ms, from 0/).waitFor();
  expect(await figures(theirs)).toEqual(await figures(mine));
  expect((await figures(theirs))[0]).toBe('Queue');

  const embedded = await visit();
  await embedded.page.goto(`${link}&embed=1&panels=plots,time`);
  await embedded.ready();
  expect((await figures(embedded))[0]).toBe('Queue');

  // A link without settings leaves plots at their defaults.
  await theirs.follow('#g=one-reno&plots=queue,cwnd');
  await theirs.plot(/^Queue, packets, at/).waitFor();
});

test('a link sets values, and a seed for each student', async ({ lab }) => {
  await lab.open('#g=one-reno&set=/links/core/forward/rateMbps:25&set=/flows/f1/algorithm:cubic&seed=Anna');
  const document = await lab.document();
  expect(document.links.find((l) => l.id === 'core')?.forward.rateMbps).toBe(25);
  expect(document.flows[0]?.algorithm).toBe('cubic');
  expect(document.seed).toBe(seedFromName('anna'));
});

test('a QR code, and which programs a link is too long for', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(60)));
  await lab.button('Share').click();
  const card = lab.root.getByRole('dialog', { name: 'Share this scenario' });
  await card.getByText(/^\d+ characters$/).waitFor();
  await card.getByRole('button', { name: 'QR code' }).click();
  const code = card.getByRole('img', { name: 'QR code of the link to One sawtooth' });
  await code.waitFor();
  // The seed of a student replaces that of the document.
  await card.getByText('A different seed for each student').click();
  await card.getByText('&seed=', { exact: true }).waitFor();
  const field = card.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => field.inputValue()).toContain('&seed=NAME');
  await card.getByRole('button', { name: 'Hide QR code' }).click();
  await code.waitFor({ state: 'detached' });
  // With the code in sight the dialog closes, too.
  await card.getByRole('button', { name: 'QR code' }).click();
  await code.waitFor();
  await lab.page.keyboard.press('Escape');
  await card.waitFor({ state: 'detached' });
  await lab.button('Share').waitFor();
});

test('a digest that differs from the one in the link is reported', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(5), { digest: '0123456789abcdef' }));
  await lab.endsWith((await runInWasm(sawtooth(5))).digest);
  await lab.says('The digest differs from the one in the link.');
});

test.for(published)('a published link to $name opens', async ({ fragment, document }, { lab }) => {
  await lab.open(fragment.replace('&embed=1', ''));
  expect(lasting(fragment, await lab.document())).toEqual(lasting(fragment, await normalized(document)));
});

const whole = (await fragmentOf(stress())).slice(1);
const hostile: [what: string, fragment: string, says: RegExp][] = [
  ['with a broken checksum', whole.replace('s=1', 's=1f').slice(0, -1), /checksum does not match|unpacked/],
  ['cut off', whole.slice(0, 200), /cut off/],
  ['of garbage', 's=%00%ff<script>alert(1)</script>', /newer version|beginning is missing/],
  ['from the future', `s=2${whole.slice(3)}`, /newer version/],
  ['to nowhere', 'g=no-such-entry', /no such entry/],
  ['to a revision that there is not', 'g=one-reno@99', /names revision 99 of “one-reno”/],
  ['out of its folder', 'g=../../package', /not name a valid gallery entry/],
  ['that unfolds into 50 MB', `s=${await encodePayload('0'.repeat(50e6))}`, /unpacks to more than/],
  ['nested without end', `s=${await encodePayload('['.repeat(100_000))}`, /nested more than/],
  ['that sets what is not there', 'g=one-reno&set=/links/nowhere/delayMs:1', /there is no nowhere in links/],
  ['to no scenario', `s=${await encodePayload('[]')}`, /contains an invalid scenario/],
  ['to an impossible scenario', await impossible(), /\/links\/0\/forward\/rateMbps/],
];

async function impossible(): Promise<string> {
  const scenario = sawtooth();
  const [first] = scenario.links;
  if (first) first.forward = { ...first.forward, rateMbps: 0 };
  return (await fragmentOf(scenario)).slice(1);
}

test.for(hostile)('a link %s is rejected with an explanation', async ([, fragment, says], { lab }) => {
  // The browser itself reports that a gallery entry does not exist.
  lab.tolerated.push(/404.*no-such-entry/);
  await lab.open();
  const title = 'My own work';
  await lab.title.fill(title);
  await lab.title.press('Enter');
  await lab.page.getByText('edited', { exact: true }).waitFor();
  const mine = await lab.document();

  await lab.follow(`#${fragment}`);
  await lab.says('Your work is safe.');
  await lab.says(says);
  await lab.button(`Continue with ${title}`).click();
  expect(await lab.title.inputValue()).toBe(title);

  // A reload does not ask for the link again.
  await lab.page.reload();
  await lab.ready();
  expect(await lab.title.inputValue()).toBe(title);

  // The same from a fresh start: the stored work opens, and the message says why the link does not.
  await lab.follow(`#${fragment}`);
  await lab.says(says);
  await lab.page.reload();
  await lab.ready();
  await lab.says(says);
  await lab.button(`Continue with ${title}`).click();
  expect(await lab.document()).toEqual(mine);
});

test('notes in a link run no script', async ({ lab }) => {
  const notes = [
    '<script>document.title = "seized"</script>',
    '<img src="x" onerror="document.title = 1">',
    '[press](javascript:alert(1)) **bold**',
  ].join('\n\n');
  await lab.open(await fragmentOf({ ...sawtooth(), notes }));
  const bold = lab.page.getByText('bold', { exact: true });
  await bold.waitFor();
  expect(await lab.page.title()).toBe('One sawtooth · Droptail');
  expect(await lab.page.locator('main script, aside script, [onerror], a[href^=javascript]').count()).toBe(0);
});
