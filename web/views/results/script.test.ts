import { expect, test } from 'vitest';
import { scriptStopped } from './script';

const failure = { atS: 3.24, handler: 'on_ack', line: 4, column: 2, message: 'division by zero' };

test('the line about a script that stopped says when, where and why', () => {
  expect(scriptStopped('Own', failure)).toBe(
    'Own stopped at 3.2 s in on_ack, line 4: division by zero. The flow goes on as Reno.',
  );
});

test('an unknown line is left out', () => {
  expect(scriptStopped('Own', { ...failure, line: 0, message: 'Too many operations.' })).toBe(
    'Own stopped at 3.2 s in on_ack: Too many operations. The flow goes on as Reno.',
  );
});
