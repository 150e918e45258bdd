import './menus.css';
import { setPlots, useRun } from '../../../store';
import { CHOICES, DEFAULT_PLOTS } from '../model/specs';
import { ChooseMeasured } from './ChooseMeasured';
import { plotsMenuTexts as t } from './texts';

/** Which plots are shown. New ones come to the end of the stack. */
export function PlotsMenu({ id, wanted }: { id: string; wanted: readonly string[] }) {
  // What the engine does not measure is not on offer.
  const measured = useRun((r) => r.results === null || 'covariance' in r.results);
  const choices = CHOICES.filter((c) => c.id !== 'covariance' || measured);
  const toggle = (plot: string) =>
    setPlots(wanted.includes(plot) ? wanted.filter((p) => p !== plot) : [...wanted, plot]);
  return (
    <fieldset className="plots-menu" id={id}>
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
  );
}
