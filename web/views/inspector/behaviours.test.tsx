import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import catalogue from '../../generated/catalogue.json';
import type { Catalogue } from '../../generated/types';
import { Behaviours } from './Behaviours';
import type { Params } from './params';

const rows = (catalogue as unknown as Catalogue).behaviours;
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

const onToggle = vi.fn();
const show = (given: Record<string, Params>) =>
  act(() =>
    root.render(
      <Behaviours
        at="/links/l/forward/behaviours"
        rows={rows}
        given={given}
        onToggle={onToggle}
        onParam={() => {}}
      />,
    ),
  );
const switches = () => [...box.querySelectorAll<HTMLInputElement>('.row-toggle input')];

it('offers a switch for each row of the catalogue', () => {
  show({});
  expect(switches().map((s) => s.checked)).toEqual(rows.map(() => false));
  expect(box.querySelectorAll('.row')).toHaveLength(0);
  rows.forEach((row, i) => {
    act(() => switches()[i]?.click());
    expect(onToggle).toHaveBeenLastCalledWith(row.id, true);
  });
});

it('shows the parameters of active behaviours', () => {
  for (const row of rows) {
    show({ [row.id]: {} });
    const fields = row.params.filter((p) => p.type !== 'switch');
    expect(box.querySelectorAll('.row')).toHaveLength(fields.length);
    for (const { name } of fields) expect(box.textContent).toContain(name);
  }
});
