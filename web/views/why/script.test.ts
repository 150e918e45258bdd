import { expect, test } from 'vitest';
import { linesRun } from './script';

const script = 'let n = 0;\nfn on_ack() {\n  n += 1;\n  cwnd += counted / cwnd;\n}';

test('lines are listed once, in the order of the script', () => {
  expect(linesRun(script, [4, 3, 4])).toEqual([
    { number: 3, text: '  n += 1;', times: 1 },
    { number: 4, text: '  cwnd += counted / cwnd;', times: 2 },
  ]);
});

test('a line that the script no longer has is empty', () => {
  expect(linesRun(script, [9])).toEqual([{ number: 9, text: '', times: 1 }]);
});
