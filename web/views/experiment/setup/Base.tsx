import { useStore } from 'zustand';
import type { Experiment } from '../../../generated/types';
import { useDocument } from '../../../store';
import { documentStore, nothingOpen } from '../../../store/document';
import { openVariant, useExperiment } from '../../../store/experiment';
import { Section } from '../../inspector/Rows';
import { setBase } from './edits';
import { changeExperiment } from './fields';
import { setupTexts as t } from './texts';
import { useRows } from './use-rows';

/** The base scenario of all runs, with buttons that open it in the laboratory or replace it. */
export function Base({ document }: { document: Experiment }) {
  const { base } = document;
  const title = useDocument((d) => d.title);
  // After a reload of this page the laboratory is empty.
  const none = useStore(documentStore, nothingOpen);
  const points = useExperiment((s) => s.points.length);
  const seeds = useExperiment((s) => s.seeds);
  return (
    <Section title={t.scenario}>
      <p>
        <strong>{base.title || t.untitled}</strong> <Summary document={document} />
      </p>
      <div className="buttons">
        <button
          type="button"
          className="button small framed"
          disabled={points === 0}
          onClick={() => void openVariant(0, seeds[0] ?? 1)}
        >
          {t.open}
        </button>
        {none ? null : (
          <button
            type="button"
            className="button small framed"
            onClick={() =>
              void changeExperiment(
                setBase(documentStore.getState().source),
                title ? t.undoScenario(title) : t.undoLabScenario,
              )
            }
          >
            {t.useScenario}
          </button>
        )}
      </div>
      <p className="row-note secondary">{none ? t.noScenario : t.scenarioNote(title || t.untitled)}</p>
    </Section>
  );
}

function Summary({ document }: { document: Experiment }) {
  const catalogue = useRows();
  const { flows, links, durationS, engine } = document.base;
  const counts = new Map<string, number>();
  for (const flow of flows) counts.set(flow.algorithm, (counts.get(flow.algorithm) ?? 0) + 1);
  const algorithms = [...counts].map(([id, n]) => {
    const name = catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
    return n > 1 ? `${n} × ${name}` : name;
  });
  const slowest = Math.min(...links.map((link) => link.forward.rateMbps));
  const parts = [
    algorithms.slice(0, 4).join(', ') + (algorithms.length > 4 ? ' …' : ''),
    Number.isFinite(slowest) ? t.slowestLink(slowest) : '',
    `${durationS} s`,
    engine === 'fluid' ? t.fluidModel : engine === 'both' ? t.bothModels : '',
  ];
  return <span className="secondary">{parts.filter(Boolean).join('; ')}</span>;
}
