import { unitTexts } from './texts';

const words: Readonly<Record<string, string>> = unitTexts;

/** A unit of the catalogue in the page's language: `packets/s` has a word to translate, `ms` has not. */
export const unitName = (unit: string): string => unit.replace(/^[a-z]+/, (word) => words[word] ?? word);
