import { IDBObjectStore } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';
import { deleteDatabase, emptyStorage, failPuts } from './testing/storage';
import {
  deleteWork,
  hasWorks,
  lastWork,
  leaveUnsaved,
  listWorks,
  onWorksLost,
  readWork,
  saveLeftVersions,
  saveWork,
  titleBeside,
  type Version,
} from './works';

beforeEach(async () => {
  await emptyStorage();
});

const version = (text: string, stamp: string, after: string[] = []): Version => ({
  work: { id: 'w', kind: 'scenario', title: 'Mine', changed: 1 },
  document: { title: 'Mine', notes: text } as Version['document'],
  after,
  stamp,
});
const notes = (document: string) => JSON.parse(document).notes;
const all = async () => (await listWorks()).map((w) => [w.title, notes(w.document)]).sort();

test('a version that another tab has not seen is kept beside the stored one', async () => {
  await saveWork(version('first', 's1'));
  expect(await saveWork(version('A', 's2', ['s1']))).toMatchObject({ beside: null, stamp: 's2' });
  const saved = await saveWork(version('B', 's3', ['s1']));
  expect(saved).toMatchObject({ work: { title: 'Mine (version 2)' }, beside: { id: 'w', title: 'Mine' } });
  expect(await all()).toEqual([
    ['Mine (version 2)', 'B'],
    ['Mine', 'A'],
  ]);
  // From now on it is open under its new name, and its document says so.
  const own = await readWork(saved.work.id);
  expect(JSON.parse(own?.document ?? '').title).toBe('Mine (version 2)');
  expect(lastWork('scenario')).toBe(saved.work.id);
});

test('two versions saved at the same moment are both kept', async () => {
  await saveWork(version('first', 's1'));
  const both = [version('A', 's2', ['s1']), version('B', 's3', ['s1'])];
  const outcomes = await Promise.all(both.map(saveWork));
  expect(outcomes.filter((o) => o.beside !== null)).toHaveLength(1);
  expect((await all()).map(([, text]) => text).sort()).toEqual(['A', 'B']);
});

test('equal content is not a second version, and a repeated call makes one work', async () => {
  await saveWork(version('first', 's1'));
  expect(await saveWork(version('first', 's2', ['x']))).toMatchObject({ stamp: 's1', beside: null });
  const second = version('B', 's3', ['x']);
  await saveWork(second);
  await saveWork(second);
  expect(await all()).toHaveLength(2);
});

test('a work that another tab deleted is stored again by a tab that still has it', async () => {
  await saveWork(version('first', 's1'));
  await deleteWork('w');
  expect(await hasWorks()).toBe(false);
  await saveWork(version('A', 's2', ['s1']));
  expect(await all()).toEqual([['Mine', 'A']]);
});

test('what a closed page left is saved by the next page', async () => {
  await saveWork(version('first', 's1'));
  expect(leaveUnsaved('tab', version('A', 's2', ['s1']))).toBe(true);
  expect(await saveLeftVersions()).toMatchObject([{ work: { id: 'w' }, beside: null }]);
  expect(await all()).toEqual([['Mine', 'A']]);
  expect(await saveLeftVersions()).toEqual([]);
});

test('two versions of one work, left by two closed pages, are both kept', async () => {
  await saveWork(version('first', 's1'));
  leaveUnsaved('one', version('A', 's2', ['s1']));
  leaveUnsaved('other', version('B', 's3', ['s1']));
  expect((await saveLeftVersions()).filter((saved) => saved.beside)).toHaveLength(1);
  expect((await all()).map(([, text]) => text).sort()).toEqual(['A', 'B']);
});

test('what cannot be saved yet stays where it was left, and can be read', async () => {
  leaveUnsaved('tab', version('A', 's2'));
  const mend = failPuts('QuotaExceededError');
  expect(await saveLeftVersions()).toEqual([]);
  mend();
  const refuse = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('by a test', 'UnknownError');
  });
  expect(notes((await readWork('w'))?.document ?? '')).toBe('A');
  await expect(readWork('other')).rejects.toMatchObject({ fault: 'failed' });
  refuse.mockRestore();
  expect(await saveLeftVersions()).toHaveLength(1);
  expect(await readWork('w')).toMatchObject({ stamps: ['s2'], place: null });
});

test('a version has the branches of its run, and other branches make another version', async () => {
  await saveWork(version('first', 's1'));
  expect((await readWork('w'))?.branches).toBe('');
  const forked = { ...version('first', 's2', ['s1']), branches: '[0]' };
  expect(await saveWork(forked)).toMatchObject({ stamp: 's2', beside: null });
  expect(await readWork('w')).toMatchObject({ branches: '[0]', stamps: ['s2'] });
  expect(await saveWork({ ...forked, stamp: 's3' })).toMatchObject({ stamp: 's2' });
  // Beside a version that another tab has saved, they stay with their document.
  const { work } = await saveWork({ ...forked, ...version('B', 's4', ['s1']) });
  expect((await readWork(work.id))?.branches).toBe('[0]');
  leaveUnsaved('place', { ...version('C', 's5', ['s2']), branches: '[1]' });
  expect((await readWork('w'))?.branches).toBe('[1]');
});

test('a full disk is reported and nothing changes', async () => {
  await saveWork(version('first', 's1'));
  const mend = failPuts('QuotaExceededError');
  await expect(saveWork(version('A', 's2', ['s1']))).rejects.toMatchObject({ fault: 'full' });
  mend();
  expect(await all()).toEqual([['Mine', 'first']]);
});

test('cleared storage is reported', async () => {
  const lost = vi.fn();
  onWorksLost(lost);
  await saveWork(version('first', 's1'));
  await deleteDatabase('droptail.works');
  expect(lost).toHaveBeenCalledTimes(1);
});

test('second versions have titles of their own', () => {
  expect(titleBeside('One flow', new Set(['One flow']))).toBe('One flow (version 2)');
  expect(titleBeside('One flow (version 2)', new Set(['One flow', 'One flow (version 2)']))).toBe(
    'One flow (version 3)',
  );
});
