import { texts } from '../../language/language';

export const branchTableTexts = texts({
  en: {
    forksAtShort: 'forks at',
    branch: 'Branch',
    forksAt: 'Forks at',
    actions: 'Actions',
    caption: (from: string, to: string) =>
      `Each branch is a document with its own timed edits. All numbers are from ${from} to ${to}; a branch that has not run that far has none yet.`,
    forkHere: 'Fork here',
    name: 'Name of this branch',
    onScreen: 'on screen',
    show: 'Show',
    overlaid: 'Its curves are drawn behind those of the run on screen',
    notOverlaid: 'Its curves are hidden',
    overlay: 'Overlay',
    remove: (name: string) => `Remove ${name}`,
    confirmRemove: (name: string) => `Remove ${name} for good`,
    confirm: 'Remove?',
  },
  de: {
    forksAtShort: 'zweigt ab bei',
    branch: 'Zweig',
    forksAt: 'Zweigt ab bei',
    actions: 'Aktionen',
    caption: (from, to) =>
      `Jeder Zweig ist ein Dokument mit eigenen zeitgesteuerten Änderungen. Alle Zahlen gelten von ${from} bis ${to}; ein Zweig, der noch nicht so weit simuliert ist, hat noch keine.`,
    forkHere: 'Hier abzweigen',
    name: 'Name dieses Zweigs',
    onScreen: 'gezeigt',
    show: 'Zeigen',
    overlaid: 'Die Kurven sind hinter denen des gezeigten Laufs gezeichnet',
    notOverlaid: 'Die Kurven sind ausgeblendet',
    overlay: 'Überlagern',
    remove: (name) => `${name} entfernen`,
    confirmRemove: (name) => `${name} endgültig entfernen`,
    confirm: 'Entfernen?',
  },
});

export const branchesTexts = texts({
  en: {
    list: 'The list of branches',
    forkHint: 'Start another branch from this moment; the curves of this one stay behind it (F)',
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
