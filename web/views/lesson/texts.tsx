import type { ReactNode } from 'react';
import { plural, texts } from '../../language/language';

export const lessonTexts = texts({
  en: {
    label: 'Lesson',
    editor: 'The lesson editor',
    step: (number: number) => `Step ${number}`,
    stepOf: (number: number, count: number) => `Step ${number} of ${count}`,
    steps: (count: number) => `${count} ${plural(count, 'step', 'steps')}`,
    body: 'Step of the lesson',
    tryOut: 'Try it out',
    edit: 'Edit',
    backToEditing: 'Back to editing',
    preview: 'Preview of the step, as readers see it.',
    back: 'Back',
    next: 'Next',
    skip: 'Skip',
    summary: 'Summary',
    hidden: (panels: string) => `Hidden until you have answered: ${panels}`,
    network: 'Network',
    losses: 'losses',
    results: 'Results',
    changed: 'The scenario now has changes of your own.',
    restore: 'Restore the step’s scenario',
    pause: 'Pause the run',
    runAgain: 'Run again',
    play: 'Start the run',
    continue: 'Continue the run',
    running: 'Running…',
    undoStep: 'step of the lesson',
    undoScenario: 'scenario of the lesson',
    noCourse:
      'No course system was found around this page, so no answers are sent. They are kept in this browser.',
    refused: 'The course system did not accept the answers. Download the summary at the end of the lesson.',
  },
  de: {
    label: 'Lektion',
    editor: 'Der Lektionseditor',
    step: (number) => `Schritt ${number}`,
    stepOf: (number, count) => `Schritt ${number} von ${count}`,
    steps: (count) => `${count} ${plural(count, 'Schritt', 'Schritte')}`,
    body: 'Schritt der Lektion',
    tryOut: 'Ausprobieren',
    edit: 'Bearbeiten',
    backToEditing: 'Zurück zum Bearbeiten',
    preview: 'Vorschau des Schritts, wie ihn die Leser sehen.',
    back: 'Zurück',
    next: 'Weiter',
    skip: 'Überspringen',
    summary: 'Zusammenfassung',
    hidden: (panels) => `Bis zur Antwort ausgeblendet: ${panels}`,
    network: 'Netz',
    losses: 'Verluste',
    results: 'Ergebnisse',
    changed: 'Das Szenario hat jetzt eigene Änderungen.',
    restore: 'Szenario des Schritts wiederherstellen',
    pause: 'Lauf anhalten',
    runAgain: 'Erneut ausführen',
    play: 'Lauf starten',
    continue: 'Lauf fortsetzen',
    running: 'Läuft …',
    undoStep: 'Schritt der Lektion',
    undoScenario: 'Szenario der Lektion',
    noCourse:
      'Um diese Seite wurde kein Kurssystem gefunden; es werden keine Antworten gesendet. Sie bleiben in diesem Browser.',
    refused:
      'Das Kurssystem hat die Antworten nicht angenommen. Laden Sie am Ende der Lektion die Zusammenfassung herunter.',
  },
});

