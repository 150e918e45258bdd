import { type FocusEvent, type ReactNode, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { english } from '../../language/english';
import { edit, useDocument, useSession } from '../../store';
import { app } from '../../store/app';
import { useFocusAfter } from '../../ui/use-focus-after';
import { notesTexts as t } from './texts';

/** The author's notes in Markdown, rendered on demand. */
export function Notes() {
  const notes = useDocument((d) => d.notes ?? '');
  const locked = useSession((s) => s.allow.kind !== 'everything');
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    if (draft !== null && draft !== notes) edit('/notes', draft, t.changeNotes);
    setDraft(null);
  };
  const [done, setDone] = useState(0);
  useFocusAfter(done, '.notes-edit');
  /** The editing ends when the focus leaves the field and *Done*. */
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) commit();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves one of its elements
    <section className="section" onBlur={leave}>
      <div className="section-head">
        <h3>{t.notes}</h3>
        {locked ? null : draft === null ? (
          <button
            key="edit"
            type="button"
            className="button small notes-edit"
            onClick={() => setDraft(notes)}
          >
            {notes ? t.edit : t.write}
          </button>
        ) : (
          <button
            key="done"
            type="button"
            className="button small"
            onClick={() => {
              commit();
              setDone(done + 1);
            }}
          >
            {t.done}
          </button>
        )}
      </div>
      {draft === null ? (
        <Markdown text={notes} />
      ) : (
        <textarea
          className="field notes-field"
          aria-label={t.notesInMarkdown}
          rows={10}
          maxLength={20_000}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    </section>
  );
}

/** A cache of rendered texts, which appear without delay. */
const rendered = new Map<string, ReactNode>();
const MAX_RENDERED = 200;

/** Renders a text in advance, so that the next step of a lesson appears at once. */
export async function prepareMarkdown(text: string): Promise<ReactNode> {
  if (text === '') return null;
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const { render } = await import('./markdown');
  const elements = await render(text);
  // While an author types, every key makes a new text.
  if (rendered.size >= MAX_RENDERED) rendered.clear();
  rendered.set(text, elements);
  return elements;
}

interface MarkdownProps {
  text: string;
  /** It comes with the page, which has such texts in English only. By default: whether the open scenario began with a gallery entry. */
  published?: boolean;
}

/** Markdown, rendered on demand. The previous text stays until the next one is ready. */
export function Markdown({ text, published }: MarkdownProps) {
  const inGallery = useStore(app, (s) => s.base !== null);
  const [made, setMade] = useState<ReactNode>(null);
  const shown = text === '' ? null : (rendered.get(text) ?? made);
  useEffect(() => {
    let stale = false;
    prepareMarkdown(text).then(
      (elements) => stale || setMade(elements),
      (error: unknown) => {
        // Shows the source text; the page reports the failed load.
        if (!stale) setMade(<p className="notes-plain">{text}</p>);
        throw error;
      },
    );
    return () => {
      stale = true;
    };
  }, [text]);
  return shown === null ? null : (
    <div className="notes" lang={(published ?? inGallery) ? english() : undefined}>
      {shown}
    </div>
  );
}
