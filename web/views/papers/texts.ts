import { texts } from '../../language/language';

export const yoursTexts = texts({
  en: {
    yours: 'Yours',
    keptInThisBrowserOnly: 'Kept in this browser only.',
    unreadable: (trouble: string | number) => `Your experiments could not be read: ${trouble}`,
    newExperiment: 'New experiment',
    newHint: (value: string | number) => `A sweep of the scenario in the laboratory: ${value}.`,
    results: 'Results',
    doneOf: (done: string | number, runsText: string | number) => `${done} of ${runsText}`,
    resultsOf: (title: string | number, size: string | number) => `results of ${title}, ${size}`,
    confirmOf: (word: string | number, what: string | number) => `${word} ${what} for good`,
    confirm: (word: string | number) => `${word} for good`,
  },
  de: {
    yours: 'Eigene',
    keptInThisBrowserOnly: 'Nur in diesem Browser gespeichert.',
    unreadable: (trouble) => `Eigene Experimente konnten nicht gelesen werden: ${trouble}`,
    newExperiment: 'Neues Experiment',
    newHint: (value) => `Ein Sweep über das Szenario im Labor: ${value}.`,
    results: 'Ergebnisse',
    doneOf: (done, runsText) => `${done} von ${runsText}`,
    resultsOf: (title, size) => `Ergebnisse von ${title}, ${size}`,
    confirmOf: (word, what) => `${what} endgültig ${word}`,
    confirm: (word) => `Endgültig ${word}`,
  },
});

export const papersTexts = texts({
  en: {
    everyPaper: 'Every paper',
    backTo: (value: string | number) => `Back to ${value}`,
    papers: 'Papers',
    findAnExperiment: 'Find an experiment',
    gallery: 'Gallery',
    unreadable: (failed: string | number) => `The papers could not be loaded: ${failed}`,
    intro:
      'Sweeps with replications: every figure and table of these papers as an experiment that runs here, next to the published numbers.',
    show: 'Show',
    paper: 'Paper',
    nothingMatches: (query: string | number) => `Nothing matches “${query}”`,
    nothingRun: 'Nothing has been run in this browser yet',
    nothingFits: 'No matches',
  },
  de: {
    everyPaper: 'Alle Artikel',
    backTo: (value) => `Zurück zu ${value}`,
    papers: 'Artikel',
    findAnExperiment: 'Experiment suchen',
    gallery: 'Galerie',
    unreadable: (failed) => `Die Artikel konnten nicht geladen werden: ${failed}`,
    intro:
      'Sweeps mit Wiederholungen: jede Abbildung und Tabelle dieser Artikel als Experiment, das hier läuft, neben den veröffentlichten Zahlen.',
    show: 'Zeigen',
    paper: 'Artikel',
    nothingMatches: (query) => `Keine Treffer für „${query}“`,
    nothingRun: 'In diesem Browser wurde noch nichts simuliert',
    nothingFits: 'Keine Treffer',
  },
});
