import { texts } from '../../language/language';

export const branchTableTexts = texts({
  en: {
    forksAtShort: 'forks at',
    branch: 'Branch',
    forksAt: 'Forks at',
    actions: 'Actions',
    caption:
      'Each branch is a document with its own timed edits. The one on screen is compared with the others as far as they have run.',
    forkHere: 'Fork here',
    changeColourOf: (name: string) => `Change the colour of ${name}`,
    changeColour: 'Change colour',
    name: 'Name of this branch',
    onScreen: 'on screen',
    show: 'Show',
    overlaid: 'Its curves are drawn behind those of the run on screen',
    notOverlaid: 'Its curves are hidden',
    overlay: 'Overlay',
    remove: (name: string) => `Remove ${name}`,
  },
  de: {
    forksAtShort: 'zweigt ab bei',
    branch: 'Zweig',
    forksAt: 'Zweigt ab bei',
    actions: 'Aktionen',
    caption:
      'Jeder Zweig ist ein Dokument mit eigenen zeitgesteuerten Änderungen. Der gezeigte wird mit den anderen verglichen, so weit sie simuliert sind.',
    forkHere: 'Hier abzweigen',
    changeColourOf: (name) => `Farbe von ${name} ändern`,
    changeColour: 'Farbe ändern',
    name: 'Name dieses Zweigs',
    onScreen: 'gezeigt',
    show: 'Zeigen',
    overlaid: 'Die Kurven sind hinter denen des gezeigten Laufs gezeichnet',
    notOverlaid: 'Die Kurven sind ausgeblendet',
    overlay: 'Überlagern',
    remove: (name) => `${name} entfernen`,
  },
});

export const branchesTexts = texts({
  en: {
    list: 'The list of branches',
    forkHint: 'Start another branch from this moment; this one stays behind the plots (F)',
    fork: 'Fork',
    heading: 'Branches of this run',
    branches: 'branches',
  },
  de: {
    list: 'Die Liste der Zweige',
    forkHint: 'Von diesem Zeitpunkt einen neuen Zweig beginnen; dieser bleibt hinter den Diagrammen (F)',
    fork: 'Abzweigen',
    heading: 'Zweige dieses Laufs',
    branches: 'Zweige',
  },
});

export const deltasTexts = texts({
  en: {
    goodput: 'Goodput',
    jain: 'Jain',
    drops: 'Drops',
    meanQueue: 'Mean queue',
  },
  de: {
    goodput: 'Goodput',
    jain: 'Jain',
    drops: 'Verworfen',
    meanQueue: 'Mittlere Warteschlange',
  },
});
