/** Lines that wrap go on below their own indentation. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

/** Further than its first row, in characters. */
const HANG = 2;

/** A narrow editor keeps most of its width for the text. */
const MAX_INDENT = 16;

/** Padding of every line, see `theme.ts`. */
export const LINE_START_PX = 6;

function hang(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    for (let at = from; at <= to; ) {
      const line = view.state.doc.lineAt(at);
      const spaces = Math.min(MAX_INDENT, line.text.length - line.text.trimStart().length) + HANG;
      const style = `padding-left: calc(${LINE_START_PX}px + ${spaces}ch); text-indent: -${spaces}ch`;
      builder.add(line.from, line.from, Decoration.line({ attributes: { style } }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

export const hangingLines: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;

    constructor(view: EditorView) {
      this.decorations = hang(view);
    }

    update(update: ViewUpdate): void {
      if (update.docChanged || update.viewportChanged) this.decorations = hang(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
