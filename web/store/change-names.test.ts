import { expect, test } from 'vitest';
import { sawtooth } from '../../tests/support/scenarios';
import { editWords } from './change-names';

const BUFFER = '/links/core/forward/queue/params/limitPackets';

test('an edit of the run is named by what it changes, from the value before it', () => {
  const scenario = sawtooth();
  const before = scenario.links.find((l) => l.id === 'core')?.forward.queue?.params?.limitPackets;
  const [flow] = scenario.flows;
  const source = {
    ...scenario,
    edits: [
      { atS: 5, path: BUFFER, value: 20 },
      { atS: 9, path: BUFFER, value: 80 },
      { atS: 12, path: `/flows/${flow?.id}`, value: null },
    ],
  };
  expect(editWords(source, 0)).toBe(`buffer ${before} → 20`);
  expect(editWords(source, 1)).toBe('buffer 20 → 80');
  expect(editWords(source, 2)).toMatch(/^remove flow /);
});
