import { type Ref, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Fault, ScriptParam } from '../../generated/types';
import type { Named } from './completion';
import { type Editor, makeEditor } from './editor';
import { completionTexts, editorTexts as t } from './texts';

/** What others do with the editor. */
export interface EditorHandle {
  format(): void;
  /** Moves the cursor to a place, which counts from 1, and the focus to the editor. */
  goTo(line: number, column: number): void;
}

interface Props {
  text: string;
  /** What is wrong with the text. Those without a line are not shown here. */
  faults: readonly Fault[];
  params: readonly ScriptParam[];
  /** Numbers of the lines that are marked because they ran. */
  ran: readonly number[];
  onChange: (text: string) => void;
  onRun?: (() => void) | undefined;
  ref?: Ref<EditorHandle>;
}

/** The text of a script, with completion and help. The name at the cursor is explained below it. */
export function ScriptEditor({ text, faults, params, ran, onChange, onRun, ref }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const [named, setNamed] = useState<Named | null>(null);
  const latest = useRef({ onChange, onRun, params });
  latest.current = { onChange, onRun, params };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor is made once, and then follows the properties
  useLayoutEffect(() => {
    const box = host.current;
    if (!box) return;
    const made = makeEditor(box, text, {
      params: () => latest.current.params,
      onChange: (next) => latest.current.onChange(next),
      onRun: () => latest.current.onRun?.(),
      onName: setNamed,
    });
    editor.current = made;
    return () => {
      editor.current = null;
      made.destroy();
    };
  }, []);
  useEffect(() => {
    editor.current?.setText(text);
  }, [text]);
  useEffect(() => {
    editor.current?.setFaults(faults);
  }, [faults]);
  useEffect(() => {
    editor.current?.setRan(ran);
  }, [ran]);
  const ids = params.map((p) => p.id).join(' ');
  useEffect(() => {
    editor.current?.setParams(ids === '' ? [] : ids.split(' '));
  }, [ids]);
  useImperativeHandle(ref, () => ({
    format: () => editor.current?.format(),
    goTo: (line, column) => editor.current?.goTo(line, column),
  }));

  return (
    <div className="script-editor">
      {/* Its keys are its own: the page's shortcuts see only this element. */}
      <div ref={host} className="script-text" data-own-keys="" />
      <p className="script-help secondary">
        {named ? (
          <>
            <code>{named.kind === 'function' && named.detail ? named.detail : named.name}</code>{' '}
            {[completionTexts.kinds[named.kind], named.kind === 'function' ? '' : named.detail]
              .filter(Boolean)
              .join(', ')}
            . {named.help}
          </>
        ) : (
          <>
            <span className="script-keys">{t.keys}</span>
            <span className="script-touch">{t.touch}</span>
          </>
        )}
      </p>
    </div>
  );
}
