import { texts } from '../language/language';

export const numbersInputTexts = texts({
  en: {
    wholeNumbers: (min: number, max: number) =>
      `Enter whole numbers from ${min} to ${max}, separated by spaces.`,
  },
  de: {
    wholeNumbers: (min, max) =>
      `Bitte ganze Zahlen von ${min} bis ${max}, durch Leerzeichen getrennt eingeben.`,
  },
});

export const rowPickerTexts = texts({
  en: {
    recent: 'Recent',
    close: (label: string) => `Close ${label}`,
    find: (label: string) => `Find: ${label}`,
    families: (label: string) => `${label}: families`,
    findAmong: (count: number) => `Find among ${count}`,
    more: (beyond: number) => `${beyond} more. Type to narrow the list.`,
    nothing: 'No matches.',
    found: (count: number) => `${count} found`,
  },
  de: {
    recent: 'Zuletzt benutzt',
    close: (label) => `${label} schließen`,
    find: (label) => `Suchen: ${label}`,
    families: (label) => `${label}: Familien`,
    findAmong: (count) => `Unter ${count} suchen`,
    more: (beyond) => `${beyond} weitere. Zum Eingrenzen tippen.`,
    nothing: 'Keine Treffer.',
    found: (count) => `${count} gefunden`,
  },
});

export const themeButtonTexts = texts({
  en: {
    label: 'Theme and language',
    theme: 'Theme',
    system: 'Same as system',
    light: 'Light',
    dark: 'Dark',
    language: 'Language',
    inEnglish: 'Scenarios, lessons and algorithms: English',
  },
  de: {
    label: 'Farbschema und Sprache',
    theme: 'Farbschema',
    system: 'Wie das System',
    light: 'Hell',
    dark: 'Dunkel',
    language: 'Sprache',
    inEnglish: 'Szenarien, Lektionen, Verfahren: Englisch',
  },
});

export const laterTexts = texts({
  en: {
    couldNotBeLoaded: (what: string) => `${what} could not be loaded.`,
    untouched: 'Your work is safe.',
    perhapsNewer: 'If this keeps happening, the site may have a newer version: reload the page.',
    tryAgain: 'Try again',
    reloadThePage: 'Reload the page',
    backToTheLaboratory: 'Back to the laboratory',
  },
  de: {
    couldNotBeLoaded: (what) => `${what} konnte nicht geladen werden.`,
    untouched: 'Ihre Arbeit bleibt erhalten.',
    perhapsNewer:
      'Falls das so bleibt, gibt es vielleicht eine neuere Version der Seite: Laden Sie die Seite neu.',
    tryAgain: 'Noch einmal versuchen',
    reloadThePage: 'Seite neu laden',
    backToTheLaboratory: 'Zurück zum Labor',
  },
});

export const numberInputTexts = texts({
  en: {
    number: 'a number',
    wholeNumber: 'a whole number',
    fromTo: (kind: string, min: string, max: string) => `${kind} from ${min} to ${max}`,
    atLeast: (kind: string, min: string) => `${kind} of at least ${min}`,
    refused: (range: string, value: string | null) =>
      `Enter ${range}.${value === null ? '' : ` The value is still ${value}.`}`,
  },
  de: {
    number: 'eine Zahl',
    wholeNumber: 'eine ganze Zahl',
    fromTo: (kind, min, max) => `${kind} von ${min} bis ${max}`,
    atLeast: (kind, min) => `${kind}, mindestens ${min}`,
    refused: (range, value) =>
      `Bitte ${range} eingeben.${value === null ? '' : ` Der Wert ist weiterhin ${value}.`}`,
  },
});

export const barTexts = texts({
  en: {
    title: 'Title',
    untitled: 'Untitled',
    undo: (step: string | null) => (step === null ? 'Undo' : `Undo: ${step}`),
    redo: (step: string | null) => (step === null ? 'Redo' : `Redo: ${step}`),
  },
  de: {
    title: 'Titel',
    untitled: 'Ohne Titel',
    undo: (step) => (step === null ? 'Rückgängig' : `Rückgängig: ${step}`),
    redo: (step) => (step === null ? 'Wiederholen' : `Wiederholen: ${step}`),
  },
});

export const splitterTexts = texts({
  en: {
    pixels: (n: number) => `${n} pixels`,
    hint: 'Drag, or press arrow keys; double-click to reset',
  },
  de: {
    pixels: (n) => `${n} Pixel`,
    hint: 'Ziehen oder Pfeiltasten; ein Doppelklick stellt die übliche Größe her',
  },
});
