import { texts } from '../../language/language';

export const tourTexts = texts({
  en: {
    networkTitle: 'A running network',
    networkText:
      'Senders share a link. Each packet has the colour of its flow. The queue in front of the link fills, and a packet that arrives at a full buffer is dropped.',
    plotsTitle: 'What the senders do',
    plotsText:
      'Windows, queue, throughput and round-trip time on one time axis. Point to read values, drag to zoom, double-click to reset.',
    timeTitle: 'Back and forth in time',
    timeText:
      'Pause, step to the next loss, drag back to any moment. Run slowly enough to follow single packets, or as fast as possible.',
    changeTitle: 'Change anything at any time',
    changeText:
      'Press a flow, a link or a node to see its algorithm, rate or buffer here. Go back and change something: the old run stays behind the new one in a paler colour.',
    whyTitle: 'Ask why',
    whyText:
      'W explains why a window changed. N creates a network of your own, the gallery has classic scenarios, and ? shows all keys.',
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
      'Fenster, Warteschlange, Durchsatz und Umlaufzeit über einer gemeinsamen Zeitachse. Zeigen liest Werte ab, Ziehen zoomt, ein Doppelklick setzt zurück.',
    timeTitle: 'Vor und zurück in der Zeit',
    timeText:
      'Anhalten, zum nächsten Verlust springen, zu jedem Zeitpunkt zurückziehen. So langsam, dass einzelne Pakete zu sehen sind, oder so schnell wie möglich.',
    changeTitle: 'Alles jederzeit ändern',
    changeText:
      'Auf einen Fluss, eine Leitung oder einen Knoten drücken: Algorithmus, Rate oder Puffer stehen hier. Nach einer Änderung in der Vergangenheit bleibt der alte Verlauf blass hinter dem neuen stehen.',
    whyTitle: 'Nach dem Warum fragen',
    whyText:
      'W erklärt, warum sich ein Fenster geändert hat. N legt ein eigenes Netz an, die Galerie enthält Klassiker, und ? zeigt alle Tasten.',
    tour: 'Rundgang',
    endTheTourForGood: 'Rundgang dauerhaft beenden',
    stepOf: (step, steps) => `${step} von ${steps}`,
    back: 'Zurück',
    begin: 'Beginnen',
    next: 'Weiter',
  },
});
