/**
 * The languages of the page. The strings of a component are in one `texts` call, in the `texts.ts` of its
 * folder. In the built site those of a first visit load in one language (`scripts/lib/languages.mjs`), and in another one when the reader asks
 * for it.
 *
 * A translation library would bring its own message format, and files apart from the components. Here a
 * string is a value or a function of TypeScript, so the compiler finds what is missing in a language and what
 * is unused.
 */

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language by its own name, as a menu lists them. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', de: 'Deutsch' };

/** Where the reader's choice is stored. */
export const LANGUAGE_KEY = 'droptail.language';

const known = (tag: string): Language | undefined =>
  LANGUAGES.find((language) => tag.toLowerCase().split('-')[0] === language);

/**
 * The language in the address (`lang=` in its query or fragment), or else the first of the reader's languages
 * that the page has.
 * @param preferred language tags, most wanted first; an earlier choice in this browser precedes the browser's own list
 */
export function chooseLanguage(address: string, preferred: readonly string[]): Language {
  const asked = known(/[?&#]lang=([\w-]+)/.exec(address)?.[1] ?? '');
  return asked ?? preferred.map(known).find((language) => language !== undefined) ?? 'en';
}

/** The language of this page; workers and tests without a page use English. */
export let language: Language =
  typeof document === 'undefined'
    ? 'en'
    : chooseLanguage(location.search + location.hash, [...chosen(), ...navigator.languages]);

/** The reader's choice in this browser; storage may be denied. */
function chosen(): string[] {
  try {
    return [localStorage.getItem(LANGUAGE_KEY) ?? ''];
  } catch {
    return [];
  }
}

type Result<T> = T extends string ? string : T;

/** The same keys and parameters in another language. */
type Translated<T> = T extends string
  ? string
  : T extends (...args: infer A) => infer R
    ? (...args: A) => Result<R>
    : { readonly [K in keyof T]: Translated<T[K]> };

/** Every text that is read from now on is in this language; its strings must be loaded. */
export function setLanguage(to: Language): void {
  language = to;
  document.documentElement.lang = to;
}

/**
 * The strings of a component, each in the language that the page has when it is read. A module must not read them while it loads: it would
 * keep them when the reader changes the language.
 */
export function texts<const T extends object>(all: { en: T; de: Translated<NoInfer<T>> }): Translated<T> {
  return new Proxy(all[language], { get: (_, key) => Reflect.get(all[language], key) }) as Translated<T>;
}

/** The form for a count; both languages have one for 1 and another for everything else. */
export const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other);
