/** The reader's choice of language. */
import { LANGUAGE_KEY, type Language } from '../language/language';
import { saveChanges } from './autosave';
import { writeItem } from './storage';

/** Stores the choice and opens the page in that language. What is open is saved first; `lang=` in the address is dropped. */
export async function changeLanguage(to: Language): Promise<void> {
  await saveChanges();
  writeItem(LANGUAGE_KEY, to);
  const plain = location.href.replace(/([?&#])lang=[\w-]*&?/g, '$1').replace(/[?&#](?=#|$)/g, '');
  if (plain !== location.href) history.replaceState(history.state, '', plain);
  location.reload();
}
