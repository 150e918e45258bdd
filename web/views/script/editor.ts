/** The editor: CodeMirror in a shadow root. */
import {
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput } from '@codemirror/language';
import { Annotation, type ChangeSpec, Compartment, EditorState, Prec, type Text } from '@codemirror/state';
import {
  type Command,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Fault, ScriptParam } from '../../generated/types';
import { completing, namedAt } from './completing';
import type { Named } from './completion';
import { difference } from './difference';
import { faultsShown, nextFault, placeOf, setFaults } from './faults';
import { formatScript } from './format';
import { colours, rhai } from './language';
import { ranShown, setRan } from './ran';
import { editorTexts as t } from './texts';
import { theme } from './theme';
import { hangingLines } from './wrapping';

interface Hooks {
  params: () => readonly ScriptParam[];
  onChange: (text: string) => void;
  onRun: () => void;
  /** The name at the cursor. */
  onName: (named: Named | null) => void;
}

export interface Editor {
  setText(text: string): void;
  setFaults(faults: readonly Fault[]): void;
  setParams(ids: readonly string[]): void;
  /** Marks the lines that ran in a call, given in the order in which they ran, and brings them into view. */
  setRan(lines: readonly number[]): void;
  format(): void;
  goTo(line: number, column: number): void;
  destroy(): void;
}

/** Marks a change that comes from outside. */
const fromOutside = Annotation.define<boolean>();

/** Texts that the editor has reported and that have not come back yet: at most this many. */
const MAX_REPORTED = 200;

/** Room for the message of a fault below its line, px. */
const FAULT_PX = 48;

/** Id of the description in the shadow root. */
const DESCRIPTION = 'script-keys';

const run =
  ({ onRun }: Hooks): Command =>
  () => {
    onRun();
    return true;
  };

const format: Command = (view) => {
  view.dispatch({ changes: formatChanges(view.state.doc), userEvent: 'format' });
  return true;
};

/** What formatting changes, line by line, so that cursor and marks stay at their words. */
function formatChanges(doc: Text): ChangeSpec[] {
  const before = doc.toString().split('\n');
  const after = formatScript(doc.toString()).split('\n');
  const changes: ChangeSpec[] = [];
  let from = 0;
  for (const [i, line] of before.entries()) {
    const to = from + line.length;
    const next = after[i];
    if (next === undefined) {
      // Lines without text at the end.
      changes.push({ from: from - 1, to });
    } else if (next !== line) {
      const lead = line.length - line.trimStart().length;
      const body = next.trimStart();
      changes.push({ from, to: from + lead, insert: next.slice(0, next.length - body.length) });
      if (from + lead + body.length < to) changes.push({ from: from + lead + body.length, to });
    }
    from = to + 1;
  }
  if (after.length > before.length) changes.push({ from: doc.length, insert: '\n' });
  return changes;
}

/** Escape lets the next Tab leave the editor; a second Escape belongs to what is around it. */
const leave: Command = (view) => {
  if (closeCompletion(view)) {
    // CodeMirror has let the next Tab leave already.
    view.setTabFocusMode(false);
    return true;
  }
  if (leaving.has(view)) return false;
  leaving.add(view);
  view.setTabFocusMode(true);
  view.dispatch({ effects: EditorView.announce.of(t.leaving) });
  return true;
};

const leaving = new WeakSet<EditorView>();

function stay(view: EditorView): void {
  if (!leaving.delete(view)) return;
  view.setTabFocusMode(false);
}

