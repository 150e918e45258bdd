import { NumberInput } from '../../../app/widgets/NumberInput';
import { Toggle } from '../../../app/widgets/Toggle';
import type { Experiment } from '../../../generated/types';
import { joinPath, setPath } from '../../../scenario/path';
import { Row, Section } from '../../inspector/Rows';
import { many, runCount } from '../counts';
import { axesOf } from '../figure/data';
import { parseValues, setQuick, valuesText } from './edits';
import { change, Field, Line, Refused } from './fields';

/** How often each variant runs, how long, and what counts. */
export function Runs({ document }: { document: Experiment }) {
  const { base, replications } = document;
  const setBasePath = (path: string, value: unknown, label: string) =>
    change((d) => ({ ...d, base: setPath(d.base, path, value) }), label, path);
  const full = runCount(document, 'full');
  return (
    <Section title="Runs" aside={`${many(full.variants, 'variant')}, ${many(full.runs, 'run')}`}>
      <Row name="Seeds" help="How often each variant runs, with seeds that follow each other.">
        <NumberInput
          label="Seeds"
          value={replications?.count ?? 10}
          min={1}
          max={10_000}
          integer
          onCommit={(count) =>
            void change(
              (d) => ({ ...d, replications: { ...d.replications, count: count ?? 10 } }),
              'seeds',
              'seeds',
            )
          }
        />
        <span className="row-unit" />
      </Row>
      <Row name="First seed" help="The other seeds follow it.">
        <NumberInput
          label="First seed"
          value={replications?.firstSeed ?? 1}
          min={0}
          max={4_294_967_295}
          integer
          onCommit={(firstSeed) =>
            void change(
              (d) => ({ ...d, replications: { ...d.replications, firstSeed: firstSeed ?? 1 } }),
              'first seed',
              'first',
            )
          }
        />
        <span className="row-unit" />
      </Row>
      <Row name="Length">
        <NumberInput
          label="Length of a run, s"
          value={base.durationS}
          min={0.001}
          onCommit={(s) => void setBasePath('/durationS', s ?? 60, 'length')}
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Row name="Results count from" help="What happens before is left out.">
        <NumberInput
          label="Results count from, s"
          value={base.sampling?.measureFromS ?? 0}
          min={0}
          onCommit={(s) => void setBasePath('/sampling/measureFromS', s ?? 0, 'measurement')}
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Row
        name="Random start"
        help="Each flow starts up to so much later than it is written, drawn anew with each seed. Without it, runs of some algorithms are all the same."
      >
        <NumberInput
          label="Random start, s"
          value={sharedJitter(document)}
          placeholder="differs"
          min={0}
          onCommit={(s) =>
            void change(
              (d) => ({
                ...d,
                base: d.base.flows.reduce(
                  (scenario, flow) => setPath(scenario, joinPath('flows', flow.id, 'startJitterS'), s ?? 0),
                  d.base,
                ),
              }),
              'random start',
              'jitter',
            )
          }
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Refused at="/replications" />
    </Section>
  );
}

/** The random start of all flows; null where they differ. */
function sharedJitter(document: Experiment): number | null {
  const all = new Set(document.base.flows.map((flow) => flow.startJitterS ?? 0));
  return all.size === 1 ? ([...all][0] ?? 0) : null;
}

/** A size for a first look. */
export function QuickSize({ document }: { document: Experiment }) {
  const quick = document.quick ?? null;
  const size = quick ? runCount(document, 'quick') : null;
  return (
    <Section title="Quick size" aside={size ? many(size.runs, 'run') : null}>
      <Toggle
        label="A smaller size for a first look"
        value={quick !== null}
        onChange={(on) =>
          void change(setQuick(on ? { count: 3 } : null), on ? 'a quick size' : 'no quick size')
        }
      />
      {quick ? (
        <>
          <Row name="Seeds">
            <NumberInput
              label="Seeds of the quick size"
              value={quick.count ?? null}
              placeholder={String(document.replications?.count ?? 10)}
              min={1}
              integer
              emptiable
              onCommit={(count) => void change(setQuick({ count }), 'quick: seeds', 'quick seeds')}
            />
            <span className="row-unit" />
          </Row>
          <Row name="Length">
            <NumberInput
              label="Length of a run of the quick size, s"
              value={quick.durationS ?? null}
              placeholder={String(document.base.durationS)}
              min={0.001}
              emptiable
              onCommit={(durationS) => void change(setQuick({ durationS }), 'quick: length', 'quick length')}
            />
            <span className="row-unit secondary">s</span>
          </Row>
          <Row name="Results count from">
            <NumberInput
              label="Results of the quick size count from, s"
              value={quick.measureFromS ?? null}
              placeholder={String(document.base.sampling?.measureFromS ?? 0)}
              min={0}
              emptiable
              onCommit={(measureFromS) =>
                void change(setQuick({ measureFromS }), 'quick: measurement', 'quick from')
              }
            />
            <span className="row-unit secondary">s</span>
          </Row>
          {axesOf(document).map((axis, place) => (
            <Field key={axis.name} name={axis.name} help="Some of its values; empty: all.">
              {(id) => (
                <Line
                  label={`Values of ${axis.name} in the quick size`}
                  describedBy={id}
                  value={valuesText(quick.values?.[place] ?? [])}
                  placeholder="all"
                  onCommit={(text) => {
                    const values = axesOf(document).map((_, i) =>
                      i === place
                        ? text === ''
                          ? []
                          : (parseValues(text) ?? [])
                        : [...(quick.values?.[i] ?? [])],
                    );
                    return change(setQuick({ values: values as [] }), `quick: ${axis.name}`);
                  }}
                />
              )}
            </Field>
          ))}
          <Refused at="/quick" />
        </>
      ) : null}
    </Section>
  );
}
