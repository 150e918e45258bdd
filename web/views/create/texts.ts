import { texts } from '../../language/language';

export const createTexts = texts({
  en: {
    facts: (bdp: string, buffer: string, queueMs: string) =>
      `BDP ${bdp} packets; the buffer holds ${buffer}, up to ${queueMs} ms of queueing delay.`,
    bottleneck: 'Bottleneck',
    roundTrip: 'Round trip',
    buffer: 'Buffer',
    newNetwork: 'New network',
    close: 'Close',
    template: 'Template',
    flows: 'Flows',
    algorithm: 'Algorithm',
    mixed: 'Another algorithm for every second flow',
    otherAlgorithm: 'Algorithm of every second flow',
    startEmpty: 'Start empty',
    createAndRun: 'Create and run',
  },
  de: {
    facts: (bdp, buffer, queueMs) =>
      `BDP ${bdp} Pakete; der Puffer fasst ${buffer}, bis zu ${queueMs} ms Wartezeit.`,
    bottleneck: 'Engpass',
    roundTrip: 'Umlaufzeit',
    buffer: 'Puffer',
    newNetwork: 'Neues Netz',
    close: 'Schließen',
    template: 'Vorlage',
    flows: 'Flüsse',
    algorithm: 'Algorithmus',
    mixed: 'Anderer Algorithmus für jeden zweiten Fluss',
    otherAlgorithm: 'Algorithmus jedes zweiten Flusses',
    startEmpty: 'Leer beginnen',
    createAndRun: 'Anlegen und starten',
  },
});