export function makeEditor(host: HTMLElement, text: string, hooks: Hooks): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const language = new Compartment();
  /** Texts on their way out and back. */
  let reported: string[] = [];
  let named: Named | null = null;

  const state = EditorState.create({
    doc: text,
    extensions: [
      language.of(rhai(hooks.params().map((p) => p.id))),
      colours,
      theme,
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      EditorView.lineWrapping,
      hangingLines,
      EditorState.tabSize.of(4),
      faultsShown,
      ranShown,
      completing(hooks.params),
      EditorView.contentAttributes.of({
        'aria-label': t.script,
        'aria-describedby': DESCRIPTION,
        tabindex: '0',
        autocapitalize: 'off',
        autocorrect: 'off',
        spellcheck: 'false',
      }),
      EditorState.phrases.of({ Completions: t.completions }),
      Prec.high(
        keymap.of([
          { key: 'Mod-Enter', run: run(hooks) },
          { key: 'Shift-Alt-f', run: format },
          { key: 'F8', run: nextFault },
          { key: 'Escape', run: leave },
        ]),
      ),
      keymap.of([
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...defaultKeymap,
        ...historyKeymap,
        indentWithTab,
      ]),
      EditorView.domEventHandlers({
        blur: (_, view) => stay(view),
        keydown: (event, view) => {
          if (!['Escape', 'Tab', 'Shift'].includes(event.key)) stay(view);
        },
        pointerdown: (_, view) => stay(view),
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !update.transactions.some((tr) => tr.annotation(fromOutside))) {
          const next = update.state.doc.toString();
          reported = [...reported, next].slice(-MAX_REPORTED);
          hooks.onChange(next);
        }
        if (update.docChanged || update.selectionSet || update.focusChanged) {
          const at = update.state.selection.main.head;
          const found = update.view.hasFocus
            ? (namedAt(update.state, at, hooks.params())?.named ?? null)
            : null;
          if (found?.name !== named?.name || found?.help !== named?.help) {
            named = found;
            hooks.onName(found);
          }
        }
      }),
    ],
  });
  const description = document.createElement('p');
  description.id = DESCRIPTION;
  description.className = 'cm-description';
  description.textContent = t.keys;
  const view = new EditorView({ state, parent: root, root });
  view.dom.append(description);
  // Outside, a key would seem to be pressed on the host, where the page's shortcuts would take it.
  const keep = (event: Event) => event.stopPropagation();
  const kept = ['keydown', 'keyup', 'copy', 'cut', 'paste'];
  for (const name of kept) host.addEventListener(name, keep);

  return {
    setText(next) {
      const echo = reported.lastIndexOf(next);
      if (echo >= 0) {
        reported = reported.slice(echo + 1);
        return;
      }
      reported = [];
      const before = view.state.doc.toString();
      if (before === next) return;
      view.dispatch({
        changes: difference(before, next),
        annotations: fromOutside.of(true),
      });
    },
    setFaults(faults) {
      view.dispatch({ effects: setFaults.of(faults) });
      // The message below the line that one is writing may be out of sight.
      const { state } = view;
      const line = state.doc.lineAt(state.selection.main.head);
      if (view.hasFocus && faults.some((f) => f.line === line.number))
        view.dispatch({ effects: EditorView.scrollIntoView(line.to, { yMargin: FAULT_PX }) });
    },
    setParams(ids) {
      view.dispatch({ effects: language.reconfigure(rhai(ids)) });
    },
    setRan(lines) {
      view.dispatch({ effects: setRan.of(lines) });
      const { doc } = view.state;
      const known = lines.filter((line) => line >= 1 && line <= doc.lines);
      if (known.length === 0) return;
      view.requestMeasure({
        read: () => {
          const [first, last] = [Math.min(...known), Math.max(...known)].map((line) =>
            view.lineBlockAt(doc.line(line).from),
          );
          return { top: first?.top ?? 0, bottom: last?.bottom ?? 0, room: view.scrollDOM.clientHeight };
        },
        // CodeMirror's own way would scroll the page around it as well, and take the buttons away.
        write: ({ top, bottom, room }) => {
          view.scrollDOM.scrollTop = Math.min(top, (top + bottom - room) / 2);
        },
      });
    },
    format() {
      format(view);
      view.focus();
    },
    goTo(line, column) {
      const place = placeOf(view.state.doc, { line, column, message: '' });
      if (place)
        view.dispatch({
          selection: { anchor: place.from },
          effects: EditorView.scrollIntoView(place.from, { y: 'center' }),
        });
      view.focus();
    },
    destroy() {
      for (const name of kept) host.removeEventListener(name, keep);
      view.destroy();
    },
  };
}
