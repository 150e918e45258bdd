import { texts } from '../language/language';

/** What can be wrong with a file of measurements. */
export const measurementTexts = texts({
  en: {
    noJson: 'The file is not valid JSON. iperf3 may have been interrupted before it finished writing.',
    noIntervals: 'The file does not contain intervals as iperf3 --json writes them.',
    noValues: 'The intervals contain no throughput, window or RTT.',
    tooManyRows: (rows: number, most: number) => `The file has ${rows} rows; at most ${most} are read.`,
    noTime: 'The first row has no column “time”.',
    noColumn:
      'No column name contains cwnd, rtt, throughput or queue with a unit such as packets, ms or mbps.',
    noSeries: 'The table contains no window, RTT, throughput or queue.',
  },
  de: {
    noJson:
      'Die Datei ist kein gültiges JSON. Vielleicht wurde iperf3 unterbrochen, bevor es fertig geschrieben hatte.',
    noIntervals: 'Die Datei enthält keine Intervalle, wie iperf3 --json sie schreibt.',
    noValues: 'Die Intervalle enthalten weder Durchsatz noch Fenster noch RTT.',
    tooManyRows: (rows, most) => `Die Datei hat ${rows} Zeilen; gelesen werden höchstens ${most}.`,
    noTime: 'Die erste Zeile hat keine Spalte „time“.',
    noColumn:
      'Kein Spaltenname enthält cwnd, rtt, throughput oder queue mit einer Einheit wie packets, ms oder mbps.',
    noSeries: 'Die Tabelle enthält weder Fenster noch RTT noch Durchsatz noch Warteschlange.',
  },
});

/** What can be wrong with a trace of a link. */
export const traceTexts = texts({
  en: {
    tooLarge: (bytes: number, most: number) => `The file has ${bytes} bytes; a trace has at most ${most}.`,
    notWhole: (line: number) => `Line ${line} is not a whole number of milliseconds.`,
    earlier: (line: number) => `Line ${line} is earlier than the line before it.`,
    tooLate: (line: number, most: number) =>
      `Line ${line} is after ${most} ms, which is beyond the longest run.`,
    tooManyLines: (most: number) =>
      `The trace has more than ${most} lines, the limit for a link. Shorten it: a trace repeats from its start when it ends.`,
    noDuration: 'The trace has a duration of zero.',
    asTrace: (problem: string) => `Read as a Mahimahi trace (one time in ms per line): ${problem}`,
  },
  de: {
    tooLarge: (bytes, most) => `Die Datei hat ${bytes} Bytes; ein Trace hat höchstens ${most}.`,
    notWhole: (line) => `Zeile ${line} ist keine ganze Zahl von Millisekunden.`,
    earlier: (line) => `Zeile ${line} nennt eine frühere Zeit als die Zeile davor.`,
    tooLate: (line, most) => `Zeile ${line} liegt nach ${most} ms und damit hinter dem längsten Lauf.`,
    tooManyLines: (most) =>
      `Der Trace hat mehr als ${most} Zeilen, das Maximum für eine Leitung. Kürzen Sie ihn: Am Ende beginnt ein Trace von vorn.`,
    noDuration: 'Der Trace hat eine Dauer von null.',
    asTrace: (problem) => `Als Mahimahi-Trace gelesen (eine Zeit in ms je Zeile): ${problem}`,
  },
});
