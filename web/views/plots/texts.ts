import { texts } from '../../language/language';

export const plotsTexts = texts({
  en: {
    matrices: 'These plots',
    ensembleLine: 'The line about the ensemble',
    showAllFlows: 'Show all flows',
    resetZoomHint: 'Follow the run and show all values (0, or double-click the plots)',
    resetZoom: 'Reset zoom',
    whyHint: 'The events that moved the curve at the crosshair, or now (W)',
    why: 'Why?',
    noFlows: 'Curves appear here once there is a flow.',
    unanswered: 'The plots appear after you answer.',
    noPlots: 'No plots selected. Choose some under “Add”.',
    showEachFlow: 'Show each flow',
    groupsHint: 'Show mean, smallest and largest of each algorithm’s flows',
    groups: 'Groups',
  },
  de: {
    matrices: 'Diese Diagramme',
    ensembleLine: 'Die Zeile zum Ensemble',
    showAllFlows: 'Alle Flüsse zeigen',
    resetZoomHint: 'Dem Lauf folgen, mit allen Werten (0 oder Doppelklick auf die Diagramme)',
    resetZoom: 'Zoom zurücksetzen',
    whyHint: 'Die Ereignisse, die die Kurve am Fadenkreuz oder jetzt verändert haben (W)',
    why: 'Warum?',
    noFlows: 'Hier erscheinen Kurven, sobald es einen Fluss gibt.',
    unanswered: 'Die Diagramme erscheinen nach der Antwort.',
    noPlots: 'Kein Diagramm ausgewählt. Unter „Hinzufügen“ eines wählen.',
    showEachFlow: 'Jeden Fluss zeigen',
    groupsHint: 'Mittel, Minimum und Maximum der Flüsse jedes Algorithmus zeigen',
    groups: 'Gruppen',
  },
});
