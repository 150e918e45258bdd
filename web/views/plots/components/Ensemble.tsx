import { sourceNow, useDocument } from '../../../store';
import { removeEnsemble, useEnsemble } from '../../../store/experiment/ensemble';
import { runEnsemble } from '../../../store/experiment/run-ensemble';
import { ensembleTexts as t } from './texts';

/** The ways from one run to many: ten seeds behind the plots, or an experiment of one's own. */
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
