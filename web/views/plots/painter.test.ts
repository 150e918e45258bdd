import { describe, expect, it } from 'vitest';
import { Painter } from './painter';

/** A painter whose frames are run by hand, on a clock that each heavy task moves by `cost`. */
function bench() {
  let queued: (() => void) | undefined;
  let time = 0;
  const painter = new Painter(
    (run) => {
      queued = run;
      return 1;
    },
    () => time,
  );
  const log: string[] = [];
  return {
    painter,
    log,
    heavy: (name: string, cost: number) =>
      painter.register(() => {
        log.push(name);
        time += cost;
      }, true),
    light: (name: string) => painter.register(() => log.push(name), false),
    frame() {
      const run = queued;
      queued = undefined;
      run?.();
      return log.splice(0).join(' ');
    },
  };
}

describe('painter', () => {
  it('lets dear plots take turns and draws values each time', () => {
    const b = bench();
    for (const name of ['a', 'b', 'c']) b.heavy(name, 6);
    b.light('values');
    expect(b.frame()).toBe('a values');
    expect(b.frame()).toBe('b');
    b.painter.markAll();
    expect(b.frame()).toBe('c values');
    expect(b.frame()).toBe('a');
    expect(b.frame()).toBe('b');
    expect(b.frame()).toBe('');
  });

  it('draws cheap plots all at once, and not for a crosshair', () => {
    const b = bench();
    for (const name of ['a', 'b', 'c']) b.heavy(name, 1);
    const values = b.light('values');
    expect(b.frame()).toBe('a b c values');
    b.painter.markLight();
    expect(b.frame()).toBe('values');
    values.dispose();
    b.painter.markLight();
    expect(b.frame()).toBe('');
  });
});
