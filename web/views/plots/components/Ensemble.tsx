import { sourceNow, useDocument } from '../../../store';
import { removeEnsemble, useEnsemble } from '../../../store/experiment/ensemble';
import { runEnsemble } from '../../../store/experiment/run-ensemble';

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
        title={
          status === 'none'
            ? 'Run ten seeds, and draw what they have in common behind the plots'
            : 'Remove the ensemble'
        }
        onClick={() => (status === 'none' ? runEnsemble() : removeEnsemble())}
      >
        Ensemble
      </button>
      <button
        type="button"
        className="quiet-button rare"
        title="Vary a parameter of this scenario, with replications"
        onClick={() =>
          void import('../../../store/experiment/from-scenario').then((m) => m.fromScenario(sourceNow()))
        }
      >
        Sweep…
      </button>
    </>
  );
}
