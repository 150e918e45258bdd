/** Strings of the page for a link that could not be opened, which load with it. */
import { texts } from '../language/language';

export const brokenLinkTexts = texts({
  en: {
    yourWork: 'your work',
    damaged: 'This link is damaged',
    newer: 'This link is newer than this page',
    tooLarge: 'This link is too large',
    notFound: 'This link has no target',
    impossible: 'This link contains an invalid scenario',
    damagedAdvice:
      'Part of it is missing or was changed. Mail and chat programs cut off long links: copy the whole link again, or ask for a file.',
    newerAdvice:
      'It was made with a later version of Droptail. Close every Droptail tab and open the link again: the page then loads its newest version.',
    tooLargeAdvice:
      'It unpacks to more than a link may contain, so it was not opened. Ask for a scenario file.',
    notFoundAdvice:
      'This page does not have the scenario or experiment that the link names. Look for it in the gallery, or ask for the link again.',
    impossibleAdvice: 'The engine cannot run this scenario. Its author can correct it:',
    openDroptail: 'Open Droptail',
    untouched: 'Your work is safe.',
    continueWith: (work: string) => `Continue with ${work}`,
    galleryAndFiles: 'Gallery and files',
  },
  de: {
    yourWork: 'Ihrer Arbeit',
    damaged: 'Dieser Link ist beschädigt',
    newer: 'Dieser Link ist neuer als diese Seite',
    tooLarge: 'Dieser Link ist zu groß',
    notFound: 'Dieser Link hat kein Ziel',
    impossible: 'Dieser Link enthält ein ungültiges Szenario',
    damagedAdvice:
      'Ein Teil fehlt oder wurde verändert. Mail- und Chatprogramme schneiden lange Links ab: Kopieren Sie den ganzen Link noch einmal, oder bitten Sie um eine Datei.',
    newerAdvice:
      'Er wurde mit einer späteren Version von Droptail erstellt. Schließen Sie alle Tabs mit Droptail und öffnen Sie den Link noch einmal: Dann wird die neueste Version geladen.',
    tooLargeAdvice:
      'Entpackt enthält er mehr, als ein Link enthalten darf; er wurde nicht geöffnet. Bitten Sie um eine Szenariodatei.',
    notFoundAdvice:
      'Das Szenario oder Experiment, das der Link nennt, gibt es auf dieser Seite nicht. Suchen Sie es in der Galerie, oder bitten Sie noch einmal um den Link.',
    impossibleAdvice:
      'Die Engine kann dieses Szenario nicht ausführen. Wer den Link erstellt hat, kann es berichtigen:',
    openDroptail: 'Droptail öffnen',
    untouched: 'Ihre Arbeit bleibt erhalten.',
    continueWith: (work) => `Weiter mit ${work}`,
    galleryAndFiles: 'Galerie und Dateien',
  },
});
