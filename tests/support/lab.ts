/** The laboratory in Chromium, used through roles and names like by a visitor or a screen reader. */
import type { Browser, BrowserContextOptions, Frame, Locator, Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { launchBrowser } from '../../scripts/lib/browser.mjs';
import type { Scenario } from '../../web/generated/types';
import { readLink } from './links';

/** Time limit for one action on a busy machine, ms. */
const TIMEOUT_MS = 40_000;

/** Lines of the page that are printed when a test fails. */
const MAX_TIMER_OWNERS = 60;

/** Waits until `read` returns a value that satisfies `check`. */
export async function until<T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  let value = await read();
  await expect
    .poll(async () => {
      value = await read();
      return value;
    })
    .toSatisfy(check);
  return value;
}

/** Waits until `read` has returned the same value for a second, and it satisfies `check`. */
export async function settled<T>(read: () => Promise<T>, check: (value: T) => boolean): Promise<T> {
  let value = await read();
  let since = performance.now();
  await expect
    .poll(async () => {
      const next = await read();
      if (next !== value) since = performance.now();
      value = next;
      return check(value) && performance.now() - since > 1000;
    })
    .toBe(true);
  return value;
}

/** Matches names that begin with these words, with special characters of patterns escaped, as in “LEDBAT++”. */
export const beginsWith = (words: string): RegExp =>
  new RegExp(`^${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} `);

/** One page with the laboratory, or a frame in it. */
export class Lab {
  readonly page: Page;
  readonly root: Page | Frame;
  /** Console messages that a test expects. */
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

  /** Follows another link in the same page, like a bookmark. */
  async follow(fragment: string): Promise<void> {
    await this.page.goto(inject('site') + fragment);
  }

  /** Opens a lesson, and waits for the step with this title. */
  async openLesson(fragment: string, title: string): Promise<void> {
    await this.open(fragment);
    await this.lessonStep(title);
  }

  async lessonStep(title: string): Promise<void> {
    await this.root.getByRole('heading', { name: title, level: 2 }).waitFor();
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

  /** Runs at full speed to the end; returns the digest. */
  async finish(): Promise<string> {
    await this.root.getByRole('slider', { name: 'Speed' }).press('End');
    await this.button('Play again from the start').waitFor();
    const digest = this.root.getByTitle('Digest of the run so far');
    const title = (await digest.getAttribute('title')) ?? '';
    return /\b[0-9a-f]{16}\b/.exec(title)?.[0] ?? title;
  }

  /** Runs to the end and waits for this digest. Until the new run starts, the previous one may still be on screen. */
  async endsWith(digest: string): Promise<void> {
    await expect.poll(() => this.finish()).toBe(digest);
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

  /** The document in the share link, with defaults filled in. */
  async document(): Promise<Scenario> {
    return (await readLink(await this.link())).document;
  }

  /** A plot by its title, described in words. */
  plot(title: string | RegExp): Locator {
    return this.root.getByRole('figure', { name: title });
  }

  /** The current congestion window of a flow, packets, from the values beside the plot. */
  async cwnd(flow: string): Promise<number> {
    const row = this.plot(/^cwnd/).getByRole('button', { name: flow });
    return Number(await row.getByRole('status').textContent());
  }

  /** Selects a link by key, because a horizontal line has no height at which a pointer could aim. */
  async selectLink(ends: string): Promise<void> {
    await this.button(new RegExp(`^Link ${ends},`)).press('Enter');
    await this.root.getByRole('heading', { name: 'Queue' }).first().waitFor();
  }

  /** Changes the buffer of the selected link, packets. */
  async setBuffer(packets: number): Promise<void> {
    const buffer = this.page.getByRole('textbox', { name: 'Buffer, packets' }).first();
    await buffer.fill(String(packets));
    await buffer.press('Enter');
  }

  /** The selected option of an inspector's picker, such as an algorithm or a queue discipline. */
  picked(label: string, name: string | RegExp): Locator {
    const option = typeof name === 'string' ? beginsWith(name) : name;
    return this.root.getByRole('listbox', { name: label, exact: true }).getByRole('option', {
      name: option,
      selected: true,
    });
  }

  /** Finds a row in an inspector's picker, by its family if there are families. */
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
  /** A new visitor's page. The test fails if the page logs warnings or errors, or violates its content security policy. */
  visit: (options?: BrowserContextOptions & { first?: boolean }) => Promise<Lab>;
  lab: Lab;
}

/** Prints what a page showed when its test failed, so that rare failures can be understood from the log. */
async function describePage(page: Page, complaints: readonly string[]): Promise<void> {
  const shown = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: unknown) => `(it did not answer: ${String(error).split('\n')[0]})`);
  const lines = shown.split('\n').slice(0, MAX_TIMER_OWNERS);
  console.error([`The page ${page.url().slice(0, 200)} showed:`, ...lines, ...complaints].join('\n'));
}

const desktop = { width: 1440, height: 900 };

export const test = base.extend<Fixtures>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest determines the required fixtures from the pattern
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
      context.setDefaultTimeout(TIMEOUT_MS);
      // Tests skip the tour, except those of the tour itself.
      if (!first)
        await context.addInitScript(() => {
          // Frames store nothing, and some pages cannot even access the storage.
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
    const unexpected = complaints.filter((words) => !tolerated.some((pattern) => pattern.test(words)));
    expect(unexpected, 'complaints in the console').toEqual([]);
  },
  lab: async ({ visit }, use) => use(await visit()),
});
