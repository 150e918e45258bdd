/** Whether every word of a query occurs somewhere in the texts. */
export function matches(query: string, texts: readonly string[]): boolean {
  const all = texts.join(' ').toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

const DAY = 86_400_000;

/** "today", "Tuesday", "14 Nov" */
export function whenText(changed: number, now: number): string {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  if (changed >= midnight) return 'today';
  const date = new Date(changed);
  if (changed >= midnight - 6 * DAY) return date.toLocaleDateString('en', { weekday: 'long' });
  return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short' });
}
