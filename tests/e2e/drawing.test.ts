/** The plots are drawn by a worker, or by the page if the browser's canvases cannot be transferred. Both look the same. */
import { expect } from 'vitest';
import { type Lab, settled, test, until } from '../support/lab';

interface Picture {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel, in base 64. */
  data: string;
}

/** The pictures of each stack of plots, without the numbers and labels, which the page writes itself. */
function pictures(lab: Lab): Promise<Picture[]> {
  return lab.page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.plots-canvas canvas')].map((canvas) => {
      const { width, height } = canvas;
      const paper = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      paper?.drawImage(canvas, 0, 0);
      const pixels = paper?.getImageData(0, 0, width, height).data ?? [];
      let bytes = '';
      for (let i = 0; i < pixels.length; i += 1) bytes += String.fromCharCode(pixels[i] as number);
      return { width, height, data: btoa(bytes) };
    }),
  );
}

const bytes = (picture: Picture) => Buffer.from(picture.data, 'base64');
const isDrawn = (picture: Picture) => new Set(bytes(picture)).size > 8;

/** Share of values that differ by more than rounding. */
function difference(a: Picture, b: Picture): number {
  const other = bytes(b);
  return bytes(a).filter((value, i) => Math.abs(value - (other[i] ?? 0)) > 8).length / other.length;
}

/** The end of a run, when all of its plots are complete and have stopped changing. */
async function runToEnd(lab: Lab, fragment: string): Promise<Picture[]> {
  await lab.open(fragment);
  await lab.finish();
  let last: Picture[] = [];
  await settled(
    async () => {
      last = await pictures(lab);
      return last.map((picture) => picture.data).join();
    },
    () => last.length > 0 && last.every(isDrawn),
  );
  return last;
}

const onPage = (lab: Lab) =>
  lab.page.addInitScript(() => {
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen');
  });

for (const scale of [1, 2]) {
  test(`plots look the same from the worker and from a slower page, at ${scale}× the pixels`, async ({
    visit,
  }) => {
    const options = { deviceScaleFactor: scale };
    const lab = await visit(options);
    const drawn = await runToEnd(lab, '#g=three-algorithms');
    // The context of a transferred canvas belongs to the worker.
    const left = await lab.page.evaluate(() => {
      const canvas = document.querySelector<HTMLCanvasElement>('.plots-canvas canvas');
      try {
        return canvas?.getContext('2d') === null;
      } catch {
        return true;
      }
    });
    expect(left).toBe(true);
    const other = await visit(options);
    await onPage(other);
    // A slower processor draws fewer frames. The picture at the end must not depend on which ones.
    const chrome = await other.page.context().newCDPSession(other.page);
    await chrome.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const own = await runToEnd(other, '#g=three-algorithms');
    expect(drawn.map((p) => [p.width, p.height])).toEqual(own.map((p) => [p.width, p.height]));
    drawn.forEach((picture, i) => {
      expect(difference(picture, own[i] as Picture)).toBeLessThan(0.002);
    });
  });
}

test('a plot keeps its picture while its size changes, and then fits', async ({ lab }) => {
  await runToEnd(lab, '#g=one-reno');
  const sizes = () =>
    lab.page.evaluate(() => {
      const board = document.querySelector<HTMLCanvasElement>('.plots-canvas canvas');
      const box = board?.getBoundingClientRect();
      return [board?.width, board?.height, box?.width, box?.height].map((size) => Math.round(size ?? 0));
    });
  const [before = 0] = await sizes();
  await lab.page.setViewportSize({ width: 1200, height: 800 });
  await until(
    sizes,
    ([width = 0, height, wide, high]) => width === wide && height === high && width < before,
  );
  expect((await pictures(lab)).every(isDrawn)).toBe(true);
});

test('a terminated drawing worker is replaced by the page, also while the run is paused', async ({
  visit,
}) => {
  const lab = await visit();
  await lab.page.addInitScript(() => {
    globalThis.Worker = class extends Worker {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        if (/drawing/.test(`${url}`)) Object.assign(globalThis, { drawing: this });
      }
    };
  });
  const before = await runToEnd(lab, '#g=one-reno');
  await lab.page.evaluate(() => {
    const { drawing } = globalThis as unknown as { drawing: Worker };
    drawing.terminate();
    drawing.dispatchEvent(new ErrorEvent('error'));
  });
  await expect.poll(async () => (await pictures(lab)).every(isDrawn)).toBe(true);
  const after = await pictures(lab);
  expect(after).toHaveLength(before.length);
  after.forEach((picture, i) => {
    expect(difference(picture, before[i] as Picture)).toBeLessThan(0.01);
  });
});
