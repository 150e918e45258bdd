/** The laboratory in a real Chromium, worked through roles and names as a visitor or a screen reader does. */
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import type { Scenario } from '../../web/generated/types';
import { readLink } from './links';

/** What a loaded machine may take for one thing. */
const PATIENCE_MS = 20_000;

/** So much of a page is printed when its test fails. */
const MOST_LINES = 60;

const patience = { timeout: PATIENCE_MS, interval: 100 };

/** Waits until `read` gives a value that `check` is content with. */
export async function until<T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  let value = await read();
  await expect
    .poll(async () => {
      value = await read();
      return value;
    }, patience)
    .toSatisfy(check);
  return value;
}

/** Names that begin with these words, whatever follows: “LEDBAT++” has signs that mean something in patterns. */
export const beginsWith = (words: string): RegExp =>
  new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} `);

/** One page with the laboratory, or a frame in it. */
export class Lab {
  readonly page: Page;
  readonly root: Page | Frame;
  /** Complaints in the console that belong to a test. */
  readonly tolerated: RegExp[] = [];

  constructor(page: Page, root: Page | Frame = page) {
    this.page = page;
    this.root = root;
  }

  button(name: string | RegExp): Locator {
    return this.root.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Opens the built page, and waits for its first picture. */
  async open(fragment = ''): Promise<this> {
    await this.page.goto(inject('site') + fragment);
    await this.ready();
    return this;
  }

  /** Goes to another link in the same page, as a press on a bookmark does. */
  async follow(fragment: string): Promise<void> {
    await this.page.goto(inject('site') + fragment);
  }

  async ready(): Promise<void> {
    await this.root.locator('html[data-ready=true]').waitFor();
  }

  async play(): Promise<void> {
    await this.button('Play').first().click();
    await this.button('Pause').waitFor();
  }

  async pause(): Promise<void> {
    await this.button('Pause').click();
    await this.button('Play').first().waitFor();
  }

  /** Lets the run go as fast as it can, up to its end; gives its digest. */
  async finish(): Promise<string> {
    await this.root.getByRole('slider', { name: 'Speed' }).press('End');
    await this.button('Play again from the start').waitFor();
    const digest = this.root.getByTitle('Digest of the run so far');
    const title = (await digest.getAttribute('title')) ?? '';
    return /\b[0-9a-f]{16}\b/.exec(title)?.[0] ?? title;
  }

  /** Lets the run go to its end, which has this digest; until it starts, the run before may still be on screen. */
  async endsWith(digest: string): Promise<void> {
    await expect.poll(() => this.finish(), patience).toBe(digest);
  }

  get title(): Locator {
    return this.root.getByRole('textbox', { name: 'Title' });
  }

  /** The share link. */
  async link(): Promise<string> {
    await this.button('Share').click();
    const card = this.root.getByRole('dialog', { name: 'Share this scenario' });
    const field = card.getByRole('textbox', { name: 'Link' });
    const link = await until(
      () => field.inputValue(),
      (text) => text !== '',
    );
    await this.page.keyboard.press('Escape');
    await card.waitFor({ state: 'detached' });
    return link;
  }

  /** The document as the share link carries it, with its defaults filled in. */
  async document(): Promise<Scenario> {
    return (await readLink(await this.link())).document;
  }

  /** A plot by its title, described in words. */
  plot(title: string | RegExp): Locator {
    return this.root.getByRole('figure', { name: title });
  }

  /** The present congestion window of a flow, in packets, as the values beside the plot show it. */
  async cwnd(flow: string): Promise<number> {
    const row = this.plot(/^cwnd/).getByRole('button', { name: flow });
    return Number(await row.getByRole('status').textContent());
  }

  /** Selects a link by key: a level line has no height, so that a pointer's aim cannot be worked out. */
  async selectLink(ends: string): Promise<void> {
    await this.button(new RegExp(`^Link ${ends},`)).press('Enter');
    await this.root.getByRole('heading', { name: 'Queue' }).first().waitFor();
  }

  /** The option of the inspector's picker that is picked: an algorithm, or a queue discipline. */
  picked(label: string, name: string | RegExp): Locator {
    const option = typeof name === 'string' ? beginsWith(name) : name;
    return this.root.getByRole('listbox', { name: label, exact: true }).getByRole('option', {
      name: option,
      selected: true,
    });
  }

  /** Finds a row of the inspector's picker by family, or by a search where there are none. */
  async row(label: string, family: string, name: string): Promise<Locator> {
    const families = this.root.getByRole('listbox', { name: `${label}: families` });
    if (family) await families.getByRole('option', { name: beginsWith(family) }).click();
    const list = this.root.getByRole('listbox', { name: label, exact: true });
    return list.getByRole('option', { name: beginsWith(name) });
  }

  /** Picks another algorithm for the selected flow. */
  async pick(family: string, algorithm: string): Promise<void> {
    await (await this.row('Algorithm', family, algorithm)).click();
    await this.picked('Algorithm', algorithm).waitFor();
  }

  /** Waits for a message that says `words`. */
  async says(words: string | RegExp): Promise<void> {
    await this.root.getByText(words).first().waitFor();
  }
}

export interface Fixtures {
  browser: Browser;
  /** A new visitor's page; the test fails if the page complains in the console or breaks its content-security policy. */
  visit: (options?: BrowserContextOptions & { first?: boolean }) => Promise<Lab>;
  lab: Lab;
}

/** What a page showed when its test failed: a failure that comes once in many runs can be understood from the log. */
async function describePage(page: Page, complaints: readonly string[]): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: unknown) => `(it did not answer: ${String(error).split('\n')[0]})`);
  const lines = shown.split('\n').slice(0, MOST_LINES);
  console.error([`The page ${page.url().slice(0, 200)} showed:`, ...lines, ...complaints].join('\n'));
}

const desktop = { width: 1440, height: 900 };

export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  visit: async ({ browser, task }, use) => {
    const complaints: string[] = [];
    const labs: Lab[] = [];
    await use(async ({ first = false, ...options } = {}) => {
      const context = await browser.newContext({ viewport: desktop, ...options });
      context.setDefaultTimeout(PATIENCE_MS);
      // Who tests is no first visitor; the test of the tour says otherwise.
      if (!first)
        await context.addInitScript(() => {
          // Frames keep nothing, and some pages may not even ask.
          if (window.top !== window || !location.protocol.startsWith('http')) return;
          localStorage.setItem('droptail.tour', 'seen');
        });
      const page = await context.newPage();
      page.on('console', (message) => {
        const words = `${message.text()} ${message.location().url}`;
        if (['error', 'warning'].includes(message.type())) complaints.push(words);
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      const lab = new Lab(page);
      labs.push(lab);
      return lab;
    });
    if (task.result?.state === 'fail') for (const { page } of labs) await describePage(page, complaints);
    for (const { page } of labs) await page.context().close();
    const tolerated = labs.flatMap((lab) => lab.tolerated);
    const told = complaints.filter((words) => !tolerated.some((pattern) => pattern.test(words)));
    expect(told, 'complaints in the console').toEqual([]);
  },
  lab: async ({ visit }, use) => use(await visit()),
});
