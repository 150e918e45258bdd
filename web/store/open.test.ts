import { expect, test } from 'vitest';
import { app } from './app';
import { openFile } from './open-file';

test('a file that looks like a trace but is invalid is refused as a trace, not as a scenario', async () => {
  expect(await openFile(new File(['3\n2\n'], 'cell.up'))).toBe(false);
  const { refusal, trace } = app.getState();
  expect(refusal).toMatchObject({ what: 'cell.up' });
  expect(refusal?.problems[0]?.problem).toContain('Line 2 is earlier than the line before it.');
  expect(trace).toBeNull();
});

test('a trace too long for a link is not offered', async () => {
  expect(await openFile(new File(['1\n'.repeat(200_001)], 'cell.up'))).toBe(false);
  expect(app.getState().trace).toBeNull();
  expect(await openFile(new File(['1\n'.repeat(200_000)], 'cell.up'))).toBe(true);
  expect(app.getState()).toMatchObject({ refusal: null, trace: { name: 'cell.up' } });
});
