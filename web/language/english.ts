/**
 * The gallery, the papers and the engine's catalogue have their texts in English only.
 *
 * The elements that hold them say so, so that screen readers pronounce them and browsers hyphenate and translate them in the right language.
 */
import { language } from './language';

/** The `lang` of an element with an English text; undefined: the page's language is English as well. */
export const english = (): 'en' | undefined => (language === 'en' ? undefined : 'en');
