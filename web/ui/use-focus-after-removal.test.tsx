import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useFocusAfterRemoval } from './use-focus-after-removal';

let root: Root;
let box: HTMLElement;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  box = document.createElement('div');
  document.body.append(box);
  root = createRoot(box);
  act(() => root.render(<List />));
});

afterEach(() => {
  act(() => root.unmount());
  box.remove();
});

/** Things that a press removes, and a button that adds one. */
function List() {
  const [things, setThings] = useState(['a', 'b', 'c']);
  const onRemove = useFocusAfterRemoval(things, '.thing', things.length);
  return (
    <>
      {things.map((name, place) => (
        <button
          key={name}
          type="button"
          className="thing"
          onClick={() => {
            onRemove(place);
            setThings(things.filter((other) => other !== name));
          }}
        >
          {name}
        </button>
      ))}
      <button type="button" className="thing" onClick={() => setThings([...things, 'd'])}>
        new
      </button>
    </>
  );
}

const button = (name: string) =>
  [...box.querySelectorAll('button')].find((b) => b.textContent === name) as HTMLButtonElement;

function remove(name: string): string | null | undefined {
  act(() => {
    button(name).focus();
    button(name).click();
  });
  return document.activeElement?.textContent;
}

it('gives the focus to the next thing, else to the one before, else to what follows the list', () => {
  expect(remove('a')).toBe('b');
  expect(remove('c')).toBe('b');
  expect(remove('b')).toBe('new');
});

it('leaves the focus alone after another change', () => {
  remove('a');
  act(() => {
    (document.activeElement as HTMLElement).blur();
    button('new').click();
  });
  expect(document.activeElement).toBe(document.body);
});
