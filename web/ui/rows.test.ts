import { describe, expect, it } from 'vitest';
import { byFamily, firstRows, type PickerRow, search } from './rows';

const row = (id: string, name: string, family: string, summary = '', source = '', year = 0): PickerRow => ({
  id,
  name,
  family,
  summary,
  source,
  year,
});

const rows = [
  row('reno', 'Reno', 'Loss-based', 'Halves on loss.', 'Jacobson; RFC 5681 (2009)', 1990),
  row('newreno', 'NewReno', 'Loss-based', 'Reno that repairs several losses.', 'RFC 6582', 1999),
  row('vegas', 'Vegas', 'Delay-based', 'Keeps packets in queues.', 'Brakmo & Peterson', 1995),
  row('htcp', 'H-TCP', 'High-speed', 'Grows with the time since a loss.', 'Leith & Shorten', 2004),
  row('hstcp', 'HSTCP', 'High-speed', 'Reno for large windows.', 'RFC 3649', 2003),
  row('iiad', 'IIAD', 'Binomial', 'Inverse increase.', 'Bansal & Balakrishnán', 2001),
];

const found = (query: string) =>
  search(rows, query)
    .flatMap((g) => g.rows)
    .map((r) => r.id);

describe('the rows of a picker', () => {
  it('are grouped by family, in the order of the catalogue', () => {
    expect(byFamily(rows).map((g) => [g.name, g.rows.length])).toEqual([
      ['Loss-based', 2],
      ['Delay-based', 1],
      ['High-speed', 2],
      ['Binomial', 1],
    ]);
    expect(byFamily([{ id: 'red', name: 'RED', summary: '', source: '', year: 1993 }])[0]?.name).toBe('');
  });

  it('are found by name, family, summary, source and id', () => {
    expect(found('vegas')).toEqual(['vegas']);
    expect(found('delay')).toEqual(['vegas']);
    expect(found('inverse')).toEqual(['iiad']);
    expect(found('6582')).toEqual(['newreno']);
    expect(found('2003')).toEqual(['hstcp']);
    expect(found('htcp')).toEqual(['htcp']);
    expect(found('nothing of that kind')).toEqual([]);
    expect(found('  ')).toHaveLength(rows.length);
  });

  it('are ordered by relevance', () => {
    // The name itself, then names that contain it, then sentences that do.
    expect(found('reno')).toEqual(['reno', 'newreno', 'hstcp']);
    expect(search(rows, 'hstcp')[0]?.rows[0]?.id).toBe('hstcp');
    expect(found('large')[0]).toBe('hstcp');
  });

  it('are found without regard to hyphens, accents and the order of words', () => {
    expect(found('h-tcp')).toEqual(['htcp']);
    expect(found('H TCP')[0]).toBe('htcp');
    expect(found('balakrishnan')).toEqual(['iiad']);
    expect(found('3649 windows')).toEqual(['hstcp']);
    expect(found('windows 3649')).toEqual(['hstcp']);
  });

  it('are counted beyond those that are rendered', () => {
    const { groups, beyond } = firstRows(byFamily(rows), 3);
    expect(groups.map((g) => [g.name, g.rows.length])).toEqual([
      ['Loss-based', 2],
      ['Delay-based', 1],
    ]);
    expect(beyond).toBe(3);
    expect(firstRows(byFamily(rows), 100)).toEqual({ groups: byFamily(rows), beyond: 0 });
  });
});
