/** Every lesson is right: its answers, claims and checks hold in the runs that it speaks of, and its tasks can be done. */
import { describe, expect, test } from 'vitest';
import { LESSONS } from '../../scripts/lessons/index.mjs';
import type { Claim, LessonStep, Scenario } from '../../web/generated/types';
import { stagedFor } from '../../web/scenario/stage';
import { POINTS } from '../../web/views/lesson/judge';
import { holds } from '../../web/views/lesson/measure';
import { CHOICES } from '../../web/views/plots/model/specs';
import { galleryEntries, galleryScenario, normalized } from '../support/engine';
import { Asked, measureIn } from '../support/lessons';

const panels = new Set([...CHOICES.map((c) => c.id), 'topology', 'results']);

test('every lesson is in the gallery', async () => {
  expect(LESSONS.length).toBeGreaterThanOrEqual(16);
  const ids = (await galleryEntries()).map((entry) => entry.id);
  expect(LESSONS.map((l) => l.id).filter((id) => !ids.includes(id))).toEqual([]);
});

test.for(LESSONS.map((l) => [l.id, l] as const))(
  '%s is as `npm run lessons` writes it',
  async ([id, { document }]) => {
    expect(await galleryScenario(id)).toEqual(JSON.parse(JSON.stringify(document)));
  },
);

test('the page finds every number of the results that the engine names, and none else', async () => {
  const run = await Asked.of(await galleryScenario('rtt-unfairness'));
  const { results, measures } = run.at(40);
  expect(measures.length).toBeGreaterThan(100);
  for (const [name, value] of measures) expect(measureIn(results, name), name).toBe(value);
  for (const name of ['', 'jai', 'flows', 'flows/f1', 'flows/f9/drops', 'covariance/f1/f9', 'digest'])
    expect(measureIn(results, name), name).toBeNull();
  run.free();
});

for (const { id, document, solutions = {} } of LESSONS) {
  describe(id, () => {
    for (const step of document.lesson?.steps ?? []) {
      test(step.title || step.id, async () => {
        const whole = await normalized(document);
        const staged = await normalized(stagedFor(whole, whole, step));
        await rightStep(staged, step, (check) => solutions[`${step.id}/${check}`]);
      });
    }
  });
}

async function rightStep(
  staged: Scenario,
  step: LessonStep,
  solution: (check: string) => { path: string; value: unknown }[] | undefined,
): Promise<void> {
  const named = [...(step.stage?.plots ?? []), ...(step.stage?.hide ?? [])];
  expect(named.filter((panel) => !panels.has(panel))).toEqual([]);
  expect(step.stage?.set?.map((s) => s.path) ?? []).toEqual([
    ...new Set(step.stage?.set?.map((s) => s.path)),
  ]);
  const run = await Asked.of(staged);
  try {
    const question = step.question;
    for (const option of question?.options ?? []) {
      if (option.claim) expect(claimed(run, option.claim), `“${option.text}”`).toBe(option.right ?? false);
    }
    if (question?.number) {
      const { of, value, tolerance } = question.number;
      const found = of ? run.quantity(of) : value;
      expect(found, question.ask).not.toBeNull();
      // Well inside: who guesses what the run measures is right, and so is who guesses the stated answer.
      expect(Math.abs((found as number) - value), `${question.ask} ${found}`).toBeLessThanOrEqual(
        0.8 * tolerance,
      );
    }
    if (question?.sketch) {
      const { series, owner, fromS, toS, max, tolerance } = question.sketch;
      const number = run.directory().series.findIndex((s) => s.kind === series && s.owner === (owner ?? ''));
      expect(number, 'series').toBeGreaterThanOrEqual(0);
      const curve = run.curve(number, fromS, toS, POINTS).filter((v) => !Number.isNaN(v));
      expect(curve.length).toBeGreaterThan(POINTS / 2);
      expect(Math.max(...curve), 'the curve fits').toBeLessThanOrEqual(max);
      expect(Math.max(...curve), 'the axis is not too long').toBeGreaterThan(max / 2);
      // A level line at the mean must not pass for the curve.
      const mean = curve.reduce((a, b) => a + b, 0) / curve.length;
      const away = curve.reduce((a, v) => a + Math.abs(v - mean), 0) / curve.length / max;
      expect(away, 'a level line is far enough').toBeGreaterThan(tolerance ?? 0);
    }
    for (const check of step.checks ?? []) {
      const solved = solution(check.id);
      expect(claimed(run, check.claim), check.text).toBe(!check.task);
      if (check.task) expect(solved, `a way to: ${check.text}`).toBeDefined();
      if (!solved) continue;
      const changed = await Asked.of(
        await normalized(stagedFor(staged, staged, { id: '', stage: { set: solved } })),
      );
      expect(claimed(changed, check.claim), `${check.text} solved`).toBe(true);
      changed.free();
    }
  } finally {
    run.free();
  }
}

function claimed(run: Asked, claim: Claim): boolean {
  const value = run.quantity(claim.of);
  expect(value, claim.of.measure).not.toBeNull();
  return holds(claim, value);
}
