/** The reader's choice of language. */
import { LANGUAGE_KEY, type Language, setLanguage } from '../language/language';
import { loadTexts } from '../language/load';
import { app } from './app';
import { writeItem } from './storage';

/** Shows the page in another language and stores the choice. `lang=` in the address is dropped. */
export async function changeLanguage(to: Language): Promise<void> {
  await loadTexts(to);
  setLanguage(to);
  app.setState({ language: to });
  writeItem(LANGUAGE_KEY, to);
  const plain = location.href.replace(/([?&#])lang=[\w-]*&?/g, '$1').replace(/[?&#](?=#|$)/g, '');
  if (plain !== location.href) history.replaceState(history.state, '', plain);
}
