/** Faults of a script, shown in it: the place is underlined, and the message stands below the line. */
import { type Extension, type Range, RangeSet, StateEffect, StateField, type Text } from '@codemirror/state';
import {
  type Command,
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutterLineClass,
  WidgetType,
} from '@codemirror/view';
import type { Fault } from '../../generated/types';
import { NOTHING_OPEN, tokenAt } from './tokens';

export const setFaults = StateEffect.define<readonly Fault[]>();

class Message extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Message): boolean {
    return other.text === this.text;
  }

  override toDOM(): HTMLElement {
    const row = document.createElement('div');
    row.className = 'cm-fault-row';
    const text = document.createElement('div');
    text.className = 'cm-fault-text';
    text.textContent = this.text;
    row.append(text);
    return row;
  }

  override get estimatedHeight(): number {
    return 30;
  }
}

const underline = Decoration.mark({ class: 'cm-fault' });

/** The offset of a place, and the end of the token there. Nothing for a fault without a place. */
export function placeOf(doc: Text, { line, column }: Fault): { from: number; to: number } | null {
  if (line < 1 || line > doc.lines) return null;
  const { from, text } = doc.line(line);
  // A column counts characters, some of which have two code units.
  const before = [...text].slice(0, Math.max(0, column - 1)).join('').length;
  if (before >= text.trimEnd().length)
    return { from: from + text.trimEnd().length, to: from + text.trimEnd().length };
  return { from: from + before, to: from + tokenAt(text, before, NOTHING_OPEN).to };
}

function decorate(doc: Text, faults: readonly Fault[]): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const fault of faults) {
    const place = placeOf(doc, fault);
    if (!place) continue;
    const line = doc.lineAt(place.from);
    // At the end of a line, the last character stands for what is missing after it.
    const from = place.from < place.to ? place.from : Math.max(line.from, place.from - 1);
    if (from < place.to) ranges.push(underline.range(from, place.to));
    ranges.push(
      Decoration.widget({ widget: new Message(fault.message), block: true, side: 1 }).range(line.to),
    );
  }
  return Decoration.set(ranges, true);
}

interface Shown {
  faults: readonly Fault[];
  decorations: DecorationSet;
}

const shown = StateField.define<Shown>({
  create: () => ({ faults: [], decorations: Decoration.none }),
  update(value, transaction) {
    const effect = transaction.effects.find((e) => e.is(setFaults));
    if (effect) return { faults: effect.value, decorations: decorate(transaction.state.doc, effect.value) };
    if (!transaction.docChanged) return value;
    return { ...value, decorations: value.decorations.map(transaction.changes) };
  },
  provide: (field) => [
    EditorView.decorations.from(field, (value) => value.decorations),
    gutterLineClass.compute([field], (state) => {
      const lines = new Set<number>();
      const set = state.field(field).decorations;
      for (const at = set.iter(); at.value; at.next()) lines.add(state.doc.lineAt(at.from).from);
      return RangeSet.of([...lines].sort((a, b) => a - b).map((from) => faultLine.range(from)));
    }),
  ],
});

const faultLine = new (class extends GutterMarker {
  override elementClass = 'cm-fault-line';
})();

/** Moves the cursor to the next fault, around the end. */
export const nextFault: Command = (view) => {
  const places: number[] = [];
  const set = view.state.field(shown).decorations;
  for (const at = set.iter(); at.value; at.next()) if (at.to > at.from) places.push(at.from);
  const { head } = view.state.selection.main;
  const next = places.find((place) => place > head) ?? places[0];
  if (next === undefined) return false;
  view.dispatch({ selection: { anchor: next }, scrollIntoView: true });
  return true;
};

export const faultsShown: Extension = shown;
