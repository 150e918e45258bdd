import { IDBFactory } from 'fake-indexeddb';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { small } from '../worker/testing/fake-engine';
import { deleteDatabase, emptyStorage, failPuts } from './testing/storage';
import { closeTabs, openTab, type Tab } from './testing/tab';

const WORKS = 'droptail.works';
/** A busy machine may take this long to deliver a message to another tab. */
const PATIENCE = { timeout: 4000 };
let kept: Record<string, string>;
let works: typeof import('./works');

beforeEach(async () => {
  closeTabs();
  globalThis.indexedDB = new IDBFactory();
  kept = await emptyStorage();
  vi.resetModules();
  works = await import('./works');
  await works.saveWork({
    work: { id: 'w', kind: 'scenario', title: 'Mine', changed: 1 },
    document: { ...small, title: 'Mine' },
    after: [],
    stamp: 's1',
  });
});

afterAll(() => vi.unstubAllGlobals());

const titles = async () => (await works.listWorks()).map((w) => w.title).sort();
const ownId = (tab: Tab) => {
  const { origin } = tab.app.getState();
  return origin.kind === 'own' ? origin.id : origin.kind;
};

async function tabWith(id: string): Promise<Tab> {
  const tab = await openTab();
  await tab.open(id);
  return tab;
}

test('if two tabs change one work, both versions are kept, and the second tab reports it', async () => {
  const one = await tabWith('w');
  const other = await tabWith('w');
  one.setTitle('Mine, faster');
  await one.save();
  other.setTitle('Mine, slower');
  await other.save();
  expect(await titles()).toEqual(['Mine, faster', 'Mine, slower (version 2)']);
  expect(ownId(one)).toBe('w');
  expect(ownId(other)).not.toBe('w');
  expect(other.title()).toBe('Mine, slower (version 2)');
  expect(other.app.getState().versions).toMatchObject({
    own: { id: ownId(other), title: 'Mine, slower (version 2)' },
    other: { id: 'w', title: 'Mine, faster' },
  });
  expect(one.app.getState().versions).toBeNull();

  // From here on each tab saves its own.
  one.setTitle('Fast');
  await one.save();
  other.setTitle('Slow');
  await other.save();
  expect(await titles()).toEqual(['Fast', 'Slow']);
});

test('a tab without changes hears of a later version and saves nothing', async () => {
  const one = await tabWith('w');
  const other = await tabWith('w');
  one.setTitle('Changed');
  await one.save();
  await vi.waitFor(
    () => expect(other.app.getState().behind).toEqual({ kind: 'scenario', id: 'w' }),
    PATIENCE,
  );
  await other.save();
  other.fire('pagehide');
  expect(await titles()).toEqual(['Changed']);
  expect(one.app.getState().behind).toBeNull();
});

test('a change that is undone is saved as it is then', async () => {
  const tab = await tabWith('w');
  tab.setTitle('Changed');
  await tab.save();
  tab.undo();
  await tab.save();
  expect(await titles()).toEqual(['Mine']);
});

test('a change just before another document opens is saved to the work it belongs to', async () => {
  const tab = await tabWith('w');
  tab.setTitle('Changed');
  await tab.openText({ ...small, title: 'Another' });
  await tab.save();
  expect(await titles()).toEqual(['Changed']);
  expect(ownId(tab)).toBe('new');
});

test('a page that is closed before it could save leaves its change to the next page', async () => {
  const tab = await tabWith('w');
  tab.setTitle('In the last moment');
  tab.fire('pagehide');
  const next = await openTab();
  await next.first();
  expect(next.title()).toBe('In the last moment');
  expect(await titles()).toEqual(['In the last moment']);
  expect(next.app.getState().versions).toBeNull();
});

test('if another tab has saved meanwhile, what a closed page left is kept beside it and reported', async () => {
  const one = await tabWith('w');
  const other = await tabWith('w');
  one.setTitle('One');
  one.fire('pagehide');
  other.setTitle('Other');
  await other.save();
  const next = await openTab();
  await next.first();
  expect(await titles()).toEqual(['One (version 2)', 'Other']);
  expect(next.title()).toBe('One (version 2)');
  expect(next.app.getState().versions).toMatchObject({ other: { id: 'w', title: 'Other' } });
});

test('a page that comes back after it left a change continues with its work', async () => {
  const tab = await tabWith('w');
  tab.setTitle('Left');
  tab.fire('pagehide');
  const next = await openTab();
  await next.first();
  tab.setTitle('And changed once more');
  await tab.save();
  expect(await titles()).toEqual(['And changed once more']);
});

test('a full disk is reported, and the change is saved once there is room', async () => {
  const tab = await tabWith('w');
  const mend = failPuts('QuotaExceededError');
  onTestFinished(mend);
  tab.setTitle('Too much');
  await tab.save();
  expect(tab.app.getState().notStored).toEqual({ scenario: 'full' });
  expect(tab.title()).toBe('Too much');
  // Until then the change is in plain storage, so the visitor may leave the page.
  expect(tab.fire('beforeunload')).toBe(false);
  mend();
  await tab.save();
  expect(tab.app.getState().notStored).toEqual({});
  expect(await titles()).toEqual(['Too much']);
  expect(Object.keys(kept).filter((key) => key.startsWith('droptail.unsaved'))).toEqual([]);
});

test('a full disk and a reload lose nothing, and the work stays one work', async () => {
  const tab = await tabWith('w');
  const mend = failPuts('QuotaExceededError');
  onTestFinished(mend);
  tab.setTitle('Too much');
  await tab.save();
  const next = await openTab();
  await next.first();
  expect(next.title()).toBe('Too much');
  next.setTitle('Still too much');
  await next.save();
  mend();
  next.setTitle('There is room');
  await next.save();
  const last = await openTab();
  await last.first();
  expect(await titles()).toEqual(['There is room']);
  expect(last.app.getState().versions).toBeNull();
});

test('a link changed while the disk is full is a work after a reload', async () => {
  const tab = await openTab();
  await tab.openText({ ...small, title: 'Shared' });
  const mend = failPuts('QuotaExceededError');
  onTestFinished(mend);
  tab.setTitle('Changed');
  await tab.save();
  expect(tab.app.getState().origin.kind).toBe('own');
  const next = await openTab();
  await next.first();
  expect(next.title()).toBe('Changed');
  mend();
});

test('if nothing can be stored at all, the page asks before it is left', async () => {
  const tab = await tabWith('w');
  const mend = failPuts('UnknownError');
  onTestFinished(mend);
  const full = vi.spyOn(kept as unknown as Storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect(tab.fire('beforeunload')).toBe(false);
  tab.setTitle('Nowhere to go');
  await tab.save();
  expect(tab.app.getState().notStored).toEqual({ scenario: 'failed' });
  expect(tab.fire('beforeunload')).toBe(true);
  full.mockRestore();
  mend();
});

test('storage cleared by another tab is reported, and the open work is saved again', async () => {
  const tab = await tabWith('w');
  await deleteDatabase(WORKS);
  await vi.waitFor(() => expect(tab.app.getState().cleared).toBe(true), PATIENCE);
  expect(await titles()).toEqual(['Mine']);
  tab.setTitle('Goes on');
  await tab.save();
  expect(await works.readWork('w')).toMatchObject({ title: 'Goes on' });
});
