/** Loads the strings of the page's language, and then the application, which reads them as it loads. */

import { language, setLanguage } from './language/language';
import { loadTexts } from './language/load';

setLanguage(language);
// startup.js reports a file that does not arrive.
void loadTexts(language)
  .then(() => import('./app/mount'))
  .then(({ mount }) => mount());
