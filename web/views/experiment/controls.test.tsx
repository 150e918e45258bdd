import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { experimentOf, tableOf } from './figure/testing';
import { ResultsTable } from './ResultsTable';
import { TextInput } from './setup/fields';

let root: Root;
let box: HTMLElement;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
});

const show = (what: ReactNode) => act(() => root.render(what));

/** Types a text as the browser does: React overrides the setter of the element. */
async function type(input: HTMLInputElement, text: string) {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') as PropertyDescriptor;
  await act(async () => {
    set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

async function press(element: Element, key: string) {
  await act(async () => {
    element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  });
}

describe('a text input', () => {
  it('keeps text that was refused, and restores the value with Escape', async () => {
    const commit = vi.fn(async () => false);
    show(<TextInput label="Values" value="1, 2" onCommit={commit} />);
    const input = box.querySelector('input') as HTMLInputElement;
    await type(input, '1, x');
    await press(input, 'Enter');
    expect(commit).toHaveBeenCalledWith('1, x');
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['1, x', 'true']);
    await press(input, 'Escape');
    expect([input.value, input.getAttribute('aria-invalid')]).toEqual(['1, 2', 'false']);
  });

  it('does not commit invalid text', async () => {
    const commit = vi.fn(async () => true);
    show(
      <TextInput
        label="Name"
        value="a"
        problem={(text) => (text === '' ? 'This cannot be empty.' : null)}
        onCommit={commit}
      />,
    );
    const input = box.querySelector('input') as HTMLInputElement;
    await type(input, '');
    await press(input, 'Enter');
    expect(commit).not.toHaveBeenCalled();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(box.querySelector('[role=alert]')?.textContent).toBe('This cannot be empty.');
    await type(input, 'b');
    expect(box.querySelector('[role=alert]')).toBeNull();
  });
});

describe('the table', () => {
  const axes = [{ name: 'Buffer', unit: 'packets', values: [5, 25, 100], sets: [] }];
  const experiment = experimentOf({ axes, published: [{ at: [25], value: 12.5 }] });
  const table = tableOf(experiment, (at) => -Number(at[0]));
  const first = () => [...box.querySelectorAll('tbody th')].map((cell) => cell.textContent);

  it('shows every value with its interval, beside published values', () => {
    show(<ResultsTable document={experiment} table={table} runs={12} picked={1} onPick={() => {}} />);
    const rows = [...box.querySelectorAll('tbody tr')];
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['5', '−5.00 ± 0.50', '', '10 of 12'],
      ['25', '−25.00 ± 0.50', '12.5', '10 of 12'],
      ['100', '−100.00 ± 0.50', '', '10 of 12'],
    ]);
    expect(box.querySelector('[aria-pressed=true]')?.textContent).toBe('25');
  });

  it('sorts by a column, in reverse, and not at all', () => {
    const pick = vi.fn();
    show(<ResultsTable document={experiment} table={table} runs={10} picked={null} onPick={pick} />);
    const head = box.querySelectorAll('thead button')[1] as HTMLElement;
    const orders = [first()];
    for (let i = 0; i < 3; i += 1) {
      act(() => head.click());
      orders.push(first());
    }
    expect(orders).toEqual([
      ['5', '25', '100'],
      ['5', '25', '100'],
      ['100', '25', '5'],
      ['5', '25', '100'],
    ]);
    act(() => (box.querySelectorAll('tbody button')[2] as HTMLElement).click());
    expect(pick).toHaveBeenCalledWith(2);
  });
});
