import { useEffect, useState } from 'react';
import { openPaper, useExperiment } from '../../experiment';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { Markdown } from '../inspector/Notes';
import { type Claim, judge, type PaperClaims, readClaims, type Verdict } from './claims';
import type { Published } from './use-paper';

interface Props {
  published: Published;
  document: Experiment;
  table: ExperimentTable;
}

/** What the paper says that this experiment shows, and what comes out here. */
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
  return (
    <section className="exp-claims" aria-label="Claims">
      <div className="section-head">
        <h2>What the paper claims</h2>
        <span className="secondary">
          {changed
            ? 'of its own setup, read from yours'
            : size === 'quick' && document.quick
              ? 'meant for the full size'
              : ''}
        </span>
      </div>
      <ul>
        {claims.map((claim) => (
          <ClaimItem
            key={claim.id}
            claim={claim}
            verdict={judge(claim, experiment.id, figure)}
            reason={read.reasons[claim.id] ?? ''}
            labels={new Map(paper.experiments.map((e) => [e.id, e.label]))}
          />
        ))}
      </ul>
    </section>
  );
}

const WORDS = {
  holds: 'Holds here',
  not: 'Does not hold here',
  open: 'Not run yet',
  elsewhere: 'Needs more',
};

function ClaimItem({
  claim,
  verdict,
  reason,
  labels,
}: {
  claim: Claim;
  verdict: Verdict;
  reason: string;
  labels: ReadonlyMap<string, string>;
}) {
  return (
    <li className={`claim ${verdict.kind}`}>
      <p className="claim-words">
        <span className="secondary numeric">{claim.id}</span> {claim.words}
      </p>
      <p className="claim-verdict">
        <strong>{WORDS[verdict.kind]}</strong>
        {verdict.kind === 'holds' || verdict.kind === 'not' ? `: ${verdict.seen}` : null}
        {verdict.kind === 'elsewhere' ? (
          <>
            {': it looks at '}
            {verdict.others.map((id) => (
              <button type="button" key={id} className="button small" onClick={() => void openPaper(id)}>
                {labels.get(id) ?? id}
              </button>
            ))}
            as well
          </>
        ) : null}
      </p>
      <details>
        <summary>How it is judged</summary>
        <p className="secondary">
          {claim.metric}. It holds if {claim.threshold}. {claim.seeds}.
        </p>
        {reason ? <Markdown text={reason} /> : null}
      </details>
    </li>
  );
}
