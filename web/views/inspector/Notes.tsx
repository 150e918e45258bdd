import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components';
import { edit, useDocument, useSession } from '../../store';

/** What the author has to say: Markdown, rendered and cleaned once it is needed. */
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
          <Button className="button small" onPress={() => setDraft(notes)}>
            {notes ? 'Edit' : 'Write'}
          </Button>
        ) : (
          <Button className="button small" onPress={settle}>
            Done
          </Button>
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

/** Markdown, rendered and cleaned once it is needed. */
export function Markdown({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  useEffect(() => {
    let stale = false;
    if (text === '') setHtml('');
    else {
      void import('./markdown').then(({ render }) => {
        if (!stale) setHtml(render(text));
      });
    }
    return () => {
      stale = true;
    };
  }, [text]);
  if (html === '') return null;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: notes come from links; `render` escapes HTML and cleans what it made
  return <div className="notes" dangerouslySetInnerHTML={{ __html: html }} />;
}
