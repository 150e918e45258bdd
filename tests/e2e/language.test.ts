/** The page in English and in German: chosen by the browser, by the address or by the reader. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { textsOf } from '../../scripts/lib/strings.mjs';
import { runInWasm } from '../support/engine';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const languageOf = (lab: Lab) => lab.root.locator('html').getAttribute('lang');

/** Words of the bar, in order. */
const bar = (lab: Lab) => lab.root.locator('header').first().innerText();

/** Strings that the sources have in only one language, without those that scripts may write in another way. */
function stringsOf(language: string, other: string): string[] {
  const web = new URL('../../web/', import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(^|[/-])texts\.tsx?$/.test(name),
  );
  const read = (of: string) =>
    files.flatMap((file) => textsOf(file, readFileSync(new URL(file, web), 'utf8'), of).map((t) => t.text));
  const others = new Set(read(other));
  return read(language).filter((text) => /^[\p{L} ,.]{12,}$/u.test(text) && !others.has(text));
}

async function choose(lab: Lab, menu: string, language: string): Promise<void> {
  await lab.button(menu).click();
  await lab.root.getByRole('menuitemradio', { name: language }).click();
}

test('the browser’s language decides, and the address overrides it', async ({ visit }) => {
  const german = await visit({ locale: 'de-AT' });
  await german.open();
  expect(await languageOf(german)).toBe('de');
  await german.button('Teilen').waitFor();
  const words = await bar(german);
  expect(words).toContain('Galerie');
  expect(words).not.toMatch(/Gallery|Papers|Share|Export\b/);

  await german.page.goto('about:blank');
  await german.open('#g=one-reno&lang=en');
  expect(await languageOf(german)).toBe('en');
  await german.button('Share').waitFor();
});

test.for([
  ['en', 'de', 'en-GB'],
  ['de', 'en', 'de-DE'],
] as const)('a first visit in %s loads no strings in %s', async ([shown, other, locale], { visit }) => {
  const lab = await visit({ locale, serviceWorkers: 'block' });
  lab.tolerated.push(/Service Worker registration blocked/);
  const scripts: Promise<string>[] = [];
  lab.page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.text());
  });
  await lab.open();
  await lab.page.waitForLoadState('networkidle');
  const loaded = (await Promise.all(scripts)).join('\n');
  expect(stringsOf(shown, other).filter((text) => loaded.includes(text)).length).toBeGreaterThan(100);
  expect(stringsOf(other, shown).filter((text) => loaded.includes(text))).toEqual([]);
});

test('the page shows no English while its German strings are on the way', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE', serviceWorkers: 'block' });
  lab.tolerated.push(/Service Worker registration blocked/);
  await lab.page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    new MutationObserver(() => {
      shown.push(document.getElementById('root')?.innerText ?? '');
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  await lab.page.route(/texts-/, async (route) => {
    // The application's script arrives first.
    await lab.page.waitForTimeout(1000);
    await route.continue();
  });
  await lab.open();
  const shown = await lab.page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  expect(shown.some((words) => words.includes('Galerie'))).toBe(true);
  expect(shown.filter((words) => /Gallery|Papers|Share|Export\b/.test(words))).toEqual([]);
});

test('a reader changes the language, and keeps the work, the fork, the history, the time and the choice', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  expect(await languageOf(lab)).toBe('en');
  await lab.title.fill('Mine');
  await lab.title.press('Enter');
  await lab.root.getByText('edited', { exact: true }).waitFor();
  await lab.finish();
  await lab.root.getByRole('slider', { name: 'Time' }).press('PageDown');
  const link = lab.root.getByRole('button', { name: /^Link / }).first();
  await link.press('Enter');
  await lab.setBuffer(33);
  const fork = lab.root.getByTestId('fork-line');
  await fork.waitFor();
  await lab.button(/2 branches/).waitFor();
  const time = await lab.root.getByRole('slider', { name: 'Time' }).getAttribute('aria-valuenow');

  await choose(lab, 'Theme and language', 'Deutsch');
  await lab.button('Teilen').waitFor();
  expect(await languageOf(lab)).toBe('de');
  await fork.waitFor();
  await lab.button(/2 Zweige/).waitFor();
  expect(await lab.root.getByRole('textbox', { name: 'Titel' }).first().inputValue()).toBe('Mine');
  expect(await lab.root.getByRole('slider', { name: 'Zeit' }).getAttribute('aria-valuenow')).toBe(time);
  const puffer = lab.page.getByRole('textbox', { name: 'Buffer, Pakete' }).first();
  expect(await puffer.inputValue()).toBe('33');
  // The keyboard focus is on the menu's button.
  await lab.root.locator('button[aria-label="Farbschema und Sprache"]:focus').waitFor();
  const words = await lab.root.locator('body').innerText();
  expect(stringsOf('en', 'de').filter((text) => words.split('\n').includes(text))).toEqual([]);

  await lab.button(/^Rückgängig/).click();
  await until(
    () => puffer.inputValue(),
    (value) => value !== '33',
  );
  await choose(lab, 'Farbschema und Sprache', 'English');
  await lab.button('Share').waitFor();
  expect(await languageOf(lab)).toBe('en');
  expect(await lab.title.inputValue()).toBe('Mine');
  await choose(lab, 'Theme and language', 'Deutsch');
  await lab.button('Teilen').waitFor();
  await lab.page.reload();
  await lab.ready();
  expect(await languageOf(lab)).toBe('de');
});

