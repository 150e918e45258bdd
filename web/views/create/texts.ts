import { texts } from '../../language/language';

export const createTexts = texts({
  en: {
    facts: (value: string | number, value2: string | number, value3: string | number) =>
      `BDP ${value} packets; the buffer holds ${value2}, up to ${value3} ms of queueing delay.`,
    bottleneck: 'Bottleneck',
    roundTrip: 'Round trip',
    buffer: 'Buffer',
    newNetwork: 'New network',
    close: 'Close',
    template: 'Template',
    flows: 'Flows',
    algorithm: 'Algorithm',
    emptyPage: 'Empty page',
    createAndRun: 'Create and run',
  },
  de: {
    facts: (value, value2, value3) =>
      `BDP ${value} Pakete; der Puffer fasst ${value2}, bis zu ${value3} ms Wartezeit.`,
    bottleneck: 'Engpass',
    roundTrip: 'Umlaufzeit',
    buffer: 'Puffer',
    newNetwork: 'Neues Netz',
    close: 'Schließen',
    template: 'Vorlage',
    flows: 'Flüsse',
    algorithm: 'Algorithmus',
    emptyPage: 'Leere Seite',
    createAndRun: 'Anlegen und starten',
  },
});
