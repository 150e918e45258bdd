import './plot.css';
import { setMeasures, useRun, useSession } from '../../../store';
import { Icon } from '../../../ui/Icon';
import { Menu } from '../../../ui/Menu';
import { chosenMeasures, measuresOf } from '../model/measures';
import { measureMenuTexts as t } from './texts';

/** Chooses the measures of fairness, in the title of their plot; hidden if only one is recorded. */
export function MeasureMenu() {
  const directory = useRun((r) => r.directory);
  const chosen = useSession((s) => s.measures);
  const recorded = measuresOf(directory);
  const shown = chosenMeasures(recorded, chosen);
  const words = shown.map((m) => m.name).join(', ');
  if (recorded.length < 2) return <span>{words}</span>;
  return (
    <Menu
      label={t.measuresOfFairness}
      side="start"
      button={{
        className: 'picker measure',
        'aria-label': t.measuresShown(words),
        children: (
          <>
            {words}
            <Icon name="down" />
          </>
        ),
      }}
      groups={[
        {
          holds: 'any',
          options: recorded.map((m) => {
            const on = shown.includes(m);
            const others = shown.filter((s) => s !== m);
            return {
              id: m.kind,
              name: m.name,
              hint: m.summary,
              on,
              // The last one cannot be removed: the plot would be empty.
              onPick: () => {
                if (!on || others.length > 0) setMeasures((on ? others : [...shown, m]).map((s) => s.kind));
              },
            };
          }),
        },
      ]}
    />
  );
}
