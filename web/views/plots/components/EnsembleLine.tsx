import './ensemble.css';
import {
  type EnsembleState,
  removeEnsemble,
  useEnsemble,
  useEnsembleFits,
} from '../../../store/experiment/ensemble';
import { runEnsemble, runWithRandomStarts } from '../../../store/experiment/run-ensemble';
import { ensembleLineTexts as t } from './ensemble-texts';

/** The ensemble's scenario, its progress, and a button to remove it. */
export function EnsembleLine() {
  const state = useEnsemble((s) => s);
  const fits = useEnsembleFits();
  if (state.status === 'none') return null;
  const running = state.status === 'running';
  const stale = !running && !fits;
  return (
    <div className={running ? 'ensemble-line running' : 'ensemble-line'}>
      {/* Its progress would be read out with every seed. */}
      <span className="visually-hidden" role="status">
        {running ? '' : words(state)}
      </span>
      <BandSample />
      <span className="ensemble-words">
        {words(state)}
        {running || state.deterministic ? null : <span className="ensemble-key">{t.bands}</span>}
        {stale ? <span className="ensemble-note"> {t.stale}</span> : null}
      </span>
      {running ? (
        <progress max={state.runs} value={state.done + state.failed} aria-label={t.runsOfTheEnsemble} />
      ) : null}
      {stale ? (
        <button type="button" className="quiet-button" onClick={() => runEnsemble(state.startsWithinS)}>
          {t.runAgain}
        </button>
      ) : null}
      {!running && !stale && state.deterministic ? (
        <button
          type="button"
          className="quiet-button"
          title={t.randomStartsHelp}
          onClick={runWithRandomStarts}
        >
          {t.randomStarts}
        </button>
      ) : null}
      <button
        type="button"
        className="quiet-button"
        onClick={removeEnsemble}
        aria-label={running ? t.cancelTheEnsemble : t.removeTheEnsemble}
      >
        {running ? t.cancel : t.remove}
      </button>
    </div>
  );
}

function words({
  status,
  done,
  runs,
  failed,
  deterministic,
  secondsLeft,
  startsWithinS,
  error,
}: EnsembleState) {
  if (status === 'failed') return t.allFailed(error);
  const left = secondsLeft === null ? '' : `, ${leftWords(secondsLeft)}`;
  if (status === 'running') return t.progress(done, runs) + left;
  const starts = startsWithinS > 0 ? t.startsWithin(startsWithinS) : '';
  const lost = failed > 0 ? t.someFailed(failed, error) : '';
  if (deterministic) return t.allAlike(done) + lost;
  return t.seeds(done) + starts + lost;
}

/** "8 s left", "3 min left" */
function leftWords(seconds: number): string {
  if (seconds < 90) return t.secondsLeft(Math.max(1, Math.round(seconds)));
  return t.minutesLeft(Math.round(seconds / 60));
}

/** A sample of a band, for the legend. */
function BandSample() {
  return (
    <svg className="line-sample" width={18} height={12} viewBox="0 0 18 12" aria-hidden="true">
      <rect width={18} height={12} fill="var(--ink)" opacity={0.13} />
      <rect width={18} y={3} height={6} fill="var(--ink)" opacity={0.2} />
      <line x1={0} x2={18} y1={6} y2={6} stroke="var(--ink)" strokeWidth={1} opacity={0.75} />
    </svg>
  );
}