export const questionTexts = texts({
  en: {
    answer: 'Answer',
    enterNumber: 'Enter a number, such as 12.5.',
    toQuestion: 'To the question',
    guessAgain: 'Guess again',
    right: 'Correct',
    rightSentence: 'Correct.',
    wrongSentence: 'Not correct.',
    rightNumber: (answer: string) => `Correct: ${answer}.`,
    wrongNumber: (answer: string) => `The answer is ${answer}.`,
    close: (percent: number) => `Close: the mean distance from the curve is ${percent} % of the axis.`,
    notClose: (percent: number) => `Not close: the mean distance from the curve is ${percent} % of the axis.`,
    aSketch: 'a sketch',
    packets: 'packets',
    sketchValue: (value: string, unit: string, seconds: string) => `${value} ${unit} at ${seconds} s`,
    drawOn: 'To answer, draw the curve across the whole width.',
    yourSketch: 'Your sketch',
    run: 'The run',
    runSoFar: 'The run so far',
    sketchHelp:
      'Draw with the pointer or with the arrow keys: up and down change the value, left and right the time.',
  },
  de: {
    answer: 'Antworten',
    enterNumber: 'Eine Zahl eingeben, etwa 12,5.',
    toQuestion: 'Zur Frage',
    guessAgain: 'Erneut antworten',
    right: 'Richtig',
    rightSentence: 'Richtig.',
    wrongSentence: 'Nicht richtig.',
    rightNumber: (answer) => `Richtig: ${answer}.`,
    wrongNumber: (answer) => `Die Antwort ist ${answer}.`,
    close: (percent) => `Nah dran: Der mittlere Abstand von der Kurve beträgt ${percent} % der Achse.`,
    notClose: (percent) =>
      `Nicht nah genug: Der mittlere Abstand von der Kurve beträgt ${percent} % der Achse.`,
    aSketch: 'eine Skizze',
    packets: 'Pakete',
    sketchValue: (value, unit, seconds) => `${value} ${unit} bei ${seconds} s`,
    drawOn: 'Zeichnen Sie die Kurve über die ganze Breite, um zu antworten.',
    yourSketch: 'Eigene Skizze',
    run: 'Der Lauf',
    runSoFar: 'Der Lauf bis jetzt',
    sketchHelp:
      'Zeichnen Sie mit dem Zeiger oder den Pfeiltasten: auf und ab ändern den Wert, links und rechts den Zeitpunkt.',
  },
});

export const checkTexts = texts({
  en: {
    checks: 'Checks',
    check: 'Check',
    checkAgain: 'Check again',
    checkOf: (text: string) => `Check: ${text}`,
    toTask: 'To the task',
    toChecks: 'To the checks',
    met: '✓ Met',
    notMet: '✗ Not met',
    lockedTask:
      'The parameter for this task is not open here. To do the task, open the lesson in full (top right).',
    lateChange: (seconds: string) =>
      `The last change starts at ${seconds} s, and the check also covers the time before. Go back to the start, and make the change there.`,
    toStart: 'Back to the start',
    undefined: 'undefined',
    measure: (measure: string, seconds: string) => `${measure} at ${seconds} s`,
    foundAbove: (value: string, seconds: string, bound: string) =>
      `${value} at ${seconds} s; required: above ${bound}`,
    foundBelow: (value: string, seconds: string, bound: string) =>
      `${value} at ${seconds} s; required: below ${bound}`,
  },
  de: {
    checks: 'Bedingungen',
    check: 'Prüfen',
    checkAgain: 'Erneut prüfen',
    checkOf: (text) => `Prüfen: ${text}`,
    toTask: 'Zur Aufgabe',
    toChecks: 'Zum Prüfen',
    met: '✓ Erfüllt',
    notMet: '✗ Nicht erfüllt',
    lockedTask:
      'Der Parameter für diese Aufgabe ist hier nicht freigegeben. Für die Aufgabe die Lektion vollständig öffnen (oben rechts).',
    lateChange: (seconds) =>
      `Die letzte Änderung gilt ab ${seconds} s, und die Bedingung betrifft auch die Zeit davor. Gehen Sie an den Anfang zurück und machen Sie die Änderung dort.`,
    toStart: 'Zurück an den Anfang',
    undefined: 'nicht definiert',
    measure: (measure, seconds) => `${measure} bei ${seconds} s`,
    foundAbove: (value, seconds, bound) => `${value} bei ${seconds} s; verlangt: über ${bound}`,
    foundBelow: (value, seconds, bound) => `${value} bei ${seconds} s; verlangt: unter ${bound}`,
  },
});