test('a lesson goes on at its step with its answer in another language', async ({ lab }) => {
  await lab.open('#g=lesson-sawtooth');
  await lab.button('Next').click();
  const title = await lab.root.locator('.lesson-title').textContent();
  const hidden = lab.root.locator('.lesson-hidden');
  await hidden.waitFor();
  await choose(lab, 'Theme and language', 'Deutsch');
  await lab.button('Überspringen').waitFor();
  expect(await lab.root.locator('.lesson-title').textContent()).toBe(title);
  await hidden.waitFor();
  await lab.page.getByRole('textbox', { name: /^How large is the window/ }).fill('84');
  await lab.button('Antworten').click();
  const verdict = lab.root.locator('.lesson-verdict');
  await until(
    () => verdict.innerText(),
    (text) => text.includes('84'),
  );
  await choose(lab, 'Farbschema und Sprache', 'English');
  await lab.button('Guess again').waitFor();
  expect(await lab.root.locator('.lesson-title').textContent()).toBe(title);
  await until(
    () => verdict.innerText(),
    (text) => text.includes('84'),
  );
  expect(await hidden.count()).toBe(0);
});

test('a language that does not arrive leaves the page in its own', async ({ visit }) => {
  const lab = await visit({ serviceWorkers: 'block' });
  lab.tolerated.push(/Service Worker registration blocked|Failed to load resource|dynamically imported/);
  await lab.open('#g=one-reno&play=0');
  await lab.page.route(/texts-/, (route) => route.abort());
  await choose(lab, 'Theme and language', 'Deutsch');
  await lab.says(/could not be loaded/);
  expect(await languageOf(lab)).toBe('en');
  await lab.page.unroute(/texts-/);
  await choose(lab, 'Theme and language', 'Deutsch');
  await lab.button('Teilen').waitFor();
});

test('what is selected and what has been changed is named in German', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE' });
  await lab.open('#g=three-algorithms&play=0');
  await lab.button('Router r1').click();
  await lab.button('Host h1').click({ modifiers: ['Shift'] });
  const lines = lab.root.locator('.inspector-area .flow-line');
  await until(
    () => lines.allInnerTexts(),
    (texts) => texts.map((text) => text.replace(/\s+/g, ' ')).join() === 'r1 Router,h1 Host',
  );
  await lab.page.keyboard.press('Control+d');
  await lab.button('Rückgängig: 2 Knoten, 4 Leitungen duplizieren').waitFor();
  await lab.page.keyboard.press('Control+z');
  await lab.button('Wiederholen: 2 Knoten, 4 Leitungen duplizieren').waitFor();
  await lab.page.keyboard.press('Escape');
  await lab.button('Host h2').press('Enter');
  await lab.button('Host h2').press('ArrowUp');
  await lab.button('Rückgängig: h2 verschieben').waitFor();
  await lab.button(/^Leitung r1 nach r2/).press('Enter');
  await lab.page.keyboard.press('Delete');
  await lab.root.getByText('Ohne Leitung r1 – r2 gibt es keine Route für CUBIC, Reno, Vegas.').waitFor();
  await lab.button('Die Flüsse auch entfernen').click();
  await lab.button('Rückgängig: Leitung r1 – r2 entfernen').waitFor();
});

