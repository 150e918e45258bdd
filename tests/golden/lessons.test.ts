/** Every lesson is correct: its answers, claims and checks hold in its runs, and its tasks can be solved. */
import { describe, expect, test } from 'vitest';
import { LESSONS } from '../../scripts/lessons/index.mjs';
import generated from '../../web/generated/catalogue.json' with { type: 'json' };
import schema from '../../web/generated/schema.json' with { type: 'json' };
import type { Catalogue, Claim, LessonStep, Scenario } from '../../web/generated/types';
import { taskParameters } from '../../web/scenario/named-parameters';
import { flowWithScript, setPath } from '../../web/scenario/path';
import { applyStage, withReadersScripts } from '../../web/scenario/stage';
import { escapedIds, parameters } from '../../web/views/experiment/setup/parameters';
import { POINTS } from '../../web/views/lesson/judge';
import { holds } from '../../web/views/lesson/measure';
import { plotChoices } from '../../web/views/plots/model/specs';
import { galleryEntries, galleryScenario, normalized } from '../support/engine';
import { LessonRun, measureIn } from '../support/lessons';

const catalogue = generated as unknown as Catalogue;

const panels = new Set([...plotChoices().map((c) => c.id), 'topology', 'results']);

test('every lesson is in the gallery', async () => {
  expect(LESSONS.length).toBeGreaterThanOrEqual(18);
  const ids = (await galleryEntries()).map((entry) => entry.id);
  expect(LESSONS.map((l) => l.id).filter((id) => !ids.includes(id))).toEqual([]);
});

test.for(LESSONS.map((l) => [l.id, l] as const))(
  '%s is as `npm run lessons` writes it',
  async ([id, { document }]) => {
    expect(await galleryScenario(id)).toEqual(JSON.parse(JSON.stringify(document)));
  },
);

test('the page finds exactly the numbers of the results that the engine names', async () => {
  const run = await LessonRun.of(await galleryScenario('rtt-unfairness'));
  const { results, measures } = run.at(40);
  expect(measures.length).toBeGreaterThan(100);
  for (const [name, value] of measures) expect(measureIn(results, name), name).toBe(value);
  for (const name of ['', 'jai', 'flows', 'flows/f1', 'flows/f9/drops', 'covariance/f1/f9', 'digest'])
    expect(measureIn(results, name), name).toBeNull();
  run.free();
});

for (const { id, document, solutions = {} } of LESSONS) {
  describe(id, () => {
    for (const [place, step] of (document.lesson?.steps ?? []).entries()) {
      test(step.title || step.id, async () => {
        const whole = await normalized(document);
        const before = await normalized(written(whole, place));
        const staged = await normalized(withReadersScripts(applyStage(whole, before, step), before, step));
        await checkStep(staged, step, (check) => solutions[`${step.id}/${check}`]);
      });
    }
    /** The document with the scripts of the solutions of the first steps, which readers have written by then. */
    const written = (whole: Scenario, steps: number): Scenario => {
      const ids = document.lesson?.steps.slice(0, steps).map((s) => s.id) ?? [];
      return Object.entries(solutions)
        .filter(([id]) => ids.includes(id.split('/')[0] ?? ''))
        .flatMap(([, changes]) => changes)
        .filter(({ path }) => path.startsWith('/controllers/'))
        .reduce((doc, { path, value }) => setPath(doc, path, value), whole);
    };
  });
}

async function checkStep(
  staged: Scenario,
  step: LessonStep,
  solution: (check: string) => { path: string; value: unknown }[] | undefined,
): Promise<void> {
  const panelNames = [...(step.stage?.plots ?? []), ...(step.stage?.hide ?? [])];
  expect(panelNames.filter((panel) => !panels.has(panel))).toEqual([]);
  expect(step.stage?.set?.map((s) => s.path) ?? []).toEqual([
    ...new Set(step.stage?.set?.map((s) => s.path)),
  ]);
  // An embed derives from the texts which parameters a task needs.
  const named = taskParameters(step) ?? [];
  const known = parameters(staged, catalogue, schema, escapedIds).map((p) => p.path);
  expect(named.filter((path) => !known.includes(path) && !flowWithScript(staged, path))).toEqual([]);
  const run = await LessonRun.of(staged);
  try {
    const question = step.question;
    for (const option of question?.options ?? []) {
      if (option.claim) expect(claimed(run, option.claim), `“${option.text}”`).toBe(option.right ?? false);
    }
    if (question?.number) {
      const { of, value, tolerance } = question.number;
      const found = of ? run.quantity(of) : value;
      expect(found, question.ask).not.toBeNull();
      // Well within the tolerance: both the measured value and the stated answer count as correct.
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
      expect(Math.max(...curve), 'the curve fits on the axis').toBeLessThanOrEqual(max);
      expect(Math.max(...curve), 'the axis is not too long').toBeGreaterThan(max / 2);
      // A horizontal line at the mean must not count as the curve.
      const mean = curve.reduce((a, b) => a + b, 0) / curve.length;
      const distance = curve.reduce((a, v) => a + Math.abs(v - mean), 0) / curve.length / max;
      expect(distance, 'a horizontal line is too far from the curve').toBeGreaterThan(tolerance ?? 0);
    }
    for (const check of step.checks ?? []) {
      const solved = solution(check.id);
      expect(claimed(run, check.claim), check.text).toBe(!check.task);
      if (check.task) expect(solved, `a solution of: ${check.text}`).toBeDefined();
      if (!solved) continue;
      const unnamed = solved.filter(
        ({ path }) =>
          !named.some((own) => `${own}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${own}/`)),
      );
      if (check.task) expect(unnamed, `named in the step: ${named}`).toEqual([]);
      const changed = await LessonRun.of(
        await normalized(applyStage(staged, staged, { id: '', stage: { set: solved } })),
      );
      expect(claimed(changed, check.claim), `${check.text} solved`).toBe(true);
      changed.free();
    }
  } finally {
    run.free();
  }
}

function claimed(run: LessonRun, claim: Claim): boolean {
  const value = run.quantity(claim.of);
  expect(value, claim.of.measure).not.toBeNull();
  return holds(claim, value);
}
