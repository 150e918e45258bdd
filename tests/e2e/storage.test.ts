/** Works in a browser whose storage is shared with other tabs, or that stores nothing. */
import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** Another tab of the same browser. */
async function secondTab(lab: Lab): Promise<Lab> {
  return new Lab(await lab.page.context().newPage());
}

/** Changes the title, and waits until it is saved. */
async function rename(lab: Lab, title: string): Promise<void> {
  await lab.title.fill(title);
  await lab.title.press('Enter');
  await until(
    () => titles(lab),
    (all) => all.some((t) => t.startsWith(title)),
  );
}

/** The titles in the browser's database, read directly. */
function titles(lab: Lab): Promise<string[]> {
  return lab.page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('droptail.works');
        // It does not exist yet; the page creates it.
        opening.onupgradeneeded = () => opening.transaction?.abort();
        opening.onerror = () => resolve([]);
        opening.onsuccess = () => {
          const db = opening.result;
          const all = db.transaction('works').objectStore('works').getAll();
          all.onerror = () => reject(all.error);
          all.onsuccess = () => {
            db.close();
            resolve(all.result.map((w: { title: string }) => w.title).sort());
          };
        };
      }),
  );
}

test('two tabs change one work: both versions are kept, and a message links them', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await rename(lab, 'Mine');
  const other = await secondTab(lab);
  await other.open();
  await until(
    () => other.title.inputValue(),
    (title) => title === 'Mine',
  );
  await rename(lab, 'First tab');
  // The other tab is outdated, and says so before anything is changed in it.
  await other.says('This scenario was changed in another tab.');
  await rename(other, 'Second tab');
  await other.says('This scenario was also changed in another tab.');
  await until(
    () => other.title.inputValue(),
    (title) => title === 'Second tab (version 2)',
  );
  await until(
    () => titles(lab),
    (all) => all.join() === 'First tab,Second tab (version 2)',
  );
  // From here on each tab has its own work.
  await rename(lab, 'First again');
  await rename(other, 'Second again');
  expect(await titles(lab)).toEqual(['First again', 'Second again']);
  await other.button('Open First tab').click();
  await until(
    () => other.title.inputValue(),
    (title) => title === 'First again',
  );
  await other.page.reload();
  await other.ready();
  expect(await other.title.inputValue()).toBe('First again');
});

test('two tabs change one experiment: both versions are kept', async ({ lab }) => {
  await lab.open('#e=starter-buffers');
  await rename(lab, 'Mine');
  const other = await secondTab(lab);
  await other.page.goto(lab.page.url().split('#')[0] ?? '');
  await other.title.waitFor();
  await until(
    () => other.title.inputValue(),
    (title) => title === 'Mine',
  );
  await rename(lab, 'First tab');
  await rename(other, 'Second tab');
  await other.says('This experiment was also changed in another tab.');
  await until(
    () => titles(lab),
    (all) => all.join() === 'First tab,Second tab (version 2)',
  );
  await other.button('Open First tab').click();
  await until(
    () => other.title.inputValue(),
    (title) => title === 'First tab',
  );
});

test('a change just before the page is closed is saved by the next page', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await rename(lab, 'Mine');
  await lab.title.fill('In the last moment');
  await lab.title.press('Enter');
  await lab.page.goto('about:blank');
  const next = await secondTab(lab);
  await next.open();
  await until(
    () => next.title.inputValue(),
    (title) => title === 'In the last moment',
  );
  expect(await titles(next)).toEqual(['In the last moment']);
});

test('another tab deletes the storage: the open work is stored again, with a message', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await rename(lab, 'Mine');
  const other = await secondTab(lab);
  await other.open('#g=one-reno');
  await other.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        localStorage.clear();
        const deletion = indexedDB.deleteDatabase('droptail.works');
        deletion.onsuccess = () => resolve();
        deletion.onerror = () => reject(deletion.error);
      }),
  );
  await lab.says('This browser deleted what it had stored for Droptail');
  await until(
    () => titles(other),
    (all) => all.join() === 'Mine',
  );
});

