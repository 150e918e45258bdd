import { plural, texts } from '../../language/language';

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
    busy: 'It is busy with a very long task, or the browser has ended it.',
    stop: 'Stop',
    stopAndRestart: 'Stop and restart',
    doesNotPlay: 'This scenario was not started automatically.',
    unansweredAt: (atS: number) =>
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
    fluidCannotFollow: 'The fluid model does not support this change.',
    runByPackets: 'Use the packet model',
    impossibleChange: 'This change is not possible.',
    noRoute: (flows: string) => `This would leave no route for ${flows}.`,
    withoutRoute: 'Go on without a route',
    removeToo: (flows: number) => plural(flows, 'Remove the flow as well', 'Remove the flows as well'),
    longRun: 'A long run.',
    effort: (billions: number, minutes: number) =>
      `It forwards about ${billions} billion packets and takes about ${minutes} minutes at full speed. A lower rate or a shorter run takes less time.`,
    fluidIsFast: 'The fluid model is equally fast at any rate.',
    modelFluid: 'model: Fluid',
    runAsFluid: 'Use the fluid model',
    endedEarly: 'The run ended early.',
    partOf: ', part of',
    theExperiment: 'the experiment',
    backToExperiment: 'Back to the experiment',
    expected: (expected: string) => `Expected: ${expected}.`,
    more: (count: number) => `and ${count} more`,
    olderLink: 'This link is older than this page.',
    madeWith: (link: number | null, page: number | undefined) =>
      `It was made with model version ${link}; this page has version ${page}.`,
    mayDiffer:
      'The run may give different results. At the end of the shared part, the page says whether it does.',
    same: 'The run is identical to the shared one: digest',
    sameUpTo: (atS: number) => `The run is identical to the shared one up to ${atS} s: digest`,
    differs: 'The digest differs from the one in the link.',
    linkChanged: 'The scenario may have been changed in the link.',
    shared: 'Shared:',
    sharedUpTo: (atS: number) => `Shared, up to ${atS} s:`,
    here: 'Here:',
    traceForm: 'The form for the trace',
    storagePart: 'The message about the storage',
  },
  de: {
    notOpened: (what) => `${what} konnte nicht geöffnet werden.`,
    workSafe: 'Ihre Arbeit bleibt erhalten.',
    failed: 'Die Aktion ist fehlgeschlagen.',
    tryAgainOr: 'Ihre Arbeit bleibt erhalten: Versuchen Sie es noch einmal, oder',
    reload: 'Seite neu laden',
    fluidCannotFollow: 'Das Fluidmodell unterstützt diese Änderung nicht.',
    runByPackets: 'Paketmodell verwenden',
    impossibleChange: 'Diese Änderung ist nicht möglich.',
    noRoute: (flows) => `Danach gäbe es keine Route mehr für ${flows}.`,
    withoutRoute: 'Ohne Route weiter',
    removeToo: (flows) => plural(flows, 'Den Fluss auch entfernen', 'Die Flüsse auch entfernen'),
    longRun: 'Ein langer Lauf.',
    effort: (billions, minutes) =>
      `Er überträgt etwa ${billions} Milliarden Pakete und dauert bei voller Geschwindigkeit etwa ${minutes} Minuten. Eine niedrigere Rate oder ein kürzerer Lauf braucht weniger Zeit.`,
    fluidIsFast: 'Das Fluidmodell ist bei jeder Rate gleich schnell.',
    modelFluid: 'Modell: Fluid',
    runAsFluid: 'Fluidmodell verwenden',
    endedEarly: 'Der Lauf endete vorzeitig.',
    partOf: ', Teil von',
    theExperiment: 'dem Experiment',
    backToExperiment: 'Zurück zum Experiment',
    expected: (expected) => `Erwartet: ${expected}.`,
    more: (count) => `und ${count} weitere`,
    olderLink: 'Dieser Link ist älter als diese Seite.',
    madeWith: (link, page) => `Er wurde mit Modellversion ${link} erstellt; diese Seite hat Version ${page}.`,
    mayDiffer:
      'Der Lauf kann andere Ergebnisse haben. Am Ende des geteilten Abschnitts meldet die Seite, ob das so ist.',
    same: 'Der Lauf ist mit dem geteilten identisch: Digest',
    sameUpTo: (atS) => `Der Lauf ist bis ${atS} s mit dem geteilten identisch: Digest`,
    differs: 'Der Digest weicht von dem im Link ab.',
    linkChanged: 'Das Szenario wurde vielleicht im Link geändert.',
    shared: 'Geteilt:',
    sharedUpTo: (atS) => `Geteilt, bis ${atS} s:`,
    here: 'Hier:',
    traceForm: 'Das Formular für den Trace',
    storagePart: 'Die Meldung zum Speicher',
  },
});

export const offeredTraceTexts = texts({
  en: {
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    bothDirections: 'Both directions',
    isTrace: (name: string) => `${name} is a trace of a link:`,
    theFile: 'The file',
    contents: (packets: string, lastsS: number, rate: number) =>
      `the times at which packets could be delivered, ${packets} in ${lastsS} s, ${rate} Mb/s on average.`,
    noLink: 'Draw a link for it, and open the file again.',
    use: 'Use it instead of the rate of',
    label: 'Link that follows the trace',
    useIt: 'Use it',
    change: (link: string) => `trace of ${link}`,
  },
  de: {
    fromTo: (from, to) => `${from} nach ${to}`,
    bothDirections: 'Beide Richtungen',
    isTrace: (name) => `${name} ist ein Trace einer Leitung:`,
    theFile: 'Die Datei',
    contents: (packets, lastsS, rate) =>
      `die Zeitpunkte, zu denen Pakete zugestellt werden konnten, ${packets} in ${lastsS} s, ${rate} Mb/s im Mittel.`,
    noLink: 'Ziehen Sie eine Leitung dafür und öffnen Sie die Datei noch einmal.',
    use: 'Statt der Rate verwenden für',
    label: 'Leitung, die dem Trace folgt',
    useIt: 'Verwenden',
    change: (link) => `Trace von ${link}`,
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
