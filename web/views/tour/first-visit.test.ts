import { beforeEach, expect, test } from 'vitest';
import { initialSession, session } from '../../store/session';
import { emptyStorage } from '../../store/testing/storage';
import { saveWork } from '../../store/works';
import { endTour, startTour } from './first-visit';

const home = { hash: '', framed: false };
const tour = () => session.getState().tour;

beforeEach(async () => {
  await emptyStorage();
  session.setState({ ...initialSession });
});

test('it starts on the first visit, and never again once it has been ended', async () => {
  await startTour(home);
  expect(tour()).toBe(0);
  endTour();
  expect(tour()).toBeNull();
  await startTour(home);
  expect(tour()).toBeNull();
});

test('it does not start for links, frames, embeds or visitors with saved work', async () => {
  await startTour({ ...home, hash: '#g=one-reno' });
  await startTour({ ...home, framed: true });
  session.setState({ embed: true });
  await startTour(home);
  session.setState({ embed: false });
  await saveWork({ work: { id: 'a', title: 'Mine', changed: 1 }, document: {}, after: [], stamp: 's' });
  await startTour(home);
  expect(tour()).toBeNull();
});
