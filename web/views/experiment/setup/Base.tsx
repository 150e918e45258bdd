import { openVariant, useExperiment } from '../../../experiment';
import type { Experiment } from '../../../generated/types';
import { useCatalogue, useDocument } from '../../../store';
import { documentStore } from '../../../store/document';
import { Section } from '../../inspector/Rows';
import { setBase } from './edits';
import { change } from './fields';

/** The scenario that all runs begin from: what it is, and the ways between here and the laboratory. */
export function Base({ document }: { document: Experiment }) {
  const { base } = document;
  const title = useDocument((d) => d.title);
  const points = useExperiment((s) => s.points.length);
  const seeds = useExperiment((s) => s.seeds);
  return (
    <Section title="Scenario">
      <p>
        <strong>{base.title || 'Untitled'}</strong> <Summary document={document} />
      </p>
      <div className="buttons">
        <button
          type="button"
          className="button small framed"
          disabled={points === 0}
          onClick={() => void openVariant(0, seeds[0] ?? 1)}
        >
          Open in the laboratory
        </button>
        <button
          type="button"
          className="button small framed"
          onClick={() =>
            void change(setBase(documentStore.getState().source), `scenario: ${title || 'of the laboratory'}`)
          }
        >
          Use the laboratory's scenario
        </button>
      </div>
      <p className="row-note secondary">
        The laboratory opens the first variant. Its scenario now: {title || 'Untitled'}. It takes the place of
        this one if it has what the axes and the measures name.
      </p>
    </Section>
  );
}

function Summary({ document }: { document: Experiment }) {
  const catalogue = useCatalogue();
  const { flows, links, durationS, engine } = document.base;
  const counts = new Map<string, number>();
  for (const flow of flows) counts.set(flow.algorithm, (counts.get(flow.algorithm) ?? 0) + 1);
  const laws = [...counts].map(([id, n]) => {
    const name = catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
    return n > 1 ? `${n} × ${name}` : name;
  });
  const slowest = Math.min(...links.map((link) => link.forward.rateMbps));
  const parts = [
    laws.slice(0, 4).join(', ') + (laws.length > 4 ? ' …' : ''),
    Number.isFinite(slowest) ? `slowest link ${slowest} Mb/s` : '',
    `${durationS} s`,
    engine === 'fluid' ? 'by the fluid model' : engine === 'both' ? 'by both models' : '',
  ];
  return <span className="secondary">{parts.filter(Boolean).join('; ')}</span>;
}
