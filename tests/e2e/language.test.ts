/** The page in English and in German: chosen by the browser, by the address or by the reader. */
import { expect } from 'vitest';
import { runInWasm } from '../support/engine';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

const languageOf = (lab: Lab) => lab.root.locator('html').getAttribute('lang');

/** Words of the bar, in the order in which they stand. */
const bar = (lab: Lab) => lab.root.locator('header').first().innerText();

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

test('a reader changes the language, and keeps the work and the choice', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  expect(await languageOf(lab)).toBe('en');
  await lab.title.fill('Mine');
  await lab.title.press('Enter');
  await lab.root.getByText('edited', { exact: true }).waitFor();
  await choose(lab, 'Theme and language', 'Deutsch');
  await until(
    () => languageOf(lab),
    (language) => language === 'de',
  );
  await lab.ready();
  expect(await lab.root.getByRole('textbox', { name: 'Titel' }).first().inputValue()).toBe('Mine');
  await choose(lab, 'Farbschema und Sprache', 'English');
  await until(
    () => languageOf(lab),
    (language) => language === 'en',
  );
  await lab.ready();
  expect(await lab.title.inputValue()).toBe('Mine');
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