test('the browser’s settings delete the storage: the open work is stored again, with a message', async ({
  lab,
}) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  await rename(lab, 'Mine');
  const chrome = await lab.page.context().newCDPSession(lab.page);
  const { origin } = new URL(lab.page.url());
  await chrome.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb,local_storage' });
  await lab.says('This browser deleted what it had stored for Droptail');
  await until(
    () => titles(lab),
    (all) => all.join() === 'Mine',
  );
});

/** From now on writes of `lab.page` to its database fail with this error. */
const failPuts = (lab: Lab, name: string) =>
  lab.page.addInitScript((error) => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args: Parameters<typeof put>) {
      if ((window as { mended?: boolean }).mended) return put.apply(this, args);
      throw new DOMException('by a test', error);
    };
  }, name);

test('a full disk is reported, the scenario can be downloaded, and is saved once there is space', async ({
  lab,
}) => {
  await failPuts(lab, 'QuotaExceededError');
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.title.fill('Too much');
  await lab.title.press('Enter');
  await lab.says('The storage of this browser is full.');
  const [download] = await Promise.all([
    lab.page.waitForEvent('download'),
    lab.button('Download the scenario').click(),
  ]);
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
    title: 'Too much',
    durationS: 20,
  });
  // A reload loses nothing, although nothing was stored in the database of works.
  await lab.page.reload();
  await lab.ready();
  await until(
    () => lab.title.inputValue(),
    (title) => title === 'Too much',
  );
  await lab.title.fill('Still too much');
  await lab.title.press('Enter');
  await lab.says('Your changes to this scenario are not saved.');
  await lab.page.evaluate(() => {
    (window as { mended?: boolean }).mended = true;
  });
  await lab.button('Try again').click();
  await lab.root.getByText('Your changes to this scenario are not saved.').waitFor({ state: 'detached' });
  expect(await titles(lab)).toContain('Still too much');
});

test('a browser without a database is reported once there is something to save', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', {
      get() {
        throw new DOMException('by a test', 'SecurityError');
      },
    });
  });
  await lab.open(await fragmentOf(sawtooth(20)));
  await lab.title.fill('Nowhere to stay');
  await lab.title.press('Enter');
  await lab.says('This browser does not let the page store data');
  await lab.button('Download the scenario').waitFor();
  await lab.button('Gallery').click();
  await lab.says('Your scenarios could not be read');
});

test('an update of the storage that another tab blocks is reported and waits', async ({ lab }) => {
  await lab.page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    // This page is one version later.
    IDBFactory.prototype.open = function (name: string, version?: number) {
      return open.call(this, name, version === undefined ? undefined : version + 1);
    };
    const { createObjectStore } = IDBDatabase.prototype;
    IDBDatabase.prototype.createObjectStore = function (...args: Parameters<typeof createObjectStore>) {
      return this.objectStoreNames.contains(args[0])
        ? (null as unknown as IDBObjectStore)
        : createObjectStore.apply(this, args);
    };
  });
  const holder = await secondTab(lab);
  await holder.page.goto(new URL('/lab/icon.svg', (await lab.open()).page.url()).href);
  await holder.page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('droptail.works');
        request.onerror = () => reject(request.error);
        request.onsuccess = () => {
          const opening = indexedDB.open('droptail.works', 1);
          opening.onupgradeneeded = () => opening.result.createObjectStore('works', { keyPath: 'id' });
          opening.onsuccess = () => {
            Object.assign(window, { held: opening.result });
            resolve();
          };
        };
      }),
  );
  await lab.title.fill('Waits');
  await lab.title.press('Enter');
  await lab.says('An older version of this page is open in another tab');
  await holder.page.evaluate(() => (window as unknown as { held: IDBDatabase }).held.close());
  await lab.button('Try again').click();
  await until(
    () => titles(lab),
    (all) => all.join() === 'Waits',
  );
});
