import { texts } from '../../language/language';

export const inspectorSheetTexts = texts({
  en: {
    inspector: 'Inspector',
    scenario: 'Scenario',
    changeAlgorithm: 'Change algorithm',
    details: 'Details',
  },
  de: {
    inspector: 'Inspektor',
    scenario: 'Szenario',
    changeAlgorithm: 'Algorithmus wechseln',
    details: 'Details',
  },
});

export const sideTexts = texts({
  en: {
    loadingTheLesson: 'Loading the lesson',
    besideThePlots: 'Beside the plots',
    lesson: 'Lesson',
    inspector: 'Inspector',
  },
  de: {
    loadingTheLesson: 'Lektion wird geladen',
    besideThePlots: 'Neben den Diagrammen',
    lesson: 'Lektion',
    inspector: 'Inspektor',
  },
});
