/** Lines that wrap go on below their own indentation. */
import { type Extension, RangeSetBuilder } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

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
      builder.add(line.from, line.from, Decoration.line({ class: `cm-hang-${spaces}` }));
      at = line.to + 1;
    }
  }
  return builder.finish();
}

/** A class for each indentation: the page's content-security policy forbids styles of single elements. */
const indentations = EditorView.baseTheme(
  Object.fromEntries(
    Array.from({ length: MAX_INDENT + 1 }, (_, indent) => {
      const spaces = indent + HANG;
      const style = { paddingLeft: `calc(${LINE_START_PX}px + ${spaces}ch)`, textIndent: `-${spaces}ch` };
      return [`.cm-line.cm-hang-${spaces}`, style];
    }),
  ),
);

const decorations = ViewPlugin.fromClass(
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

export const hangingLines: Extension = [indentations, decorations];
