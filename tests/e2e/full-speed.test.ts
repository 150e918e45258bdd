/** Edits, pauses and links at full speed: a link opens exactly the same run, checked by its digest. */
import { expect } from 'vitest';
import type { Engine, Scenario } from '../../web/generated/types';
import { type Lab, test } from '../support/lab';
import { fragmentOf, readLink } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** The number of rounds, one link each. */
const ROUNDS = process.env.DROPTAIL_FULL === '1' ? 300 : 8;
/** Rounds per page, so that no test is long. */
const ROUNDS_PER_TEST = process.env.DROPTAIL_FULL === '1' ? 25 : 4;

const ENGINES: readonly Engine[] = ['packet', 'packet', 'fluid', 'both'];

/** Flows with equal delays: many events have the same time, and slices end between them. */
function synchronisedFlows(engine: Engine, seed: number): Scenario {
  const node = (id: string, kind: 'host' | 'router', x: number, y: number) => ({ id, kind, x, y });
  const sides = [0, 1, 2, 3];
  const access = (id: string, a: string, b: string) => ({ id, a, b, forward: { rateMbps: 100, delayMs: 2 } });
  return {
    version: 1,
    title: `In step ${engine} ${seed}`,
    seed,
    engine,
    durationS: 50_000,
    nodes: [
      ...sides.map((i) => node(`s${i}`, 'host', 0, 80 * i)),
      ...sides.map((i) => node(`d${i}`, 'host', 600, 80 * i)),
      node('r1', 'router', 200, 120),
      node('r2', 'router', 400, 120),
    ],
    links: [
      ...sides.map((i) => access(`in${i}`, `s${i}`, 'r1')),
      ...sides.map((i) => access(`out${i}`, 'r2', `d${i}`)),
      {
        id: 'core',
        a: 'r1',
        b: 'r2',
        forward: { rateMbps: 10, delayMs: 10, queue: { kind: 'droptail', params: { limitPackets: 30 } } },
      },
    ],
    flows: sides.map((i) => ({
      id: `f${i}`,
      from: `s${i}`,
      to: `d${i}`,
      algorithm: i % 2 === 0 ? 'reno' : 'cubic',
    })),
  };
}

/** Pseudo-random numbers that are the same in each run of the test. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The link to the time on screen, after its digest has been reported. */
async function linkWithDigest(lab: Lab): Promise<{ link: string; digest: string }> {
  let link = '';
  let digest: string | undefined;
  await expect
    .poll(async () => {
      link = await lab.link();
      digest = (await readLink(link)).content.linkDigest?.digest;
      return digest;
    })
    .toMatch(/^[0-9a-f]{16}$/);
  return { link, digest: digest ?? '' };
}

const parts = Array.from({ length: ROUNDS / ROUNDS_PER_TEST }, (_, part) => part);

test.for(parts)('links made at full speed open with their digest, part %i', async (part, { visit }) => {
  const lab = await visit();
  const reader = await visit();
  const draw = randomNumbers(part + 1);
  await lab.open(`${await fragmentOf(synchronisedFlows('packet', 1))}&play=0`);
  await reader.open(`${await fragmentOf(synchronisedFlows('packet', 1))}&play=0`);
  for (let round = 0; round < ROUNDS_PER_TEST; round += 1) {
    const engine = ENGINES[(part + round) % ENGINES.length] ?? 'packet';
    const seed = 1000 * part + round;
    const fragment = await fragmentOf(synchronisedFlows(engine, seed));
    await lab.follow(`${fragment}&speed=max&play=0`);
    await expect.poll(() => lab.title.inputValue()).toBe(`In step ${engine} ${seed}`);
    await lab.button('Play').first().waitFor();
    await lab.selectLink('r1 to r2');
    await lab.play();
    const edits = 1 + Math.floor(2 * draw());
    for (let n = 0; n < edits; n += 1) {
      await lab.page.waitForTimeout(30 + 170 * draw());
      await lab.setBuffer(10 + Math.floor(40 * draw()));
    }
    await lab.page.waitForTimeout(30 + 170 * draw());
    await lab.pause();
    const { link, digest } = await linkWithDigest(lab);
    await reader.follow(link.slice(link.indexOf('#')));
    // The result for the previous link may still be shown.
    const verdict = reader.root
      .getByText(/identical to the shared one|The digest differs/)
      .filter({ hasText: digest });
    await verdict.first().waitFor({ timeout: 60_000 });
    expect(await verdict.first().textContent(), `${engine}, seed ${seed}: ${link}`).toContain('identical');
  }
});

test('a buffer changed by an edit is drawn, also if the run passes the edit while the page is busy', async ({
  lab,
}) => {
  const path = '/links/core/forward/queue/params/limitPackets';
  const source = { ...sawtooth(60), edits: [{ atS: 20, path, value: 30 }] };
  await lab.open(`${await fragmentOf(source)}&speed=max&play=0`);
  await lab.page.getByText(/^\d+ of 100 packets/).waitFor();
  // Busy for longer than the whole run: no message is processed until the run is over.
  await lab
    .button('Play')
    .first()
    .evaluate((button: HTMLElement) => {
      button.click();
      const end = performance.now() + 3000;
      while (performance.now() < end);
    });
  await lab.button('Play again from the start').waitFor();
  await lab.page.getByText(/^\d+ of 30 packets/).waitFor();
});
