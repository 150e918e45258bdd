import { texts } from '../../language/language';

export const inspectorSheetTexts = texts({
  en: {
    link: 'Link',
    host: 'Host',
    router: 'Router',
    inspector: 'Inspector',
    scenario: 'Scenario',
    changeAlgorithm: 'Change algorithm',
    details: 'Details',
  },
  de: {
    link: 'Leitung',
    host: 'Host',
    router: 'Router',
    inspector: 'Inspektor',
    scenario: 'Szenario',
    changeAlgorithm: 'Algorithmus wechseln',
    details: 'Details',
  },
});

export const sideTexts = texts({
  en: {
    lessonPart: 'The lesson',
    scriptEditor: 'The controller editor',
    loadingTheLesson: 'Loading the lesson',
    besideThePlots: 'Next to the plots',
    lesson: 'Lesson',
    inspector: 'Inspector',
  },
  de: {
    lessonPart: 'Die Lektion',
    scriptEditor: 'Der Editor des Controllers',
    loadingTheLesson: 'Lektion wird geladen',
    besideThePlots: 'Neben den Diagrammen',
    lesson: 'Lektion',
    inspector: 'Inspektor',
  },
});
