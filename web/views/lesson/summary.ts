/** What a student takes away: questions, guesses and checks, each with the digest of the run that it speaks of. */
import type { Lesson } from '../../generated/types';
import { formatVariable } from '../plots/format';
import { type Guess, guessWords, type Verdict } from './judge';

/** Which run something was seen in, and when in it. */
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
  lesson: Lesson,
  answered: Readonly<Record<string, Answered>>,
  tried: Readonly<Record<string, Tried>>,
  modelVersion: number | undefined,
): string {
  const score = scoreOf(lesson, answered, tried);
  const lines = [`# ${title || 'Lesson'}`, ''];
  lines.push(
    `${score.right} of ${score.questions} questions right, ${score.held} of ${score.checks} checks met.`,
  );
  lines.push(`Droptail, model ${modelVersion ?? '?'}. The same scenario has the same digest everywhere.`);
  lesson.steps.forEach((step, i) => {
    const own = answered[step.id];
    const checks = (step.checks ?? []).filter((c) => tried[`${step.id}/${c.id}`]);
    if (!step.question && checks.length === 0) return;
    lines.push('', `## ${i + 1}. ${step.title}`, '');
    if (step.question) {
      lines.push(`> ${step.question.ask.replaceAll('\n', '\n> ')}`, '');
      if (own) {
        lines.push(`- Guess: ${guessWords(step.question, own.guess)}`);
        if (own.verdict) lines.push(`- ${own.verdict.right ? '✓' : '✗'} ${own.verdict.words}`);
        const right = step.question.options?.filter((o) => o.right).map((o) => o.text) ?? [];
        if (right.length > 0 && !own.verdict?.right) lines.push(`- Answer: ${right.join('; ')}`);
        lines.push(`- Run ${own.digest} at ${own.atS} s`);
      } else lines.push('- Not answered');
    }
    for (const check of checks) {
      const found = tried[`${step.id}/${check.id}`] as Tried;
      const value = found.value === null ? 'undefined' : formatVariable(found.value);
      lines.push(
        `- ${found.holds ? '✓' : '✗'} ${check.text} Found ${value}. Run ${found.digest} at ${found.atS} s`,
      );
    }
  });
  return `${lines.join('\n')}\n`;
}
