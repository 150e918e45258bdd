import { language } from '../../language/language';

/** Whether every word of a query occurs somewhere in the texts. */
export function matches(query: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** The number of tags that fit in two rows. */
const MAX_TAGS = 18;

/**
 * Tags of more than one entry, the most frequent first, each with the number of entries that have it and all of `chosen`. The
 * order does not depend on `chosen`, so that tags do not move under the pointer.
 */
export function tagCounts(
  entries: readonly (readonly string[])[],
  chosen: readonly string[],
): [string, number][] {
  const all = new Map<string, number>();
  for (const tags of entries) for (const tag of tags) all.set(tag, (all.get(tag) ?? 0) + 1);
  return [...all]
    .filter(([, n]) => n > 1)
    .sort(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, MAX_TAGS)
    .map(([tag]) => [
      tag,
      entries.filter((tags) => tags.includes(tag) && chosen.every((c) => tags.includes(c))).length,
    ]);
}

const DAY = 86_400_000;

/** "today", "Tuesday", "14 Nov", in the page's language */
export function whenText(changed: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (changed >= midnight) return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0, 'day');
  const date = new Date(changed);
  if (changed >= midnight - 6 * DAY) return date.toLocaleDateString(language, { weekday: 'long' });
  // British English has the day before the month.
  return date.toLocaleDateString(language === 'en' ? 'en-GB' : language, { day: 'numeric', month: 'short' });
}
