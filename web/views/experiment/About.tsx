import { useState } from 'react';
import type { Experiment } from '../../generated/types';
import { english } from '../../language/english';
import { editExperiment } from '../../store/experiment';
import { session } from '../../store/session';
import { Markdown } from '../inspector/Notes';
import { Section } from '../inspector/Rows';
import { aboutTexts as t } from './texts';
import type { Published } from './use-paper';

/** The notes of the experiment, to read and to edit, and the paper that it comes from. */
export function About({ document, published }: { document: Experiment; published: Published | null }) {
  const notes = document.notes ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const commitDraft = () => {
    if (draft !== null && draft !== notes) void editExperiment((d) => ({ ...d, notes: draft }), t.undoNotes);
    setDraft(null);
  };
  return (
    <>
      <section className="section">
        <div className="section-head">
          <h3>{published?.experiment.label ?? t.notes}</h3>
          <button
            type="button"
            className="button small"
            onClick={draft === null ? () => setDraft(notes) : commitDraft}
          >
            {draft === null ? (notes ? t.edit : t.write) : t.done}
          </button>
        </div>
        {draft === null ? (
          <>
            {published && !notes ? <p lang={english()}>{published.experiment.summary}</p> : null}
            <Markdown text={notes} published={published !== null} />
          </>
        ) : (
          <textarea
            className="field notes-field"
            aria-label={t.notesField}
            rows={14}
            maxLength={20_000}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
            onBlur={commitDraft}
          />
        )}
      </section>
      {published?.paper.authors ? (
        <Section title={t.paper}>
          <p lang={english()}>
            <strong>{published.paper.title}</strong>
          </p>
          <p className="secondary" lang={english()}>
            {published.paper.authors}. {published.paper.venue}, {published.paper.year}.
          </p>
          <button
            type="button"
            className="button small more"
            onClick={() => session.setState({ page: 'papers' })}
          >
            {t.allExperiments}
          </button>
        </Section>
      ) : null}
    </>
  );
}
