import { type ReactNode, useEffect, useState } from 'react';
import { edit, useDocument, useSession } from '../../store';
import { notesTexts as t } from './texts';

/** What the author has to say: Markdown, rendered once it is needed. */
export function Notes() {
  const notes = useDocument((d) => d.notes ?? '');
  const locked = useSession((s) => s.allow.kind !== 'everything');
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft !== null && draft !== notes) edit('/notes', draft, t.changeNotes);
    setDraft(null);
  };
  return (
    <section className="section">
      <div className="section-head">
        <h3>{t.notes}</h3>
        {locked ? null : draft === null ? (
          <button type="button" className="button small" onClick={() => setDraft(notes)}>
            {notes ? t.edit : t.write}
          </button>
        ) : (
          <button type="button" className="button small" onClick={settle}>
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
          onBlur={settle}
        />
      )}
    </section>
  );
}

/** Texts that are rendered already: seen once, or prepared, they are there at once. */
const rendered = new Map<string, ReactNode>();
const MOST_RENDERED = 200;

/** Renders a text before it is shown: a page that is turned should not come in pieces. */
export async function prepareMarkdown(text: string): Promise<ReactNode> {
  if (text === '') return null;
  const known = rendered.get(text);
  if (known !== undefined) return known;
  const { render } = await import('./markdown');
  const elements = await render(text);
  // An author's texts are new ones with every key.
  if (rendered.size >= MOST_RENDERED) rendered.clear();
  rendered.set(text, elements);
  return elements;
}

/** Markdown, rendered once it is needed; a text stays until the next one is there. */
export function Markdown({ text }: { text: string }) {
  const [made, setMade] = useState<ReactNode>(null);
  const shown = text === '' ? null : (rendered.get(text) ?? made);
  useEffect(() => {
    let stale = false;
    prepareMarkdown(text).then(
      (elements) => stale || setMade(elements),
      (error: unknown) => {
        // As it was written, rather than not at all; the page says what is missing.
        if (!stale) setMade(<p className="notes-plain">{text}</p>);
        throw error;
      },
    );
    return () => {
      stale = true;
    };
  }, [text]);
  return shown === null ? null : <div className="notes">{shown}</div>;
}
