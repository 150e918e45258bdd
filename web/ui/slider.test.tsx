import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Slider } from './Slider';

let root: Root;
let box: HTMLElement;
const onCommit = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
  onCommit.mockClear();
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
  vi.useRealTimers();
});

/** The value that the store has. */
const show = (value: number) =>
  act(() =>
    root.render(
      <Slider label="Buffer" value={value} min={0} max={100} step={1} text="" onCommit={onCommit} />,
    ),
  );

const slider = () => box.querySelector('input') as HTMLInputElement;

/** A key that takes one off what the slider shows, as the browser does. */
const press = () =>
  act(() => {
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    set?.call(slider(), String(Number(slider().value) - 1));
    slider().dispatchEvent(new Event('input', { bubbles: true }));
    slider().dispatchEvent(new KeyboardEvent('keyup', { key: 'ArrowLeft', bubbles: true }));
  });

/** No key for a while. */
const rest = () => act(() => vi.advanceTimersByTime(400));

it('keeps its place while values of earlier keys come back', () => {
  show(60);
  for (let k = 0; k < 3; k += 1) {
    press();
    rest();
  }
  show(59);
  expect(slider().value).toBe('57');
  press();
  rest();
  expect(onCommit.mock.calls.map(([value]) => value)).toEqual([59, 58, 57, 56]);
  for (const value of [58, 57, 56]) show(value);
  expect(slider().value).toBe('56');
  show(60);
  expect(slider().value).toBe('60');
});

it('commits keys in quick succession once, when they rest or the focus leaves', () => {
  show(60);
  for (let k = 0; k < 3; k += 1) press();
  expect(onCommit).not.toHaveBeenCalled();
  rest();
  expect(onCommit.mock.calls).toEqual([[57]]);
  press();
  act(() => slider().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  rest();
  expect(onCommit.mock.calls).toEqual([[57], [56]]);
});

it('goes back where a value was refused', () => {
  show(60);
  press();
  rest();
  expect(slider().value).toBe('59');
  act(() => vi.advanceTimersByTime(3000));
  expect(slider().value).toBe('60');
});

it('commits a value once, although the focus leaves before the value is back', () => {
  show(60);
  press();
  rest();
  act(() => slider().dispatchEvent(new FocusEvent('focusout', { bubbles: true })));
  expect(onCommit.mock.calls).toEqual([[59]]);
});
