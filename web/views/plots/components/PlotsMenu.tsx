import './menus.css';
import { setPlots, useRun } from '../../../store';
import { useBack } from '../../../ui/use-back';
import { DEFAULT_PLOTS, plotChoices } from '../model/specs';
import { ChooseMeasured } from './ChooseMeasured';
import { plotsMenuTexts as t } from './texts';

interface Props {
  id: string;
  wanted: readonly string[];
  onBack: () => void;
}

/** Chooses which plots are shown. A new one is added below the others. */
export function PlotsMenu({ id, wanted, onBack }: Props) {
  useBack(onBack);
  // Plots that the engine has no series for are not offered.
  const measured = useRun((r) => r.results === null || 'covariance' in r.results);
  const choices = plotChoices().filter((c) => c.id !== 'covariance' || measured);
  const toggle = (plot: string) =>
    setPlots(wanted.includes(plot) ? wanted.filter((p) => p !== plot) : [...wanted, plot]);
  return (
    // A fieldset that scrolls does not move its background.
    <div className="plots-menu" id={id}>
      <fieldset>
        <legend>{t.plotsShown}</legend>
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
    </div>
  );
}
