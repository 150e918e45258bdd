import { expect, test } from 'vitest';
import type { Moment, Scenario } from '../../generated/types';
import { documentStore } from '../../store/document';
import { algorithmsAt, editsAt } from './edits';

const moment = (atS: number, kind: 'edit' | 'other') => ({ atS, cause: { kind } }) as Moment;

test('the algorithm is that of the moment, and an edit changes it', () => {
  const source = {
    flows: [{ id: 'f1', algorithm: 'cubic' }],
    edits: [
      { atS: 12.3, path: '/flows/f1/algorithm', value: 'htcp' },
      { atS: 20, path: '/flows/f1/startS', value: 1 },
    ],
  } as unknown as Scenario;
  documentStore.setState({ source });
  expect(algorithmsAt(moment(5, 'other'), 'f1')).toEqual({ before: 'cubic', after: 'cubic' });
  expect(algorithmsAt(moment(12.3, 'edit'), 'f1')).toEqual({ before: 'cubic', after: 'htcp' });
  expect(algorithmsAt(moment(12.3, 'other'), 'f1')).toEqual({ before: 'htcp', after: 'htcp' });
  expect(algorithmsAt(moment(20, 'edit'), 'f1')).toEqual({ before: 'htcp', after: 'htcp' });
  expect([5, 12.3, 20].map(editsAt)).toEqual([[], [0], [1]]);
});
