/** Completion and help in the editor. */
import { autocompletion, type Completion, type CompletionSource, snippet } from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import type { ScriptParam } from '../../generated/types';
import { asCompletion, meaning, type Named, type NameKind, type Proposal, proposals } from './completion';
import { contextAt } from './context';
import { completionTexts as t } from './texts';

/** Proposals and help. @param params the present parameters */
export function completing(params: () => readonly ScriptParam[]): Extension {
  const source: CompletionSource = ({ state, pos, explicit }) => {
    const script = state.doc.toString();
    const word =
      /\w*$/.exec(state.doc.lineAt(pos).text.slice(0, pos - state.doc.lineAt(pos).from))?.[0] ?? '';
    const from = pos - word.length;
    const method = /(^|[^.\d])\.$/.test(script.slice(Math.max(0, from - 2), from));
    if (!explicit && word === '' && !method) return null;
    const found = proposals(contextAt(script, pos), script, params(), method);
    if (found.length === 0) return null;
    return { from, options: found.map(option), validFor: /^\w*$/ };
  };
  return [
    autocompletion({
      override: [source],
      icons: false,
      addToOptions: [
        {
          render: ({ type }) => {
            const kind = document.createElement('span');
            kind.className = 'cm-completionKind';
            kind.textContent = t.kinds[type as NameKind];
            return kind;
          },
          position: 90,
        },
      ],
    }),
    hoverTooltip((view, pos) => {
      const found = namedAt(view.state, pos, params());
      if (!found) return null;
      return { pos: found.from, end: found.to, create: () => ({ dom: help(found.named) }) };
    }),
  ];
}

function option(proposal: Proposal, place: number): Completion {
  const { template, kind } = proposal;
  const completion = asCompletion(proposal, place);
  if (template === undefined) return completion;
  return {
    ...completion,
    apply: (view: EditorView, chosen: Completion, from: number, to: number) => {
      const line = view.state.doc.lineAt(from);
      const before = line.text.slice(0, from - line.from);
      // A handler brings its own `fn`.
      const begun = kind === 'handler' ? (/fn\s+$/.exec(before)?.[0].length ?? 0) : 0;
      // Arguments that are there stay.
      const called = view.state.sliceDoc(to, to + 1) === '(';
      snippet(called ? chosen.label : template)(view, chosen, called ? from : from - begun, to);
    },
  };
}

/** The name at a place, and what it means there. */
export function namedAt(
  state: EditorState,
  pos: number,
  params: readonly ScriptParam[],
): { from: number; to: number; named: Named } | null {
  const line = state.doc.lineAt(pos);
  const before = /[A-Za-z_]\w*$/.exec(line.text.slice(0, pos - line.from))?.[0] ?? '';
  const after = /^\w*/.exec(line.text.slice(pos - line.from))?.[0] ?? '';
  if (before + after === '') return null;
  const [from, to] = [pos - before.length, pos + after.length];
  const script = state.doc.toString();
  const context = contextAt(script, to);
  const named = context.place === 'quiet' ? undefined : meaning(before + after, context, script, params);
  return named ? { from, to, named } : null;
}

function help({ kind, name, detail, help }: Named): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-help';
  const head = document.createElement('div');
  head.className = 'cm-help-head';
  head.textContent = kind === 'function' && detail ? detail : name;
  const what = document.createElement('span');
  what.textContent = [t.kinds[kind], kind === 'function' ? '' : detail].filter(Boolean).join(', ');
  head.append(what);
  const text = document.createElement('div');
  text.textContent = help;
  box.append(head, text);
  return box;
}
