import { unitTexts } from './texts';

/** A unit of the catalogue in the page's language: `packets/s` has a word to translate, `ms` has not. */
export const unitName = (unit: string): string =>
  unit.replace(/^[a-z]+/, (word) => (unitTexts as Readonly<Record<string, string>>)[word] ?? word);
