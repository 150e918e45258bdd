import { type ReactNode, useEffect, useState } from 'react';
import { edit, useDocument, useSession } from '../../store';

/** What the author has to say: Markdown, rendered once it is needed. */
export function Notes() {
  const notes = useDocument((d) => d.notes ?? '');
  const locked = useSession((s) => s.allow.kind !== 'everything');
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    if (draft !== null && draft !== notes) edit('/notes', draft, 'change notes');
    setDraft(null);
  };
  return (
    <section className="section">
      <div className="section-head">
        <h3>Notes</h3>
        {locked ? null : draft === null ? (
          <button type="button" className="button small" onClick={() => setDraft(notes)}>
            {notes ? 'Edit' : 'Write'}
          </button>
        ) : (
          <button type="button" className="button small" onClick={settle}>
            Done
          </button>
        )}
      </div>
      {draft === null ? (
        <Markdown text={notes} />
      ) : (
        <textarea
          className="field notes-field"
          aria-label="Notes in Markdown"
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

/** Markdown, rendered once it is needed. */
export function Markdown({ text }: { text: string }) {
  const [made, setMade] = useState<ReactNode>(null);
  useEffect(() => {
    let stale = false;
    if (text === '') setMade(null);
    else {
      void import('./markdown')
        .then(({ render }) => render(text))
        .then((elements) => {
          if (!stale) setMade(elements);
        });
    }
    return () => {
      stale = true;
    };
  }, [text]);
  return made === null ? null : <div className="notes">{made}</div>;
}
