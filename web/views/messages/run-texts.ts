/** Strings of the messages about a run, which load with the first one. */
import { plural, texts } from '../../language/language';

export const runMessagesTexts = texts({
  en: {
    fluidCannotFollow: 'The fluid model does not support this change.',
    runByPackets: 'Use the packet model',
    alreadyLinked: (a: string, b: string) =>
      `${a} and ${b} are linked already. The table can add a parallel link.`,
    impossibleChange: 'This change is not possible.',
    noRoute: (what: string, flows: string) => `Without ${what} there is no route for ${flows}.`,
    withoutRoute: 'Go on without a route',
    removeToo: (flows: number) => plural(flows, 'Remove the flow as well', 'Remove the flows as well'),
    longRun: 'A long run.',
    effort: (billions: number, minutes: number) =>
      `It forwards about ${billions} billion packets and takes about ${minutes} minutes at full speed. A lower rate or a shorter run takes less time.`,
    fluidIsFast: 'The fluid model is equally fast at any rate.',
    modelFluid: 'model: Fluid',
    runAsFluid: 'Use the fluid model',
    endedEarly: 'The run ended early.',
    olderLink: 'This link is older than this page.',
    madeWith: (link: number | null, page: number | undefined) =>
      `It was made with model version ${link}; this page has version ${page}.`,
    mayDiffer:
      'The run may give different results. At the end of the shared part, the page says whether it does.',
    same: 'The run is identical to the shared one',
    sameUpTo: (atS: string) => `The run is identical to the shared one up to ${atS} s`,
    digest: ': digest',
    differs: 'The digest differs from the one in the link.',
    linkChanged: 'The scenario may have been changed in the link.',
    shared: 'Shared:',
    sharedUpTo: (atS: string) => `Shared, up to ${atS} s:`,
    here: 'Here:',
    noRouteBetween: (from: string, to: string) =>
      `There is no route from ${from} to ${to}. Draw links between them first.`,
    showFlow: (flow: string) => `Show ${flow}`,
    noMark: {
      loss: 'No loss in the rest of the run.',
      timeout: 'No timeout in the rest of the run.',
      ecn: 'No ECN mark reaches the sender in the rest of the run.',
    },
    ofFlow: (flow: string, words: string) => `${flow}: ${words}`,
    replacedLater: 'Another change replaces this later in the run:',
    atTime: (s: string, words: string) => `at ${s} s ${words}`,
    removeChanges: (n: number) => plural(n, 'Remove that change', 'Remove those changes'),
  },
  de: {
    fluidCannotFollow: 'Das Fluidmodell unterstützt diese Änderung nicht.',
    runByPackets: 'Paketmodell verwenden',
    alreadyLinked: (a, b) =>
      `${a} und ${b} sind schon verbunden. Eine parallele Leitung lässt sich in der Tabelle hinzufügen.`,
    impossibleChange: 'Diese Änderung ist nicht möglich.',
    noRoute: (what, flows) => `Ohne ${what} gibt es keine Route für ${flows}.`,
    withoutRoute: 'Ohne Route weiter',
    removeToo: (flows) => plural(flows, 'Den Fluss auch entfernen', 'Die Flüsse auch entfernen'),
    longRun: 'Ein langer Lauf.',
    effort: (billions, minutes) =>
      `Er überträgt etwa ${billions} Milliarden Pakete und dauert bei voller Geschwindigkeit etwa ${minutes} Minuten. Eine niedrigere Rate oder ein kürzerer Lauf braucht weniger Zeit.`,
    fluidIsFast: 'Das Fluidmodell ist bei jeder Rate gleich schnell.',
    modelFluid: 'Modell: Fluid',
    runAsFluid: 'Fluidmodell verwenden',
    endedEarly: 'Der Lauf endete vorzeitig.',
    olderLink: 'Dieser Link ist älter als diese Seite.',
    madeWith: (link, page) => `Er wurde mit Modellversion ${link} erstellt; diese Seite hat Version ${page}.`,
    mayDiffer:
      'Der Lauf kann andere Ergebnisse haben. Am Ende des geteilten Abschnitts meldet die Seite, ob das so ist.',
    same: 'Der Lauf ist mit dem geteilten identisch',
    sameUpTo: (atS) => `Der Lauf ist bis ${atS} s mit dem geteilten identisch`,
    digest: ': Digest',
    differs: 'Der Digest weicht von dem im Link ab.',
    linkChanged: 'Das Szenario wurde vielleicht im Link geändert.',
    shared: 'Geteilt:',
    sharedUpTo: (atS) => `Geteilt, bis ${atS} s:`,
    here: 'Hier:',
    noRouteBetween: (from, to) =>
      `Von ${from} nach ${to} gibt es keine Route. Zeichnen Sie zuerst Leitungen zwischen ihnen.`,
    showFlow: (flow) => `${flow} zeigen`,
    noMark: {
      loss: 'Kein Verlust im Rest des Laufs.',
      timeout: 'Kein Timeout im Rest des Laufs.',
      ecn: 'Im Rest des Laufs erfährt der Sender von keiner ECN-Markierung.',
    },
    ofFlow: (flow, words) => `${flow}: ${words}`,
    replacedLater: 'Eine andere Änderung ersetzt dies später im Lauf:',
    atTime: (s, words) => `bei ${s} s ${words}`,
    removeChanges: (n) => plural(n, 'Diese Änderung entfernen', 'Diese Änderungen entfernen'),
  },
});
