import { expect, test } from 'vitest';
import { taskParameters, withoutPaths } from './named-parameters';
import { parameterOf } from './path';

const claim = { of: { measure: 'jain', atS: 1 }, is: 'above', value: 0 } as const;

test('the texts of a task name the parameters it needs', () => {
  const step = {
    id: 'a',
    text: 'Change the [rate](#/links/core/forward/rateMbps), see [RFC 5681](https://example.org).',
    checks: [
      {
        id: 'b',
        text: 'Set the [buffer](#/links/core/forward/queue/params/limitPackets).',
        task: true,
        claim,
      },
      { id: 'c', text: 'The [delay](#/links/core/forward/delayMs) is as it was.', claim },
    ],
  };
  expect(taskParameters(step)).toEqual([
    '/links/core/forward/rateMbps',
    '/links/core/forward/queue/params/limitPackets',
  ]);
  expect(taskParameters({ ...step, checks: step.checks.slice(1) })).toBeNull();
});

test('a text can be reduced to its words, without the paths of parameters', () => {
  expect(withoutPaths('Set the [buffer](#/links/core) to [1].')).toBe('Set the buffer to [1].');
  expect(parameterOf('#/links/core')).toBe('/links/core');
  expect(parameterOf('https://example.org/#/links')).toBeNull();
});
