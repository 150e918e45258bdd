import { setPlots, useRun } from '../../../store';
import { DEFAULT_PLOTS, plotChoices } from '../model/specs';
import { ChooseMeasured } from './ChooseMeasured';
import { plotsMenuTexts as t, addMenuTexts as words } from './texts';

/** The plots, each with a box to tick. */
export function PlotsMenu({ wanted }: { wanted: readonly string[] }) {
  // Plots that the engine has no series for are not offered.
  const measured = useRun((r) => r.results === null || 'covariance' in r.results);
  const choices = plotChoices().filter((c) => c.id !== 'covariance' || measured);
  const toggle = (plot: string) =>
    setPlots(wanted.includes(plot) ? wanted.filter((p) => p !== plot) : [...wanted, plot]);
  return (
    <fieldset>
      <legend>{words.plotsShown}</legend>
      {choices.map((choice) => (
        <label key={choice.id}>
          <input type="checkbox" checked={wanted.includes(choice.id)} onChange={() => toggle(choice.id)} />
          <span>
            {choice.name}
            <small>{choice.summary}</small>
          </span>
        </label>
      ))}
      <ChooseMeasured />
      <button
        type="button"
        className="quiet-button"
        onClick={() => setPlots(null)}
        disabled={wanted === DEFAULT_PLOTS}
      >
        {t.backToTheUsualPlots}
      </button>
    </fieldset>
  );
}
