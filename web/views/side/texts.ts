import { texts } from '../../language/language';

export const inspectorSheetTexts = texts({
  en: {
    link: 'Link',
    node: 'Node',
    inspector: 'Inspector',
    scenario: 'Scenario',
    changeAlgorithm: 'Change algorithm',
    details: 'Details',
  },
  de: {
    link: 'Leitung',
    node: 'Knoten',
    inspector: 'Inspektor',
    scenario: 'Szenario',
    changeAlgorithm: 'Algorithmus wechseln',
    details: 'Details',
  },
});

export const sideTexts = texts({
  en: {
    lessonPart: 'The lesson',
    loadingTheLesson: 'Loading the lesson',
    besideThePlots: 'Beside the plots',
    lesson: 'Lesson',
    inspector: 'Inspector',
  },
  de: {
    lessonPart: 'Die Lektion',
    loadingTheLesson: 'Lektion wird geladen',
    besideThePlots: 'Neben den Diagrammen',
    lesson: 'Lektion',
    inspector: 'Inspektor',
  },
});
