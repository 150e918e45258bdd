/** Strings of the phase portrait, which load with it. */
import { texts } from '../../../language/language';

export const phaseTexts = texts({
  en: {
    equalWindows: 'fairness: equal windows',
    equalRates: 'fairness: equal rates',
    equal: 'fairness',
    sum: (level: string, words: string) => `sum = ${level}: ${words}`,
    linkRate: 'link rate',
    linkFull: 'link full',
    full: 'full',
    fullByTwo: 'these two fill the link',
    bdpAndBuffer: 'BDP + buffer',
    loss: 'loss',
    bufferFull: 'buffer full: loss',
  },
  de: {
    equalWindows: 'Fairness: gleiche Fenster',
    equalRates: 'Fairness: gleiche Raten',
    equal: 'Fairness',
    sum: (level, words) => `Summe = ${level}: ${words}`,
    linkRate: 'Rate der Leitung',
    linkFull: 'Leitung voll',
    full: 'voll',
    fullByTwo: 'voll durch diese beiden',
    bdpAndBuffer: 'BDP + Puffer',
    loss: 'Verlust',
    bufferFull: 'Puffer voll: Verlust',
  },
});
