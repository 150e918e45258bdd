/** The lines of a script that ran in a call of a handler. */

export interface RunLine {
  /** From 1. */
  number: number;
  text: string;
  /** How often it ran. */
  times: number;
}

/** Each line that ran once, in the order of the script. @param lines numbers of the lines, in the order in which they ran */
export function linesRun(script: string, lines: readonly number[]): RunLine[] {
  const times = new Map<number, number>();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  const texts = script.split('\n');
  return [...times]
    .sort(([a], [b]) => a - b)
    .map(([number, count]) => ({ number, text: texts[number - 1]?.trimEnd() ?? '', times: count }));
}
