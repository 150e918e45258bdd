import { expect, test } from 'vitest';
import { chooseLanguage } from './language';

test.each([
  ['nothing is known', '', [], 'en'],
  ['the reader wants German', '', ['de-AT', 'en'], 'de'],
  ['the page lacks the first language', '', ['fr', 'de', 'en'], 'de'],
  ['the page lacks all of them', '', ['fr', 'ja'], 'en'],
  ['the query asks', '?lang=de', ['en'], 'de'],
  ['the fragment asks', '#g=one-reno&lang=en', ['de'], 'en'],
  ['the address asks for a language that the page lacks', '?lang=fr', ['de'], 'de'],
  ['another parameter ends alike', '?slang=de', ['en'], 'en'],
] as const)('where %s', (_, address, preferred, language) => {
  expect(chooseLanguage(address, preferred)).toBe(language);
});