test('what comes in English only says so in German', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE' });
  /** The language in which the page says a text. */
  const spoken = async (words: string) => {
    const first = lab.root.getByText(words).first();
    await first.waitFor();
    return first.evaluate((e) => e.closest('[lang]')?.getAttribute('lang'));
  };
  await lab.open('#g=lesson-sawtooth');
  expect(await lab.root.locator('.lesson-body .notes').first().getAttribute('lang')).toBe('en');
  expect(await lab.root.locator('h1.title').getAttribute('lang')).toBe('en');
  await lab.open('#g=one-reno&play=0&select=flow/f1');
  expect(await spoken('RFC 5681')).toBe('en');
  expect(await spoken('Algorithmus')).toBe('de');
  const title = lab.root.getByRole('textbox', { name: 'Titel', exact: true });
  await title.fill('Mein Fluss');
  await title.press('Enter');
  await lab.button(/^Rückgängig/).waitFor();
  expect(await lab.root.locator('h1.title').getAttribute('lang')).toBeNull();
  await lab.button('Galerie').click();
  expect(await spoken('A window, a buffer, a sawtooth.')).toBe('en');
  expect(await spoken('Start here')).toBe('en');
  // The visitor's own work is in a language that the page does not know.
  expect(await spoken('Mein Fluss')).toBe('de');
  await lab.root.getByText('heute', { exact: true }).waitFor();
});

test('numbers have a comma in German, but a point where programs read them', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE' });
  await lab.open('#e=starter-buffers');
  const ticks = lab.root.locator('.figure-box [aria-label="x-axis tick label"] text');
  await until(
    () => ticks.allTextContents(),
    (texts) => texts.includes('0,1'),
  );
  expect(await lab.root.locator('tbody th').allTextContents()).toContain('0,1');
  await lab.open('#g=one-reno&play=0&t=2.5');
  const time = () => lab.root.getByRole('slider', { name: /^(Zeitpunkt im Lauf|Time in the run)/ });
  const says = (words: RegExp) =>
    until(
      () => time().getAttribute('aria-valuetext'),
      (text) => words.test(text ?? ''),
    );
  await says(/^2,50* s$/);
  expect(await time().getAttribute('aria-valuenow')).toBe('2.5');
  await choose(lab, 'Farbschema und Sprache', 'English');
  await says(/^2\.50* s$/);
});

test('a run has the same digest in German', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE' });
  await lab.open(await fragmentOf(sawtooth(20)));
  const { digest } = await runInWasm(sawtooth(20));
  await lab.root.getByRole('slider', { name: 'Tempo' }).press('End');
  await lab.root.getByTitle(new RegExp(`Digest.*${digest}`)).waitFor();
});

test('dropping a file and the subject of Why? work in German', async ({ visit }) => {
  const lab = await visit({ locale: 'de-DE' });
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(['{}'], 'a.json'));
    const over = new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector('.page')?.dispatchEvent(over);
  });
  await lab.says(/^Legen Sie hier ein Szenario/);
  await lab.page.evaluate(() => {
    document.querySelector('.page')?.dispatchEvent(new DragEvent('dragleave', { bubbles: true }));
  });

  await lab.root.getByRole('slider', { name: 'Tempo' }).press('End');
  await lab.root.getByTitle(/^Digest des bisherigen Laufs/).waitFor();
  await lab.page.keyboard.press('w');
  const why = lab.root.getByRole('region', { name: 'Warum' });
  await why.getByRole('button', { name: /^Gegenstand/ }).click();
  await lab.root
    .getByRole('option', { name: /^Warteschlange von/ })
    .first()
    .click();
  await why.getByRole('button', { name: /^Gegenstand: Warteschlange von/ }).waitFor();
});
