import { describe, expect, it } from 'vitest';
import { type Kind, RedrawScheduler } from './redraw';

/** A scheduler whose frames the test runs, 16 ms apart, on a clock that each drawing moves by its cost. */
function bench() {
  let queued: (() => void) | undefined;
  let timer: { run: () => void; at: number } | undefined;
  let time = 0;
  const redraw = new RedrawScheduler({
    request: (run) => {
      queued = run;
      return 1;
    },
    clock: () => time,
    later: (run, ms) => {
      timer = { run, at: time + ms };
    },
  });
  const log: string[] = [];
  return {
    redraw,
    task: (kind: Kind, name: string, cost = 0) =>
      redraw.register(kind, () => {
        log.push(name);
        time += cost;
      }),
    /** Runs the next painted frame after so many ms, and returns what it draws. */
    frame(after = 16) {
      time += after;
      if (timer && timer.at <= time) {
        const { run } = timer;
        timer = undefined;
        run();
      }
      const run = queued;
      queued = undefined;
      run?.();
      return log.splice(0).join(' ');
    },
  };
}

describe('redraw', () => {
  it('lets expensive plots take turns, and draws marks each time', () => {
    const b = bench();
    for (const name of ['a', 'b', 'c']) b.task('curves', name, 9);
    b.task('marks', 'axis');
    expect(b.frame()).toBe('a axis');
    expect(b.frame()).toBe('b');
    b.redraw.markFrame();
    expect(b.frame()).toBe('c axis');
    expect(b.frame()).toBe('a');
    expect(b.frame()).toBe('b');
    expect(b.frame()).toBe('');
  });

  it('draws all of them at once if painted frames are far apart anyway', () => {
    const b = bench();
    for (const name of ['a', 'b', 'c']) b.task('curves', name, 9);
    for (let i = 0; i < 40; i++) {
      b.redraw.markFrame();
      b.frame(90);
    }
    b.redraw.markFrame();
    expect(b.frame(90).split(' ')).toHaveLength(3);
  });

  it('draws cheap plots all at once, and not for a crosshair', () => {
    const b = bench();
    for (const name of ['a', 'b', 'c']) b.task('curves', name, 1);
    const axis = b.task('marks', 'axis');
    expect(b.frame()).toBe('a b c axis');
    b.redraw.markMoment();
    expect(b.frame()).toBe('axis');
    axis.dispose();
    b.redraw.markMoment();
    expect(b.frame()).toBe('');
  });

  it('draws bands in the painted frame after texts, never with them, and at once if requested', () => {
    const b = bench();
    b.task('words', 'words');
    const bands = b.task('bands', 'bands');
    b.task('marks', 'axis');
    const seen: string[] = [];
    for (let i = 0; i < 45; i++) {
      b.redraw.markFrame();
      seen.push(b.frame());
    }
    expect(seen.filter((s) => s.includes('words') && s.includes('bands'))).toEqual([]);
    const written = seen.flatMap((s, i) => (s.includes('words') ? [i] : []));
    expect(written.length).toBeGreaterThan(2);
    expect(seen.flatMap((s, i) => (s.includes('bands') ? [i] : []))).toEqual(written.map((i) => i + 1));
    expect(b.frame()).toBe('');
    bands.mark();
    expect(b.frame()).toBe('bands');
    // The last texts of a run that stops, and the bands after them.
    b.redraw.markAll();
    expect([b.frame(), b.frame(100), b.frame(100)]).toEqual(['axis words', 'bands', '']);
  });

  it('draws scenes in turn while a run moves on a slow screen, and all of them at rest', () => {
    const b = bench();
    b.task('marks', 'axis');
    b.task('scenes', 'network');
    b.task('scenes', 'timeline');
    const framed = (after: number) => {
      b.redraw.markFrame();
      return b.frame(after);
    };
    expect(framed(30)).toBe('network timeline axis');
    for (let i = 0; i < 40; i++) framed(60);
    const seen = [framed(60), framed(60), framed(60)];
    expect(seen.every((s) => s === 'network axis' || s === 'timeline axis')).toBe(true);
    expect(seen[0]).not.toBe(seen[1]);
    expect(seen[0]).toBe(seen[2]);
    // The last frame before a pause.
    expect(b.frame(110)).toMatch(/^(network|timeline)$/);
    framed(60);
    b.redraw.markAll();
    expect(b.frame(60)).toBe('network timeline axis');
  });

  it('writes texts five times a second while a run moves, and the last ones too', () => {
    const b = bench();
    b.task('words', 'words');
    expect(b.frame()).toBe('words');
    const written = Array.from({ length: 51 }, () => {
      b.redraw.markFrame();
      return b.frame(20);
    }).filter(Boolean);
    expect(written).toHaveLength(5);
    b.redraw.markFrame();
    b.frame();
    expect([1, 2, 3, 4].map(() => b.frame(100)).filter(Boolean)).toEqual(['words']);
  });

  it('writes texts at once for the crosshair and at rest', () => {
    const b = bench();
    b.task('words', 'words');
    b.frame();
    b.redraw.markMoment();
    expect(b.frame()).toBe('words');
    b.redraw.markAll();
    expect(b.frame()).toBe('words');
    b.redraw.markFrame();
    expect(b.frame()).toBe('');
  });

  it('stops drawing between frames of a run for a second if the screen does not keep up', () => {
    const b = bench();
    b.task('marks', 'packets');
    b.frame();
    expect(b.redraw.between()).toBe(true);
    b.redraw.markFrame();
    b.frame(60);
    expect(b.redraw.between()).toBe(false);
    b.frame(1000);
    expect(b.redraw.between()).toBe(true);
  });

  it('draws a moved crosshair with the next frame of a moving run, and does not wait for one that never comes', () => {
    const b = bench();
    b.task('curves', 'curves');
    b.task('words', 'words');
    b.redraw.markFrame();
    b.frame();
    b.redraw.markMoment();
    expect(b.frame()).toBe('');
    b.redraw.markFrame();
    expect(b.frame()).toBe('curves words');
    b.redraw.markMoment();
    expect([1, 2].map(() => b.frame(60)).filter(Boolean)).toEqual(['words']);
  });
});
