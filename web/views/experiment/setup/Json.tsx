import { useEffect, useId, useState } from 'react';
import type { Experiment } from '../../../generated/types';
import { Section } from '../../inspector/Rows';
import { changeExperiment } from './fields';
import { jsonTexts as t } from './texts';

/** The whole document as text, including the parts that the forms do not show. */
export function Json({ document }: { document: Experiment }) {
  const [open, setOpen] = useState(false);
  return (
    <Section
      title={t.heading}
      aside={
        <button type="button" className="button small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.hide : t.show}
        </button>
      }
    >
      {open ? <Text document={document} /> : <p className="row-note secondary">{t.note}</p>}
    </Section>
  );
}

function Text({ document }: { document: Experiment }) {
  const id = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => {
    setText(JSON.stringify(document, null, 2));
    setProblem('');
  }, [document]);
  const apply = async () => {
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      return;
    }
    setProblem('');
    await changeExperiment(() => parsed as Experiment, t.undo);
  };
  return (
    <>
      <textarea
        className="field json-field"
        aria-label={t.field}
        aria-describedby={id}
        spellCheck={false}
        rows={18}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="buttons">
        <button type="button" className="button small framed" onClick={() => void apply()}>
          {t.apply}
        </button>
        <button
          type="button"
          className="button small"
          onClick={() => {
            setText(JSON.stringify(document, null, 2));
            setProblem('');
          }}
        >
          {t.discard}
        </button>
      </div>
      <p className="refused" id={id} role="status">
        {problem}
      </p>
    </>
  );
}
