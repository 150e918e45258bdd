import { texts } from '../language/language';

/** What can be wrong with a link. */
export const linkTexts = texts({
  en: {
    noRevision: (id: string, revision: number, known: number) =>
      `The link names revision ${revision} of “${id}”, but this page has ${known === 0 ? 'no revisions of it' : `revisions up to ${known}`}. If the link is newer than the page, close every tab with Droptail and open the link again.`,
    tooLong: (length: number, most: number) =>
      `The link is too long: it has ${length} characters; at most ${most} are read.`,
    newer: 'The link was made by a newer version of Droptail, or its beginning is missing.',
    unpackable: 'The link is damaged: its content cannot be unpacked. It may have been cut off.',
    checksum: 'The link is damaged: its checksum does not match. It may have been cut off or changed.',
    tooDeep: (most: number) => `The link contains lists nested more than ${most} deep, so it is not read.`,
    tooLarge: (most: number) => `The link unpacks to more than ${most} characters, so it is not read.`,
    badCharacters: 'The link is damaged: it contains invalid characters.',
    cutOff: 'The link is damaged: it may have been cut off.',
    badEntry: (kind: 'scenario' | 'experiment') =>
      `The link does not name a valid ${kind === 'experiment' ? 'experiment of the papers' : 'gallery entry'}.`,
    badChanges: 'The link is damaged: its changes cannot be read.',
    changesDoNotFit: 'The changes in the link do not fit the entry it names.',
    badBranches: 'The link is damaged: its branches cannot be read.',
    tooManyBranches: (count: number, most: number) =>
      `The link has ${count} branches; at most ${most} are opened.`,
    badValue: (key: string, text: string, right: string) => `In the link, ${key}=${text} is not ${right}.`,
    right: {
      number: 'a number',
      whole: 'a whole number',
      positive: 'a number above zero',
      speed: 'a number above zero, or max',
      seconds: 'a number of seconds',
      names: (most: number) => `a list of at most ${most} names`,
      byPlot: 'the name of a plot, a colon and a value',
      range: 'a range, as in 10..50',
      portrait: 'cwnd or throughput, and two flows',
      set: 'a path and a value, as in /seed:7',
      selection: 'flow/, link/ or node/ and an id',
      span: 'two times in seconds, as in 5-12.5',
    },
    tooManySets: (count: number, most: number) => `The link sets ${count} values; at most ${most} are read.`,
    noSuchThing: (path: string, id: string, list: string) =>
      `The link sets ${path}, but there is no ${id} in ${list}.`,
    noSuchPath: (path: string) => `The link sets ${path}, which does not exist.`,
    noRtt: 'The link sets rtt, but the path of the first flow has no delay to scale.',
    tooManyParameters: (count: number, most: number) =>
      `The link unlocks ${count} parameters; at most ${most} are read.`,
    noExperimentEmbedded: 'An experiment cannot be embedded: it needs a page of its own.',
  },
  de: {
    noRevision: (id, revision, known) =>
      `Der Link nennt Revision ${revision} von „${id}“, aber diese Seite hat ${known === 0 ? 'keine Revisionen davon' : `Revisionen bis ${known}`}. Ist der Link neuer als die Seite, schließen Sie alle Tabs mit Droptail und öffnen den Link erneut.`,
    tooLong: (length, most) => `Der Link ist zu lang: ${length} Zeichen; gelesen werden höchstens ${most}.`,
    newer: 'Der Link stammt von einer neueren Version von Droptail, oder sein Anfang fehlt.',
    unpackable:
      'Der Link ist beschädigt: Sein Inhalt lässt sich nicht entpacken. Vielleicht wurde er abgeschnitten.',
    checksum:
      'Der Link ist beschädigt: Seine Prüfsumme stimmt nicht. Vielleicht wurde er abgeschnitten oder verändert.',
    tooDeep: (most) =>
      `Der Link enthält Listen, die tiefer als ${most} Ebenen verschachtelt sind; er wird nicht gelesen.`,
    tooLarge: (most) => `Der Link ergibt entpackt mehr als ${most} Zeichen; er wird nicht gelesen.`,
    badCharacters: 'Der Link ist beschädigt: Er enthält ungültige Zeichen.',
    cutOff: 'Der Link ist beschädigt: Vielleicht wurde er abgeschnitten.',
    badEntry: (kind) =>
      `Der Link nennt ${kind === 'experiment' ? 'kein gültiges Experiment der Artikel' : 'keinen gültigen Galerie-Eintrag'}.`,
    badChanges: 'Der Link ist beschädigt: Seine Änderungen sind nicht lesbar.',
    changesDoNotFit: 'Die Änderungen im Link passen nicht zu dem Eintrag, den er nennt.',
    badBranches: 'Der Link ist beschädigt: Seine Zweige sind nicht lesbar.',
    tooManyBranches: (count, most) => `Der Link hat ${count} Zweige; geöffnet werden höchstens ${most}.`,
    badValue: (key, text, right) => `Im Link ist ${key}=${text} falsch; erwartet wird ${right}.`,
    right: {
      number: 'eine Zahl',
      whole: 'eine ganze Zahl',
      positive: 'eine Zahl über null',
      speed: 'eine Zahl über null oder max',
      seconds: 'eine Zahl von Sekunden',
      names: (most) => `eine Liste von höchstens ${most} Namen`,
      byPlot: 'der Name eines Diagramms, ein Doppelpunkt und ein Wert',
      range: 'ein Bereich wie 10..50',
      portrait: 'cwnd oder throughput und zwei Flüsse',
      set: 'ein Pfad und ein Wert wie /seed:7',
      selection: 'flow/, link/ oder node/ und eine Id',
      span: 'zwei Zeiten in Sekunden wie 5-12.5',
    },
    tooManySets: (count, most) => `Der Link setzt ${count} Werte; gelesen werden höchstens ${most}.`,
    noSuchThing: (path, id, list) => `Der Link setzt ${path}, aber in ${list} gibt es kein ${id}.`,
    noSuchPath: (path) => `Der Link setzt ${path}, das es nicht gibt.`,
    noRtt:
      'Der Link setzt rtt, aber der Pfad des ersten Flusses hat keine Verzögerung, die sich skalieren ließe.',
    tooManyParameters: (count, most) =>
      `Der Link gibt ${count} Parameter frei; gelesen werden höchstens ${most}.`,
    noExperimentEmbedded: 'Ein Experiment lässt sich nicht einbetten: Es braucht eine eigene Seite.',
  },
});
