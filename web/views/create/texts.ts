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
    startEmpty: 'Leer beginnen',
    createAndRun: 'Anlegen und starten',
  },
});
