/** Strings of the message about a trace, which load with it. */
import { texts } from '../../language/language';

export const offeredTraceTexts = texts({
  en: {
    fromTo: (from: string, to: string) => `${from} to ${to}`,
    bothDirections: 'Both directions',
    isTrace: (name: string) => `${name} is a trace of a link:`,
    theFile: 'The file',
    contents: (packets: string, lastsS: string, rate: string) =>
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
