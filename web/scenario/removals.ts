import type { Edit } from '../generated/types';
import { splitPath } from './path';

/** When timed edits remove flows for good, s, by id. */
export function removalTimes(edits: readonly Edit[] = []): Map<string, number> {
  const times = new Map<string, number>();
  for (const { path, value, atS } of edits) {
    const [list, id = '', field] = splitPath(path);
    if (list !== 'flows' || field !== undefined) continue;
    if (value === null) times.set(id, atS);
    else times.delete(id);
  }
  return times;
}
