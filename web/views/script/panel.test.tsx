import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EXAMPLES } from './examples';
import ScriptPanel, { type ScriptPanelProps } from './ScriptPanel';

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean;
}
globalThis.IS_REACT_ACT_ENVIRONMENT = true;

let box: HTMLElement;
let root: Root;

beforeEach(() => {
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
});

const example = EXAMPLES[0] as (typeof EXAMPLES)[number];

function show(props: Partial<ScriptPanelProps> = {}) {
  const onChange = vi.fn<ScriptPanelProps['onChange']>();
  act(() =>
    root.render(
      <ScriptPanel
        controller={{ id: 'own', ...example, params: [...example.params] }}
        flow="f1"
        faults={[]}
        printed={[]}
        onChange={onChange}
        onRun={() => undefined}
        onClose={() => undefined}
        {...props}
      />,
    ),
  );
  return onChange;
}

const text = () => box.querySelector('.script-text')?.shadowRoot?.querySelector('.cm-content');
const button = (name: string) =>
  [...box.querySelectorAll('button')].find(
    (b) => b.textContent === name || b.getAttribute('aria-label') === name,
  );

test('the script is in a text with a label and a description of its keys', () => {
  show();
  expect(text()?.textContent).toContain('fn on_ack()');
  expect(text()?.getAttribute('aria-label')).toBe('Script');
  const description = text()?.getAttribute('aria-describedby') ?? '';
  expect(box.querySelector('.script-text')?.shadowRoot?.getElementById(description)?.textContent).toContain(
    'press Escape, then Tab',
  );
});

test('a fault stands below its line, one without a place above the script, and nothing runs', () => {
  show({
    faults: [
      { line: 4, column: 5, message: 'First message' },
      { line: 0, column: 0, message: 'Second message' },
    ],
  });
  expect(text()?.querySelector('.cm-fault-text')?.textContent).toBe('First message');
  expect(box.querySelector('.script-failure')?.textContent).toBe('Second message');
  expect(box.querySelector('.script-faults')?.textContent).toContain('2 errors');
  expect(button('Run')?.disabled).toBe(true);
});

test('after a change, the failure of the last run is said to be from before it, without its line', () => {
  const failure = { atS: 1.5, handler: 'on_ack', line: 4, column: 1, message: 'no such name' };
  show({ failure, changed: false });
  expect(box.querySelector('[role="alert"]')?.textContent).toContain('Stopped at 1.500 s in on_ack');
  expect(button('Go to line 4')).toBeDefined();
  show({ failure, changed: true });
  expect(box.querySelector('[role="alert"]')).toBeNull();
  expect(box.querySelector('.script-failure')?.textContent).toContain(
    'Before your changes: Stopped at 1.500 s',
  );
  expect(button('Go to line 4')).toBeUndefined();
});

test('a text that changes outside is shown, and is not reported as a change', () => {
  const onChange = show();
  show({ controller: { id: 'own', name: 'Other', script: 'let a = 1;\n' }, onChange });
  expect(text()?.textContent).toBe('let a = 1;');
  expect(onChange).not.toHaveBeenCalled();
});

test('a parameter is added under a free name, and removed', () => {
  const onChange = show();
  act(() => button('Add parameter')?.click());
  expect(onChange.mock.calls[0]?.[0].params?.at(-1)).toEqual({ id: 'p1', min: 0, default: 1, max: 10 });
  act(() => button('Remove kept')?.click());
  expect(onChange.mock.calls[1]?.[0].params?.map((p) => p.id)).toEqual(['increase']);
});

test('it says why the script of a flow stopped, and shows what was printed', () => {
  show({
    failure: { atS: 1.5, handler: 'on_ack', line: 4, column: 1, message: 'division by zero' },
    printed: [{ atS: 0.25, text: 'a printed line' }],
  });
  expect(box.querySelector('.script-failure')?.textContent).toContain(
    'Stopped at 1.500 s in on_ack, line 4: division by zero.',
  );
  act(() => button('Log (1)')?.click());
  expect(box.querySelector('.script-log td')?.textContent).toBe('0.250');
});
