import { texts } from '../../language/language';

export const engineTroubleTexts = texts({
  en: {
    notStarted: 'The engine could not be started.',
    earlierWork: 'Your earlier work is safe.',
    stopped: 'The engine stopped.',
    intact: 'Your scenario is intact.',
    lost: (changes: string) => `The last change was not applied (${changes}): make it again.`,
    restart: 'Restart',
    workers: {
      lab: {
        name: 'The engine does not answer.',
        intact: 'Your scenario is intact; after a restart, its run is back at the start.',
      },
      desk: {
        name: 'The engine of the experiment does not answer.',
        intact: 'Finished runs are kept.',
      },
      capture: { name: 'The capture does not answer.', intact: 'Your scenario is intact.' },
      batch: { name: 'A run of the experiment does not answer.', intact: 'Finished runs are kept.' },
      drawing: { name: 'The plots have stopped.', intact: 'Your scenario is intact.' },
    },
    silence: 'The message about the engine',
    busy: 'It is busy with a very long task, or the browser has ended it.',
    stop: 'Stop',
    stopAndRestart: 'Stop and restart',
    doesNotPlay: 'This scenario was not started automatically.',
    unansweredAt: (atS: string) =>
      `Last time, the engine stopped or did not answer at ${atS} s. Nothing is lost: change the scenario first, or play it anyway.`,
    unansweredAtStart:
      'Last time, the engine stopped or did not answer at the start. Nothing is lost: change the scenario first, or play it anyway.',
    play: 'Play',
    tryAgain: 'Try again',
  },
  de: {
    notStarted: 'Die Engine konnte nicht gestartet werden.',
    earlierWork: 'Frühere Arbeiten sind erhalten.',
    stopped: 'Die Engine ist abgestürzt.',
    intact: 'Ihr Szenario ist erhalten.',
    lost: (changes) => `Die letzte Änderung wurde nicht ausgeführt (${changes}); bitte wiederholen.`,
    restart: 'Neu starten',
    workers: {
      lab: {
        name: 'Die Engine antwortet nicht.',
        intact: 'Ihr Szenario ist erhalten; nach einem Neustart beginnt der Lauf von vorn.',
      },
      desk: {
        name: 'Die Engine des Experiments antwortet nicht.',
        intact: 'Fertige Läufe sind erhalten.',
      },
      capture: { name: 'Der Mitschnitt antwortet nicht.', intact: 'Ihr Szenario ist erhalten.' },
      batch: { name: 'Ein Lauf des Experiments antwortet nicht.', intact: 'Fertige Läufe sind erhalten.' },
      drawing: { name: 'Die Diagramme stehen still.', intact: 'Ihr Szenario ist erhalten.' },
    },
    silence: 'Die Meldung zur Engine',
    busy: 'Sie ist mit einer sehr langen Aufgabe beschäftigt, oder der Browser hat sie beendet.',
    stop: 'Beenden',
    stopAndRestart: 'Beenden und neu starten',
    doesNotPlay: 'Dieses Szenario wurde nicht automatisch gestartet.',
    unansweredAt: (atS) =>
      `Beim letzten Mal ist die Engine bei ${atS} s abgestürzt oder hat nicht geantwortet. Nichts ist verloren: Ändern Sie zuerst das Szenario, oder spielen Sie es trotzdem ab.`,
    unansweredAtStart:
      'Beim letzten Mal ist die Engine zu Beginn abgestürzt oder hat nicht geantwortet. Nichts ist verloren: Ändern Sie zuerst das Szenario, oder spielen Sie es trotzdem ab.',
    play: 'Abspielen',
    tryAgain: 'Noch einmal versuchen',
  },
});

export const lineTexts = texts({ en: { dismiss: 'Dismiss' }, de: { dismiss: 'Schließen' } });

export const messagesTexts = texts({
  en: {
    notOpened: (what: string) => `${what} could not be opened.`,
    workSafe: 'Your work is safe.',
    failed: 'The action failed.',
    tryAgainOr: 'Your work is safe: try again, or',
    reload: 'Reload the page',
    partOf: ', part of',
    theExperiment: 'the experiment',
    backToExperiment: 'Back to the experiment',
    expected: (expected: string) => `Expected: ${expected}.`,
    more: (count: number) => `and ${count} more`,
    traceForm: 'The form for the trace',
    storagePart: 'The message about the storage',
    runPart: 'The messages about the run',
  },
  de: {
    notOpened: (what) => `${what} konnte nicht geöffnet werden.`,
    workSafe: 'Ihre Arbeit bleibt erhalten.',
    failed: 'Die Aktion ist fehlgeschlagen.',
    tryAgainOr: 'Ihre Arbeit bleibt erhalten: Versuchen Sie es noch einmal, oder',
    reload: 'Seite neu laden',
    partOf: ', Teil von',
    theExperiment: 'dem Experiment',
    backToExperiment: 'Zurück zum Experiment',
    expected: (expected) => `Erwartet: ${expected}.`,
    more: (count) => `und ${count} weitere`,
    traceForm: 'Das Formular für den Trace',
    storagePart: 'Die Meldung zum Speicher',
    runPart: 'Die Meldungen zum Lauf',
  },
});

export const storageTexts = texts({
  en: {
    scenario: 'scenario',
    experiment: 'experiment',
    notSaved: (kind: string) => `Your changes to this ${kind} are not saved.`,
    download: (kind: string) => `Download the ${kind}`,
    tryAgain: 'Try again',
    deleted: 'This browser deleted what it had stored for Droptail',
    deletedWhileOpen: (kind: string) =>
      `while this page was open. This ${kind} has been stored again; your other work is gone.`,
    alsoChanged: (kind: string) => `This ${kind} was also changed in another tab.`,
    bothKept: 'Both versions are kept: the other tab’s as',
    yoursAs: 'yours as',
    open: (title: string) => `Open ${title}`,
    changedElsewhere: (kind: string) => `This ${kind} was changed in another tab.`,
    showsOlder: 'This tab shows the older version. If you change it here, both versions are kept.',
    showLatest: 'Show the latest version',
  },
  de: {
    scenario: 'Szenario',
    experiment: 'Experiment',
    notSaved: (kind) => `Ihre Änderungen an diesem ${kind} sind nicht gespeichert.`,
    download: (kind) => `${kind} herunterladen`,
    tryAgain: 'Noch einmal versuchen',
    deleted: 'Der Browser hat die gespeicherten Daten von Droptail gelöscht',
    deletedWhileOpen: (kind) =>
      `, während diese Seite offen war. Dieses ${kind} ist wieder gespeichert; andere eigene Arbeiten sind verloren.`,
    alsoChanged: (kind) => `Dieses ${kind} wurde auch in einem anderen Tab geändert.`,
    bothKept: 'Beide Fassungen sind gespeichert: die des anderen Tabs als',
    yoursAs: 'diese als',
    open: (title) => `${title} öffnen`,
    changedElsewhere: (kind) => `Dieses ${kind} wurde in einem anderen Tab geändert.`,
    showsOlder:
      'Dieser Tab zeigt die ältere Fassung. Nach einer Änderung hier sind beide Fassungen gespeichert.',
    showLatest: 'Neueste Fassung zeigen',
  },
});
