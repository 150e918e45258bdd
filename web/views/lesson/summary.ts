/** The summary of a lesson: questions, answers and checks, each with the digest of its run. */

import type { Lesson } from '../../generated/types';
import { withoutPaths } from '../../scenario/named-parameters';
import { type Guess, guessText, type Verdict } from './judge';
import { quantityText } from './measure-names';
import { summaryTexts as t } from './texts';

/** The run that an answer or a check refers to, and the simulated time. */
export interface Seen {
  digest: string;
  atS: number;
}

export interface Answered extends Seen {
  guess: Guess;
  verdict: Verdict | null;
}

export interface Tried extends Seen {
  value: number | null;
  holds: boolean;
}

export interface Score {
  questions: number;
  answered: number;
  right: number;
  checks: number;
  held: number;
}

export function scoreOf(
  lesson: Lesson,
  answered: Readonly<Record<string, Answered>>,
  tried: Readonly<Record<string, Tried>>,
): Score {
  const asked = lesson.steps.filter((s) => s.question);
  const checks = lesson.steps.flatMap((s) => (s.checks ?? []).map((c) => `${s.id}/${c.id}`));
  return {
    questions: asked.length,
    answered: asked.filter((s) => answered[s.id]).length,
    right: asked.filter((s) => answered[s.id]?.verdict?.right).length,
    checks: checks.length,
    held: checks.filter((id) => tried[id]?.holds).length,
  };
}

/** The summary as Markdown. */
export function summaryText(
  title: string,
  name: string,
  lesson: Lesson,
  answered: Readonly<Record<string, Answered>>,
  tried: Readonly<Record<string, Tried>>,
  modelVersion: number | undefined,
): string {
  const score = scoreOf(lesson, answered, tried);
  const lines = [`# ${title || t.title}`, ''];
  if (name) lines.push(t.by(name), '');
  lines.push(`${t.correct(score.right, score.questions)} ${t.met(score.held, score.checks)}`);
  lines.push(t.model(modelVersion));
  lesson.steps.forEach((step, i) => {
    const own = answered[step.id];
    const checks = step.checks ?? [];
    if (!step.question && checks.length === 0) return;
    lines.push('', `## ${i + 1}. ${step.title}`, '');
    if (step.question) {
      lines.push(`> ${step.question.ask.replaceAll('\n', '\n> ')}`, '');
      if (own) {
        lines.push(`- ${t.guess(guessText(step.question, own.guess))}`);
        if (own.verdict) lines.push(`- ${own.verdict.right ? '✓' : '✗'} ${own.verdict.words}`);
        const right = step.question.options?.filter((o) => o.right).map((o) => o.text) ?? [];
        if (right.length > 0 && !own.verdict?.right) lines.push(`- ${t.answer(right.join('; '))}`);
        lines.push(`- ${t.runText(own.digest, own.atS)}`);
      } else lines.push(`- ${t.notAnswered}`);
    }
    for (const check of checks) {
      const found = tried[`${step.id}/${check.id}`];
      if (!found) {
        lines.push(`- ${withoutPaths(check.text)} ${t.notChecked}`);
        continue;
      }
      const value = quantityText(check.claim.of, found.value);
      lines.push(
        `- ${found.holds ? '✓' : '✗'} ${t.found(withoutPaths(check.text), value)} ${t.runText(found.digest, found.atS)}`,
      );
    }
  });
  return `${lines.join('\n')}\n`;
}
