import { texts } from '../language/language';

export const helpCardTexts = texts({
  en: {
    title: 'How to use it',
    intro:
      'Press play. Select a flow, a link or a node and change it: the run continues with the change. Undo replays the run to the same moment without it.',
    singleKeysAsShortcuts: 'Single keys as shortcuts',
    showTheTour: 'Show the tour',
    present: 'Present',
    modelVersion: (version: number) => `Model version ${version}`,
    licences: 'Licences',
  },
  de: {
    title: 'Bedienung',
    intro:
      'Starten Sie den Lauf. Wählen Sie einen Fluss, eine Leitung oder einen Knoten aus und ändern Sie ihn: Der Lauf geht mit der Änderung weiter. „Rückgängig“ simuliert den Lauf ohne die Änderung bis zum selben Zeitpunkt.',
    singleKeysAsShortcuts: 'Einzelne Tasten als Kurzbefehle',
    showTheTour: 'Rundgang zeigen',
    present: 'Präsentieren',
    modelVersion: (version) => `Modellversion ${version}`,
    licences: 'Lizenzen',
  },
});

interface KeyGroup {
  title: string;
  /** Names of keys, and what the keys do. */
  keys: readonly (readonly [keys: string, does: string])[];
}

/** All keys of the laboratory, as listed in the help under `?`. */
export const keyTexts: readonly KeyGroup[] = texts<KeyGroup[]>({
  en: [
    {
      title: 'Time',
      keys: [
        ['Space', 'Play or pause'],
        ['→  ←', 'One round trip forward or back'],
        ['.', 'One event forward'],
        ['L', 'To the next loss'],
        ['T', 'To the next timeout'],
        ['M', 'To the next response to an ECN mark'],
        ['−  +', 'Slower, faster'],
        ['Home', 'Back to the start'],
        ['End', 'To the end of the recorded run'],
        ['F', 'Fork: another branch from here'],
        ['W', 'Why: the events that moved the curve at the crosshair, or now'],
      ],
    },
    {
      title: 'Crosshair in the plots',
      keys: [
        ['→  ←', 'Move it; with Shift, further'],
        ['+  −', 'Show less or more time around it'],
        ['Page ↑  ↓', 'Earlier, later'],
        ['0', 'Reset the zoom, and follow the run again'],
      ],
    },
    {
      title: 'Pointer and finger in the plots',
      keys: [
        ['Point', 'Show this time in the whole page'],
        ['Click', 'Pin the crosshair; click again or Esc to unpin'],
        ['Drag', 'Zoom to a span of time or to a range of values; a double click resets'],
        ['Hold', 'On a touch screen: show this time until you let go'],
        ['Two fingers', 'Zoom the plots or the network; a double tap resets'],
      ],
    },
    {
      title: '+ and − beside a plot’s title',
      keys: [
        ['+  −', 'Zoom the vertical axis in or out'],
        ['↑  ↓', 'Higher, lower values; Page ↑ ↓ further'],
        ['0', 'All values'],
      ],
    },
    {
      title: 'Network',
      keys: [
        ['Shift', 'While clicking: select several; while dragging: draw a selection box'],
        ['Ctrl A', 'Select all nodes, or all flows or links if one is selected'],
        ['← → ↑ ↓', 'To the next link, node or flow; a selected node moves'],
        ['Alt', 'While dragging: ignore the grid'],
        ['Ctrl C  X  V', 'Copy, cut, paste'],
        ['Ctrl D', 'Duplicate'],
        ['Del', 'Delete'],
        ['Ctrl Z', 'Undo'],
        ['Ctrl Shift Z', 'Redo'],
      ],
    },
    {
      title: 'Page',
      keys: [
        ['N', 'New network'],
        ['P', 'Present: large type for a lecture room'],
        ['Esc', 'Leave the presentation, clear the selection, or close the inspector over the plots'],
        ['?', 'This help'],
      ],
    },
  ],
  de: [
    {
      title: 'Zeit',
      keys: [
        ['Leertaste', 'Abspielen oder anhalten'],
        ['→  ←', 'Eine Umlaufzeit vor oder zurück'],
        ['.', 'Ein Ereignis vor'],
        ['L', 'Zum nächsten Verlust'],
        ['T', 'Zum nächsten Timeout'],
        ['M', 'Zur nächsten Reaktion auf eine ECN-Markierung'],
        ['−  +', 'Langsamer, schneller'],
        ['Pos1', 'Zurück zum Anfang'],
        ['Ende', 'Zum Ende des bisherigen Laufs'],
        ['F', 'Abzweigen: ein neuer Zweig ab hier'],
        ['W', 'Warum: die Ereignisse, die die Kurve am Fadenkreuz oder jetzt verändert haben'],
      ],
    },
    {
      title: 'Fadenkreuz in den Diagrammen',
      keys: [
        ['→  ←', 'Verschieben; mit Umschalt weiter'],
        ['+  −', 'Weniger oder mehr Zeit um das Fadenkreuz zeigen'],
        ['Bild ↑  ↓', 'Früher, später'],
        ['0', 'Zoom zurücksetzen und dem Lauf wieder folgen'],
      ],
    },
    {
      title: 'Zeiger und Finger in den Diagrammen',
      keys: [
        ['Zeigen', 'Diesen Zeitpunkt auf der ganzen Seite zeigen'],
        ['Klick', 'Das Fadenkreuz anheften; noch ein Klick oder Esc löst es'],
        ['Ziehen', 'Auf eine Zeitspanne oder einen Wertebereich zoomen; ein Doppelklick setzt zurück'],
        ['Halten', 'Auf einem Touchscreen: diesen Zeitpunkt zeigen, bis Sie loslassen'],
        ['Zwei Finger', 'Diagramme oder Netz zoomen; zweimal tippen setzt zurück'],
      ],
    },
    {
      title: '+ und − neben dem Titel eines Diagramms',
      keys: [
        ['+  −', 'Senkrechte Achse vergrößern, verkleinern'],
        ['↑  ↓', 'Höhere, niedrigere Werte; Bild ↑ ↓ weiter'],
        ['0', 'Alle Werte'],
      ],
    },
    {
      title: 'Netz',
      keys: [
        ['Umschalt', 'Beim Klicken: mehrere auswählen; beim Ziehen: einen Auswahlrahmen aufziehen'],
        ['Strg A', 'Alle Knoten auswählen; alle Flüsse oder Leitungen, wenn eine davon ausgewählt ist'],
        ['← → ↑ ↓', 'Zur nächsten Leitung, zum nächsten Knoten oder Fluss; ein gewählter Knoten bewegt sich'],
        ['Alt', 'Beim Ziehen: das Raster ignorieren'],
        ['Strg C  X  V', 'Kopieren, ausschneiden, einfügen'],
        ['Strg D', 'Duplizieren'],
        ['Entf', 'Löschen'],
        ['Strg Z', 'Rückgängig'],
        ['Strg ⇧ Z', 'Wiederholen'],
      ],
    },
    {
      title: 'Seite',
      keys: [
        ['N', 'Neues Netz'],
        ['P', 'Präsentieren: große Schrift für den Hörsaal'],
        ['Esc', 'Präsentation verlassen, Auswahl aufheben oder Inspektor über den Diagrammen schließen'],
        ['?', 'Diese Hilfe'],
      ],
    },
  ],
});
