/** Checks the size of touch targets. */
import type { Page } from 'playwright-core';

/** Minimum width and height of a touch target, CSS px. */
export const FINGER = 44;

/**
 * The controls on screen that are too small for a finger, each with the size of the area that reacts to a press: without parts that are covered, and
 * with the areas of its labels and pseudo-elements. Two kinds are left out: links within a sentence, which are as high as its lines, and the links
 * in the drawing of the network, whose nodes cover parts of them (the network's table has them at full size).
 */
export async function smallTargets(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(measure, { minSize: FINGER, within });
}

function measure({ minSize, within }: { minSize: number; within: string }): string[] {
  const CONTROLS = [
    'a[href]',
    'button',
    'input:not([type=hidden])',
    'select',
    'textarea',
    'summary',
    ...[
      'button',
      'slider',
      'option',
      'menuitem',
      'menuitemcheckbox',
      'menuitemradio',
      'tab',
      'separator',
    ].map((role) => `[role=${role}]`),
    '[tabindex="0"]',
  ].join(',');

  /** The control that a press at this point activates. */
  const reached = (x: number, y: number): Element | null => {
    const found = document.elementFromPoint(x, y)?.closest(`${CONTROLS},label`) ?? null;
    return found instanceof HTMLLabelElement ? found.control : found;
  };
  /** The number of pixels from a point in one direction that belong to the same control. */
  const run = (control: Element, x: number, y: number, dx: number, dy: number): number => {
    let n = 1;
    while (n < 2 * minSize && reached(x + n * dx, y + n * dy) === control) n += 1;
    return n;
  };
  const inSentence = (control: Element) =>
    control instanceof HTMLAnchorElement &&
    getComputedStyle(control).display === 'inline' &&
    control.parentElement?.textContent?.trim() !== control.textContent?.trim();
  /** Whether an opened layer covers it. */
  const covered = (control: Element, x: number, y: number) => {
    const above = document
      .elementFromPoint(x, y)
      ?.closest('dialog, [popover], [role=dialog], .sheet-overlay');
    return above !== null && above !== undefined && !above.contains(control);
  };

  const found: string[] = [];
  for (const control of document.querySelectorAll(`${within} :is(${CONTROLS})`)) {
    const shown = control.checkVisibility({ visibilityProperty: true, opacityProperty: false });
    if (!shown || control.closest('[inert], [aria-hidden=true]')) continue;
    // Visible only while it has the focus, for which there must be a keyboard.
    if (getComputedStyle(control).clipPath === 'inset(50%)') continue;
    if (control.querySelector(CONTROLS) || inSentence(control) || control.matches('.link')) continue;
    // An input on top of a drawn switch is pressed through its label.
    const face = (control.matches('.over') && control.closest('label')) || control;
    face.scrollIntoView({ block: 'center', inline: 'center' });
    const box = face.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    if (covered(control, middle.x, middle.y)) continue;
    let best = { x: 0, y: 0, far: Number.POSITIVE_INFINITY };
    for (let i = 0; i <= 10; i += 1) {
      for (let j = 0; j <= 10; j += 1) {
        const x = box.left + ((i + 0.5) / 11) * box.width;
        const y = box.top + ((j + 0.5) / 11) * box.height;
        const far = Math.hypot(x - middle.x, y - middle.y);
        if (far < best.far && reached(x, y) === control) best = { x, y, far };
      }
    }
    const words = (control.getAttribute('aria-label') ?? face.textContent ?? '').trim().slice(0, 40);
    const what = `${control.tagName.toLowerCase()}.${control.getAttribute('class') ?? ''} “${words}”`;
    if (best.far === Number.POSITIVE_INFINITY) {
      const { clientWidth, clientHeight } = document.documentElement;
      const outside = middle.x < 0 || middle.y < 0 || middle.x > clientWidth || middle.y > clientHeight;
      found.push(`${what}: ${outside ? 'off the screen' : 'covered'}`);
      continue;
    }
    const width = run(control, best.x, best.y, -1, 0) + run(control, best.x, best.y, 1, 0) - 1;
    const height = run(control, best.x, best.y, 0, -1) + run(control, best.x, best.y, 0, 1) - 1;
    // An edge between two pixels costs one of them.
    if (width < minSize - 1 || height < minSize - 1) found.push(`${what}: ${width} × ${height}`);
  }
  return found;
}
