// npm run build: the static site, in dist/.

import { main } from './lib/shell.mjs';
import { buildSite } from './lib/site.mjs';

main(buildSite);
