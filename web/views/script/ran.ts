/** The lines of a script that ran in a call of a handler, shown in it. */
import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';
import { linesRun } from '../why/script';
import { editorTexts as t } from './texts';

/** Numbers of lines, in the order in which they ran. */
export const setRan = StateEffect.define<readonly number[]>();

function decorate(doc: Text, lines: readonly number[]): DecorationSet {
  const ran = linesRun(doc.toString(), lines).filter(({ number }) => number >= 1 && number <= doc.lines);
  return Decoration.set(
    ran.map(({ number, times }) =>
      Decoration.line({
        class: 'cm-ran',
        ...(times > 1 ? { attributes: { 'data-times': t.times(times) } } : {}),
      }).range(doc.line(number).from),
    ),
  );
}

export const ranShown: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    const effect = transaction.effects.find((e) => e.is(setRan));
    return effect ? decorate(transaction.state.doc, effect.value) : value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});
