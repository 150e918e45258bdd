/** Names of fields as text: `rttP95Ms` is "RTT p95", in ms. They are English in every language, as the engine's own texts. */
const UNITS: [RegExp, string][] = [
  [/Mbps$/, 'Mb/s'],
  [/Percent$/, '%'],
  [/Packets$/, 'packets'],
  [/Kb$/, 'kB'],
  [/Ms$/, 'ms'],
  [/Us$/, 'µs'],
  [/S$/, 's'],
];

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export interface Words {
  name: string;
  unit: string;
}

export function fieldWords(key: string): Words {
  const found = UNITS.find(([ending]) => ending.test(key));
  const bare = found ? key.replace(found[0], '') : key;
  const words = bare
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/\brtt\b/g, 'RTT')
    .replace(/\bsd\b/g, 'standard deviation')
    .replace(/\bsiqr\b/g, 'SIQR')
    .replace(/\bjain( RTT)?\b/, (_, rtt) => (rtt ? 'Jain’s index × RTT' : 'Jain’s index'))
    .replace(/\bcompletion$/, 'completion time');
  const unit = found?.[1] ?? '';
  // A name that is only a unit is called by it: `packets`.
  return { name: capital(words || unit), unit };
}
