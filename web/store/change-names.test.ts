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

test('a loss rate is a percentage, as in its field', () => {
  const path = '/links/core/forward/lossRate';
  const edits = [
    { atS: 5, path, value: 0.005 },
    { atS: 9, path, value: 1 },
  ];
  expect(editWords({ ...sawtooth(), edits }, 1)).toBe('loss rate 0.5% → 100%');
});

test('a controller of the document is named by its name, not by its id', () => {
  const controller = { id: 'own-1', name: 'My AIMD', script: 'fn on_ack() {}' };
  const source = {
    ...sawtooth(),
    edits: [
      { atS: 5, path: '/controllers/own-1', value: controller },
      { atS: 9, path: '/controllers/own-1/script', value: '' },
    ],
  };
  expect([0, 1].map((index) => editWords(source, index))).toEqual(['script of My AIMD', 'script of My AIMD']);
});
