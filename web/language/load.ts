import type { Language } from './language';

/**
 * Loads the strings of a language. Here there is nothing to load: each texts file holds every language. The built site has another
 * module in place of this one (scripts/lib/languages.mjs).
 */
export async function loadTexts(_language: Language): Promise<void> {}