export const measureTexts = texts({
  en: {
    owned: (owner: string, quantity: string) => `${owner}: ${quantity}`,
    backlog: (quantity: string) => `${quantity} backlog`,
    withUnit: (quantity: string, unit: string) => `${quantity} (${unit})`,
    ratio: (above: string, below: string) => `${above} / ${below}`,
    channel: (from: string, to: string) => `${from} to ${to}`,
  },
  de: {
    owned: (owner, quantity) => `${owner}: ${quantity}`,
    backlog: (quantity) => `${quantity} backlog`,
    withUnit: (quantity, unit) => `${quantity} (${unit})`,
    ratio: (above, below) => `${above} / ${below}`,
    channel: (from, to) => `${from} nach ${to}`,
  },
});

export const summaryTexts = texts({
  en: {
    correct: (right: number, questions: number) => `${right} of ${questions} questions correct.`,
    open: (count: number) => `${count} not answered.`,
    met: (held: number, checks: number) => `${held} of ${checks} ${checks === 1 ? 'check' : 'checks'} met.`,
    notAnswered: 'Not answered',
    notChecked: 'Not checked',
    run: (digest: ReactNode, seconds: number) => (
      <>
        Run {digest} at {seconds} s.
      </>
    ),
    keeping:
      'Answers are kept in this browser only. The summary names the digest of each run that it refers to.',
    sent: (percent: number | null) =>
      `${percent === null ? 'The course system has' : `The course system has your score (${percent} %),`} your answers, the time spent and the digests of the runs.`,
    copy: 'Copy summary',
    copied: 'Copied',
    cannotCopy: 'The browser does not allow copying here',
    download: 'Download',
    restart: 'Start again',
    restartSure: 'Delete my answers',
    name: 'Your name, for the summary',
    by: (name: string) => `Name: ${name}`,
    title: 'Lesson',
    model: (version: number | undefined) =>
      `Droptail, model ${version ?? '?'}. The same scenario has the same digest on every machine.`,
    guess: (words: string) => `Guess: ${words}`,
    answer: (words: string) => `Answer: ${words}`,
    runText: (digest: string, seconds: number) => `Run ${digest} at ${seconds} s`,
    found: (check: string, value: string) => `${check} Found ${value}.`,
    next: 'Next lesson:',
  },
  de: {
    correct: (right, questions) => `${right} von ${questions} Fragen richtig.`,
    open: (count) => `${count} nicht beantwortet.`,
    met: (held, checks) => `${held} von ${checks} Bedingungen erfüllt.`,
    notAnswered: 'Nicht beantwortet',
    notChecked: 'Nicht geprüft',
    run: (digest, seconds) => (
      <>
        Lauf {digest} bei {seconds} s.
      </>
    ),
    keeping:
      'Antworten bleiben nur in diesem Browser gespeichert. Die Zusammenfassung nennt den Digest jedes Laufs, auf den sie sich bezieht.',
    sent: (percent) =>
      `Das Kurssystem hat ${percent === null ? '' : `die Punktzahl (${percent} %), `}die Antworten, die Bearbeitungszeit und die Digests der Läufe.`,
    copy: 'Zusammenfassung kopieren',
    copied: 'Kopiert',
    cannotCopy: 'Der Browser erlaubt hier kein Kopieren',
    download: 'Herunterladen',
    restart: 'Von vorn beginnen',
    restartSure: 'Meine Antworten löschen',
    name: 'Ihr Name, für die Zusammenfassung',
    by: (name) => `Name: ${name}`,
    title: 'Lektion',
    model: (version) =>
      `Droptail, Modell ${version ?? '?'}. Dasselbe Szenario hat auf jedem Rechner denselben Digest.`,
    guess: (words) => `Vermutung: ${words}`,
    answer: (words) => `Antwort: ${words}`,
    runText: (digest, seconds) => `Lauf ${digest} bei ${seconds} s`,
    found: (check, value) => `${check} Ergebnis: ${value}.`,
    next: 'Nächste Lektion:',
  },
});
