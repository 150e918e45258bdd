import { texts } from '../language/language';
import { thingTexts } from '../scenario/texts';

type Thing = keyof typeof thingTexts.one;

/** Steps of the history of edits, as Undo and Redo name them. */
export const stepTexts = texts({
  en: {
    /** Fields of the document. Others, such as an algorithm's parameters, are called as they are in it. */
    fields: {
      delayMs: 'delay',
      durationS: 'duration',
      from: 'sender',
      kind: 'kind',
      limitPackets: 'buffer',
      lossRate: 'loss rate',
      name: 'name',
      queue: 'queue',
      rateMbps: 'rate',
      startS: 'start',
      stopS: 'stop',
      title: 'title',
      to: 'receiver',
    },
    byPackets: 'use the packet model',
    add: (kind: Thing, id: string) => `add ${thingTexts.one[kind]} ${id}`,
    addLink: (a: string, b: string) => `add link ${a}–${b}`,
    addFlow: (from: string, to: string) => `add flow ${from} to ${to}`,
    move: (name: string) => `move ${name}`,
    moveSeveral: (count: number) => `move ${count} nodes`,
    added: (kind: Thing, id: string) => `Added: ${thingTexts.one[kind]} ${id}`,
    isAt: (name: string, x: number, y: number) => `${name}: x ${x}, y ${y}`,
    moved: (count: number) => `Moved: ${count} nodes`,
    remove: (what: string) => `remove ${what}`,
    removedWith: (what: string, others: string) =>
      others === '' ? `Removed: ${what}` : `Removed: ${what}, with ${others}`,
    undone: (step: string) => `Undone: ${step}`,
    redone: (step: string) => `Redone: ${step}`,
    removeEdits: (n: number) => `remove ${n === 1 ? 'a change' : `${n} changes`} of the run`,
    duplicate: (what: string) => `duplicate ${what}`,
    paste: (what: string) => `paste ${what}`,
    algorithm: (flows: string, algorithm: string) => `${flows} → ${algorithm}`,
    script: (name: string) => `script of ${name}`,
    was: (algorithms: string) => `was ${algorithms}`,
    removed: 'removed',
    at: (change: string, s: number) => `${change} at ${Number(s.toFixed(2))} s`,
    show: (branch: string) => `show ${branch}`,
    fork: (n: number) => `Fork ${n}`,
    forked: (change: string) => `Fork: ${change}`,
    set: (names: string) => `set ${names}`,
    randomStarts: (s: number) => `start flows at random within ${s} s`,
    tidy: 'tidy the network',
    renameCopy: 'rename the second version',
  },
  de: {
    fields: {
      delayMs: 'Verzögerung',
      durationS: 'Dauer',
      from: 'Sender',
      kind: 'Art',
      limitPackets: 'Puffer',
      lossRate: 'Verlustrate',
      name: 'Name',
      queue: 'Warteschlange',
      rateMbps: 'Rate',
      startS: 'Beginn',
      stopS: 'Ende',
      title: 'Titel',
      to: 'Empfänger',
    },
    byPackets: 'Paketmodell verwenden',
    add: (kind, id) => `${thingTexts.one[kind]} ${id} hinzufügen`,
    addLink: (a, b) => `Leitung ${a}–${b} hinzufügen`,
    addFlow: (from, to) => `Fluss von ${from} nach ${to} hinzufügen`,
    added: (kind, id) => `Hinzugefügt: ${thingTexts.one[kind]} ${id}`,
    isAt: (name, x, y) => `${name}: x ${x}, y ${y}`,
    moved: (count) => `Verschoben: ${count} Knoten`,
    move: (name) => `${name} verschieben`,
    moveSeveral: (count) => `${count} Knoten verschieben`,
    remove: (what) => `${what} entfernen`,
    removedWith: (what, others) => (others === '' ? `Entfernt: ${what}` : `Entfernt: ${what}, mit ${others}`),
    undone: (step) => `Rückgängig gemacht: ${step}`,
    redone: (step) => `Wiederholt: ${step}`,
    removeEdits: (n) =>
      n === 1 ? 'eine Änderung des Laufs entfernen' : `${n} Änderungen des Laufs entfernen`,
    duplicate: (what) => `${what} duplizieren`,
    paste: (what) => `${what} einfügen`,
    algorithm: (flows, algorithm) => `${flows} → ${algorithm}`,
    script: (name) => `Skript von ${name}`,
    was: (algorithms) => `vorher ${algorithms}`,
    removed: 'entfernt',
    at: (change, s) => `${change} bei ${Number(s.toFixed(2))} s`,
    show: (branch) => `${branch} zeigen`,
    fork: (n) => `Zweig ${n}`,
    forked: (change) => `Neuer Zweig: ${change}`,
    set: (names) => `${names} setzen`,
    randomStarts: (s) => `Flüsse zufällig innerhalb von ${s} s starten`,
    tidy: 'Netz aufräumen',
    renameCopy: 'zweite Fassung umbenennen',
  },
});

/** A part of the page that did not load. */
export const lostPartTexts = texts({
  en: {
    notLoaded: (file = 'Part of the page') =>
      `${file} could not be loaded. The network may be down, or the server may have a newer version: reload the page.`,
  },
  de: {
    notLoaded: (file = 'Ein Teil der Seite') =>
      `${file} ließ sich nicht laden. Vielleicht fehlt die Netzverbindung, oder der Server hat eine neuere Version: Laden Sie die Seite neu.`,
  },
});

