import { texts } from '../../language/language';

export const timelineTexts = texts({
  en: {
    shown: (from: string, to: string) => `Shown: ${from} to ${to}`,
    overview: (duration: string, from: string, to: string) =>
      `Overview of the run, ${duration} long; shown: ${from} to ${to}`,
    crosshair: (at: string) => `; crosshair at ${at}`,
    now: 'Time in the run',
    start: 'Start of the span shown',
    end: 'End of the span shown',
  },
  de: {
    shown: (from, to) => `Dargestellt: ${from} bis ${to}`,
    overview: (duration, from, to) => `Übersicht des Laufs (${duration}); dargestellt: ${from} bis ${to}`,
    crosshair: (at) => `; Fadenkreuz bei ${at}`,
    now: 'Zeitpunkt im Lauf',
    start: 'Anfang des dargestellten Abschnitts',
    end: 'Ende des dargestellten Abschnitts',
  },
});
