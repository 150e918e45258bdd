import { sourceNow, useDocument } from '../../../store';
import { removeEnsemble, useEnsemble } from '../../../store/experiment/ensemble';
import { runEnsemble } from '../../../store/experiment/run-ensemble';
import { ensembleTexts as t } from './texts';

/** Buttons for many runs: an ensemble of ten seeds, or a new experiment. */
export function ManyRuns() {
  const status = useEnsemble((s) => s.status);
  const flows = useDocument((d) => d.flows.length);
  if (flows === 0) return null;
  return (
    <>
      <button
        type="button"
        className="quiet-button rare"
        aria-pressed={status !== 'none'}
        title={status === 'none' ? t.hint : t.removeTheEnsemble}
        onClick={() => (status === 'none' ? runEnsemble() : removeEnsemble())}
      >
        {t.ensemble}
      </button>
      <button
        type="button"
        className="quiet-button rare"
        title={t.sweepHint}
        onClick={() =>
          void import('../../../store/experiment/from-scenario').then((m) => m.fromScenario(sourceNow()))
        }
      >
        {t.sweep}
      </button>
    </>
  );
}
