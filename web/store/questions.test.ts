import { expect, test } from 'vitest';
import { EngineStopped, Questions } from './questions';

test('each question gets its own answer', async () => {
  const questions = new Questions<string>();
  const asked: number[] = [];
  const [first, second] = [questions.ask((id) => asked.push(id)), questions.ask((id) => asked.push(id))];
  questions.answer(asked[1] as number, 'two');
  questions.answer(asked[0] as number, 'one');
  expect(await Promise.all([first, second])).toEqual(['one', 'two']);
});

test('where nobody is left to answer, all that was asked is refused, and later questions are their own', async () => {
  const questions = new Questions<string>();
  const lost = [questions.ask(() => {}), questions.ask(() => {})];
  questions.fail(new EngineStopped('unreachable'));
  for (const question of lost)
    await expect(question).rejects.toThrow(/stopped before it had answered. unreachable/);
  const next = questions.ask((id) => questions.answer(id, 'there again'));
  expect(await next).toBe('there again');
  await expect(
    questions.ask(() => {
      throw new EngineStopped('');
    }),
  ).rejects.toThrow(EngineStopped);
});
