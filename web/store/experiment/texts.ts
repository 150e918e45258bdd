import { texts } from '../../language/language';

/** Strings of an experiment that is made from a scenario. */
export const sweepTexts = texts({
  en: {
    without: (changes: string) =>
      `The scenario’s changes during the run are left out where the sweep sets their value: ${changes}.`,
  },
  de: {
    without: (changes) =>
      `Änderungen des Szenarios während des Laufs entfallen, wo der Sweep ihren Wert setzt: ${changes}.`,
  },
});
