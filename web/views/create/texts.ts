import { texts } from '../../language/language';

export const createTexts = texts({
  en: {
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