/** What is opened, and why it could not be. */
export const openTexts = texts({
  en: {
    link: 'The link',
    galleryEntry: 'The gallery entry',
    ownScenario: 'Your scenario',
    scenario: 'The scenario',
    experiment: 'The experiment',
    ownExperiment: 'Your experiment',
    network: 'The new network',
    variant: 'The variant',
    first: 'The opening scenario',
    untitled: 'Untitled',
    invalid: (what: string) => `${what} is not valid.`,
    unanswered: (tries: number) => `The engine failed to answer ${tries} times when this was opened.`,
    notHere:
      'It is not stored in this browser, or no longer. To open it elsewhere, use a link made with Share.',
    changedSince: (what: string) =>
      `${what} has changed since this link was made. The run may differ from what was shared.`,
    fileTooLarge: (bytes: number) => `The file has ${bytes} bytes.`,
    atMostBytes: (most: number) => `at most ${most} bytes`,
    noEntry: 'The gallery has no such entry.',
    damagedRevision: 'This revision of the gallery entry is damaged.',
    noPaper: 'The papers have no such experiment.',
  },
  de: {
    link: 'Der Link',
    galleryEntry: 'Der Galerie-Eintrag',
    ownScenario: 'Ihr Szenario',
    scenario: 'Das Szenario',
    experiment: 'Das Experiment',
    ownExperiment: 'Ihr Experiment',
    network: 'Das neue Netz',
    variant: 'Die Variante',
    first: 'Das Startszenario',
    untitled: 'Ohne Titel',
    invalid: (what) => `${what} ist nicht gültig.`,
    unanswered: (tries) => `Die Engine hat beim Öffnen ${tries}-mal nicht geantwortet.`,
    notHere:
      'Es ist in diesem Browser nicht oder nicht mehr gespeichert. Ein Link von „Teilen“ öffnet es auch anderswo.',
    changedSince: (what) =>
      `${what} wurde geändert, seit dieser Link erstellt wurde. Der Lauf kann von dem geteilten abweichen.`,
    fileTooLarge: (bytes) => `Die Datei hat ${bytes} Bytes.`,
    atMostBytes: (most) => `höchstens ${most} Bytes`,
    noEntry: 'Diesen Eintrag gibt es in der Galerie nicht.',
    damagedRevision: 'Diese Revision des Galerie-Eintrags ist beschädigt.',
    noPaper: 'Dieses Experiment gibt es bei den Artikeln nicht.',
  },
});

/** What is the matter with this browser's storage: what happened, why, and what to do. */
export const storageTexts = texts({
  en: {
    absent:
      'This browser does not let the page store data, for example because the window is private. Your work is lost when this tab is closed.',
    full: 'The storage of this browser is full. Delete works or results that you no longer need, or free disk space.',
    blocked: 'An older version of this page is open in another tab and blocks the storage. Close that tab.',
    newer:
      'A newer version of this page is open in another tab. Reload this tab to continue with that version.',
    silent: 'The storage of this browser does not respond. Restarting the browser may help.',
    failed: 'The storage of this browser reported an error.',
  },
  de: {
    absent:
      'Dieser Browser lässt die Seite keine Daten speichern, zum Beispiel weil das Fenster privat ist. Ihre Arbeit geht verloren, wenn dieser Tab geschlossen wird.',
    full: 'Der Speicher dieses Browsers ist voll. Löschen Sie Arbeiten oder Ergebnisse, die Sie nicht mehr brauchen, oder schaffen Sie Platz auf der Festplatte.',
    blocked:
      'In einem anderen Tab ist eine ältere Version dieser Seite offen, die den Speicher blockiert. Schließen Sie jenen Tab.',
    newer:
      'In einem anderen Tab ist eine neuere Version dieser Seite offen. Laden Sie diesen Tab neu, um mit ihr weiterzumachen.',
    silent: 'Der Speicher dieses Browsers antwortet nicht. Ein Neustart des Browsers kann helfen.',
    failed: 'Der Speicher dieses Browsers meldet einen Fehler.',
  },
});

/** Messages about an experiment's runs. */
export const sweepTexts = texts({
  en: {
    asShared: (fingerprint: string) =>
      `The results are identical to those that were shared: digest ${fingerprint}.`,
    notAsShared: (fingerprint: string, linkDigest: string) =>
      `The digest ${fingerprint} differs from the one in the link, ${linkDigest}. Either the model version is different or the link was changed.`,
    noTable: (why: string) => `The table could not be computed. ${why}`,
    noScenario: (why: string) => `The scenario could not be created. ${why}`,
  },
  de: {
    asShared: (fingerprint) => `Die Ergebnisse sind mit den geteilten identisch: Digest ${fingerprint}.`,
    notAsShared: (fingerprint, linkDigest) =>
      `Der Digest ${fingerprint} weicht von dem im Link ab, ${linkDigest}. Entweder ist die Modellversion eine andere, oder der Link wurde geändert.`,
    noTable: (why) => `Die Tabelle konnte nicht berechnet werden. ${why}`,
    noScenario: (why) => `Das Szenario konnte nicht erzeugt werden. ${why}`,
  },
});
