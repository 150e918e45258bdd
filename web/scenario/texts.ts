import { texts } from '../language/language';

/** The things of a network. */
export const thingTexts = texts({
  en: {
    one: { node: 'node', link: 'link', flow: 'flow', host: 'host', router: 'router' },
    several: { node: 'nodes', link: 'links', flow: 'flows' },
  },
  de: {
    one: { node: 'Knoten', link: 'Leitung', flow: 'Fluss', host: 'Host', router: 'Router' },
    several: { node: 'Knoten', link: 'Leitungen', flow: 'Flüsse' },
  },
});
