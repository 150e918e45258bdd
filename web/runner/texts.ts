import { texts } from '../language/language';

/** Why a worker gave no answer. */
export const runnerTexts = texts({
  en: {
    stopped: (why: string) => `The engine stopped before it answered. ${why}`.trim(),
    timedOut: 'The engine did not answer in time.',
    ended: 'It was stopped.',
    restarted: 'It was restarted.',
    silent: 'It did not answer and was stopped.',
    unnamed: 'Part of the page',
    noWorker: (file: string) => `${file} could not be loaded, or is not a worker script.`,
    unreadable: 'A message from the worker could not be read.',
    unreachable: (file: string) =>
      `${file} could not be loaded: the server does not respond. Check the network connection.`,
    status: (file: string, status: number) => `${file} could not be loaded: the server returned ${status}.`,
    damaged: (file: string) => `${file} arrived damaged.`,
    notRunnable: (file: string, why: string) =>
      `${file} arrived damaged, or this browser cannot run it. ${why}`,
    missing: (what: string, url: string, status: number | null) =>
      `${what} (${url}${status === null ? '' : `: the server returned ${status}`})`,
  },
  de: {
    stopped: (why) => `Die Engine wurde beendet, bevor sie geantwortet hat. ${why}`.trim(),
    timedOut: 'Die Engine hat nicht rechtzeitig geantwortet.',
    ended: 'Sie wurde beendet.',
    restarted: 'Sie wurde neu gestartet.',
    silent: 'Sie hat nicht geantwortet und wurde beendet.',
    unnamed: 'Ein Teil der Seite',
    noWorker: (file) => `${file} ließ sich nicht laden oder ist kein Worker-Skript.`,
    unreadable: 'Eine Nachricht des Workers war nicht lesbar.',
    unreachable: (file) =>
      `${file} ließ sich nicht laden: Der Server antwortet nicht. Prüfen Sie die Netzverbindung.`,
    status: (file, status) => `${file} ließ sich nicht laden: Der Server antwortete mit ${status}.`,
    damaged: (file) => `${file} kam beschädigt an.`,
    notRunnable: (file, why) =>
      `${file} kam beschädigt an, oder dieser Browser kann es nicht ausführen. ${why}`,
    missing: (what, url, status) =>
      `${what} (${url}${status === null ? '' : `: Der Server antwortete mit ${status}`})`,
  },
});
