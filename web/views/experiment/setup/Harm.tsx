import type { AxisValue, Experiment, Measure } from '../../../generated/types';
import { Choice } from '../../../ui/Choice';
import { Row } from '../../inspector/Rows';
import { axesOf } from '../figure/data';
import { measuresTexts as t } from './texts';

type Harm = NonNullable<Measure['harm']>;

interface Option {
  id: string;
  name: string;
  harm: { axis: number; baseline: AxisValue };
}

/** Values that can serve as a baseline: those of axes with lists. */
export function baselines(document: Experiment): Option[] {
  return axesOf(document).flatMap((axis, place) =>
    Array.isArray(axis.values)
      ? (axis.values as readonly AxisValue[]).map((baseline) => ({
          id: `${place} ${baseline}`,
          name: `${axis.name} = ${baseline}${typeof baseline === 'number' && axis.unit ? ` ${axis.unit}` : ''}`,
          harm: { axis: place, baseline },
        }))
      : [],
  );
}

interface Props {
  document: Experiment;
  measure: Measure;
  onChange: (harm: Harm | null) => void;
}

/** Harm in place of the value: how much worse each run is than the run of the same seed at the baseline value of an axis. */
export function HarmRows({ document, measure, onChange }: Props) {
  const options = baselines(document);
  const harm = measure.harm ?? null;
  if (options.length === 0 && !harm) return null;
  const value = harm ? `${harm.axis ?? 0} ${harm.baseline}` : '';
  return (
    <>
      <Row name={t.harm} help={t.harmHelp}>
        <Choice
          label={t.baselineOf(measure.name)}
          value={value}
          options={[{ id: '', name: t.noHarm }, ...options]}
          onChange={(id) => {
            const chosen = options.find((option) => option.id === id);
            onChange(chosen ? { ...chosen.harm, better: harm?.better ?? 'more' } : null);
          }}
        />
      </Row>
      {harm ? (
        <Row name={t.better} help={t.betterHelp}>
          <Choice
            label={t.betterOf(measure.name)}
            value={harm.better ?? 'more'}
            options={[
              { id: 'more', name: t.more },
              { id: 'less', name: t.less },
            ]}
            onChange={(better) => onChange({ ...harm, better })}
          />
        </Row>
      ) : null}
    </>
  );
}
