import { afterEach, expect, test } from 'vitest';
import { initialSession, session } from '../../store/session';
import type { SceneSection } from '../../worker/sections';
import { Drops } from './drops';

/** A scene with one drop, just now. */
const scene = (now: number) =>
  ({
    now,
    dropCount: 1,
    dropTime: () => now,
    dropChannel: () => 0,
    dropFlow: () => 0,
    dropSequence: () => 1,
    dropCause: () => 0,
  }) as unknown as SceneSection;

afterEach(() => session.setState({ ...initialSession }));

test('a drop falls, unless a question of a lesson hides the losses; hidden ones do not fall later', () => {
  const drops = new Drops();
  session.setState({ hidden: ['queue', 'losses'] });
  drops.frame(scene(1), 1000, true);
  expect(drops.alive(1000)).toBe(false);
  session.setState({ hidden: [] });
  drops.frame(scene(1), 2000, true);
  expect(drops.alive(2000)).toBe(false);
  drops.frame(scene(2), 3000, true);
  expect(drops.alive(3000)).toBe(true);
});
