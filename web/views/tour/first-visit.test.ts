import { beforeEach, expect, test, vi } from 'vitest';
import { initialSession, session } from '../../store/session';
import { endTour, startTour } from './first-visit';

const kept = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
});
const home = { hash: '', framed: false };
const tour = () => session.getState().tour;

beforeEach(() => {
  kept.clear();
  session.setState({ ...initialSession });
});

test('it begins on the first visit, and never again once it was ended', () => {
  startTour(home);
  expect(tour()).toBe(0);
  endTour();
  expect(tour()).toBeNull();
  startTour(home);
  expect(tour()).toBeNull();
});

test('it stays away from links, frames and embeds, and from who has work here', () => {
  startTour({ ...home, hash: '#g=one-reno' });
  startTour({ ...home, framed: true });
  session.setState({ embed: true });
  startTour(home);
  session.setState({ embed: false });
  kept.set('droptail.works', JSON.stringify([{ id: 'a', title: 'Mine', changed: 1 }]));
  startTour(home);
  expect(tour()).toBeNull();
});
