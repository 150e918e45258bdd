import { texts } from '../../language/language';

export const tourTexts = texts({
  en: {
    networkTitle: 'A running network',
    networkText:
      'Senders share a link. Each packet has the colour of its flow. The queue in front of the link fills, and a packet that arrives at a full buffer is dropped.',
    plotsTitle: 'What the senders do',
    plotsText:
      'Windows, queue, throughput and round-trip time on one time axis. Point to read values, drag to zoom, double-click to reset.',
    plotsTouch:
      'Windows, queue, throughput and round-trip time on one time axis. Hold a finger on them to read values; zoom with two fingers.',
    timeTitle: 'Move through time',
    timeText:
      'Pause, step to the next loss, drag back to any moment. Run slowly enough to follow single packets, or as fast as possible.',
    changeTitle: 'Change anything at any time',
    changeText:
      'Click a flow, a link or a node to see its algorithm, rate or buffer here. Go back and change something: the plots show the old run in a paler colour behind the new one.',
    changeTouch:
      'Tap a flow, a link or a node to see its algorithm, rate or buffer here. Go back and change something: the plots show the old run in a paler colour behind the new one.',
    whyTitle: 'Ask why',
    whyText:
      'W explains why a window changed. N creates a network of your own, the gallery has classic scenarios, and ? shows all keys.',
    whyTouch:
      'Why? above the plots explains why a window changed. The bar has the gallery of classic scenarios, and + for a network of your own.',
    tour: 'Tour',
    endTheTourForGood: 'End the tour for good',
    stepOf: (step: number, steps: number) => `${step} of ${steps}`,
    back: 'Back',
    begin: 'Begin',
    next: 'Next',
  },
  de: {
    networkTitle: 'Ein laufendes Netz',
    networkText:
      'Mehrere Sender teilen sich eine Leitung. Jedes Paket hat die Farbe seines Flusses. Die Warteschlange vor der Leitung füllt sich; ein Paket, das auf einen vollen Puffer trifft, wird verworfen.',
    plotsTitle: 'Was die Sender tun',
    plotsText:
      'Fenster, Warteschlange, Durchsatz und Umlaufzeit über einer gemeinsamen Zeitachse. Zeigen Sie auf eine Stelle, um Werte abzulesen; Ziehen zoomt, ein Doppelklick setzt zurück.',
    plotsTouch:
      'Fenster, Warteschlange, Durchsatz und Umlaufzeit über einer gemeinsamen Zeitachse. Halten Sie einen Finger darauf, um Werte abzulesen; zwei Finger zoomen.',
    timeTitle: 'Vor und zurück in der Zeit',
    timeText:
      'Halten Sie an, springen Sie zum nächsten Verlust, ziehen Sie zu einem früheren Zeitpunkt zurück. Der Lauf ist so langsam wie nötig, um einzelnen Paketen zu folgen, oder so schnell wie möglich.',
    changeTitle: 'Alles jederzeit ändern',
    changeText:
      'Klicken Sie auf einen Fluss, eine Leitung oder einen Knoten: Algorithmus, Rate oder Puffer stehen hier. Gehen Sie zurück und ändern Sie etwas: Die Diagramme zeigen den alten Lauf blass hinter dem neuen.',
    changeTouch:
      'Tippen Sie auf einen Fluss, eine Leitung oder einen Knoten: Algorithmus, Rate oder Puffer stehen hier. Gehen Sie zurück und ändern Sie etwas: Die Diagramme zeigen den alten Lauf blass hinter dem neuen.',
    whyTitle: 'Nach dem Warum fragen',
    whyText:
      'W erklärt, warum sich ein Fenster geändert hat. N legt ein eigenes Netz an, die Galerie enthält klassische Szenarien, und ? zeigt alle Tasten.',
    whyTouch:
      'Warum? über den Diagrammen erklärt, warum sich ein Fenster geändert hat. Oben führen die Galerie zu klassischen Szenarien und + zu einem eigenen Netz.',
    tour: 'Rundgang',
    endTheTourForGood: 'Rundgang dauerhaft beenden',
    stepOf: (step, steps) => `${step} von ${steps}`,
    back: 'Zurück',
    begin: 'Beginnen',
    next: 'Weiter',
  },
});
