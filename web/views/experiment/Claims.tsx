import { useEffect, useState } from 'react';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { english } from '../../language/english';
import { openPaper, useExperiment } from '../../store/experiment';
import { Markdown } from '../inspector/Notes';
import { type Claim, judge, type PaperClaims, readClaims, type Verdict } from './claims';
import { claimTexts as t } from './texts';
import type { Published } from './use-paper';

interface Props {
  published: Published;
  document: Experiment;
  table: ExperimentTable;
}

/** The claims that the paper makes about this experiment, and whether they hold here. */
export function Claims({ published, document, table }: Props) {
  const { paper, experiment } = published;
  const [read, setRead] = useState<PaperClaims | null>(null);
  const size = useExperiment((s) => s.size);
  const changed = useExperiment((s) => s.origin.kind !== 'paper');
  useEffect(() => {
    let stale = false;
    setRead(null);
    void readClaims(paper.id).then((claims) => {
      if (!stale) setRead(claims);
    });
    return () => {
      stale = true;
    };
  }, [paper.id]);
  const claims = read?.claims.filter((claim) => claim.experiments.includes(experiment.id)) ?? [];
  if (!read || claims.length === 0) return null;
  const figure = read.figure(document, table);
  const quick = size === 'quick' && Boolean(document.quick);
  return (
    <section className="exp-claims" aria-label={t.label}>
      <div className="section-head">
        <h2>{t.heading}</h2>
        <span className="secondary">{changed ? t.changed : quick ? t.quick : ''}</span>
      </div>
      <ul>
        {claims.map((claim) => (
          <ClaimItem
            key={claim.id}
            claim={claim}
            verdict={judge(claim, experiment.id, figure)}
            quick={quick}
            reason={read.reasons[claim.id] ?? ''}
            labels={new Map(paper.experiments.map((e) => [e.id, e.label]))}
          />
        ))}
      </ul>
    </section>
  );
}

function ClaimItem({
  claim,
  verdict,
  quick,
  reason,
  labels,
}: {
  claim: Claim;
  verdict: Verdict;
  /** From runs of the quick size. */
  quick: boolean;
  reason: string;
  labels: ReadonlyMap<string, string>;
}) {
  return (
    <li className={`claim ${verdict.kind}`}>
      <p className="claim-words" lang={english()}>
        <span className="secondary numeric">{claim.id}</span> {claim.words}
      </p>
      <p className="claim-verdict">
        <strong>{(quick ? { ...t, ...t.ofQuick } : t)[verdict.kind]}</strong>
        {verdict.kind === 'holds' || verdict.kind === 'not' ? `: ${verdict.seen}` : null}
        {verdict.kind === 'elsewhere' ? (
          <>
            {': '}
            {verdict.others.map((id) => (
              <button type="button" key={id} className="button small" onClick={() => void openPaper(id)}>
                {labels.get(id) ?? id}
              </button>
            ))}
          </>
        ) : null}
      </p>
      <details>
        <summary>{t.judged}</summary>
        <p className="secondary">{t.criteria(claim.metric, claim.threshold, claim.seeds)}</p>
        {reason ? <Markdown text={reason} published /> : null}
      </details>
    </li>
  );
}
