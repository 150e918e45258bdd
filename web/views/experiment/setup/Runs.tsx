import type { Experiment } from '../../../generated/types';
import { joinPath, setPath } from '../../../scenario/path';
import { NumberInput } from '../../../ui/NumberInput';
import { Toggle } from '../../../ui/Toggle';
import { Row, Section } from '../../inspector/Rows';
import { runCount, runsText, variantsText } from '../counts';
import { axesOf } from '../figure/data';
import { parseValues, setQuick, valuesText } from './edits';
import { changeExperiment, Field, Problems, TextInput } from './fields';
import { runsTexts as t } from './texts';
import { valuesProblem } from './values';

/** Seeds, length and measured part of the runs. */
export function Runs({ document }: { document: Experiment }) {
  const { base, replications } = document;
  const setBasePath = (path: string, value: unknown, label: string) =>
    changeExperiment((d) => ({ ...d, base: setPath(d.base, path, value) }), label, path);
  const full = runCount(document, 'full');
  return (
    <Section title={t.heading} aside={t.summary(variantsText(full.variants), runsText(full.runs))}>
      <Row name={t.seeds} help={t.seedsHelp}>
        <NumberInput
          label={t.seeds}
          value={replications?.count ?? 10}
          min={1}
          max={10_000}
          integer
          onCommit={(count) => void changeExperiment((d) => withSeeds(d, count ?? 10), t.undo.seeds, 'seeds')}
        />
        <span className="row-unit" />
      </Row>
      <Row name={t.firstSeed} help={t.firstSeedHelp}>
        <NumberInput
          label={t.firstSeed}
          value={replications?.firstSeed ?? 1}
          min={0}
          max={4_294_967_295}
          integer
          onCommit={(firstSeed) =>
            void changeExperiment(
              (d) => ({ ...d, replications: { ...d.replications, firstSeed: firstSeed ?? 1 } }),
              t.undo.firstSeed,
              'first',
            )
          }
        />
        <span className="row-unit" />
      </Row>
      <Row name={t.length}>
        <NumberInput
          label={t.lengthS}
          value={base.durationS}
          min={0.001}
          onCommit={(s) => void setBasePath('/durationS', s ?? 60, t.undo.length)}
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Row name={t.from} help={t.fromHelp}>
        <NumberInput
          label={t.fromS}
          value={base.sampling?.measureFromS ?? 0}
          min={0}
          onCommit={(s) => void setBasePath('/sampling/measureFromS', s ?? 0, t.undo.from)}
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Row name={t.randomStart} help={t.randomStartHelp}>
        <NumberInput
          label={t.randomStartS}
          value={sharedJitter(document)}
          placeholder={t.differs}
          min={0}
          onCommit={(s) =>
            void changeExperiment(
              (d) => ({
                ...d,
                base: d.base.flows.reduce(
                  (scenario, flow) => setPath(scenario, joinPath('flows', flow.id, 'startJitterS'), s ?? 0),
                  d.base,
                ),
              }),
              t.undo.randomStart,
              'jitter',
            )
          }
        />
        <span className="row-unit secondary">s</span>
      </Row>
      <Problems at="/replications" />
    </Section>
  );
}

/** The start jitter of all flows; null if they differ. */
function sharedJitter(document: Experiment): number | null {
  const all = new Set(document.base.flows.map((flow) => flow.startJitterS ?? 0));
  return all.size === 1 ? ([...all][0] ?? 0) : null;
}

/** The quick size, for a first look. */
export function QuickSize({ document }: { document: Experiment }) {
  const quick = document.quick ?? null;
  const size = quick ? runCount(document, 'quick') : null;
  return (
    <Section title={t.quickHeading} aside={size ? runsText(size.runs) : null}>
      <Toggle
        label={t.quickOn}
        value={quick !== null}
        onChange={(on) =>
          void changeExperiment(setQuick(on ? { count: 3 } : null), on ? t.undo.addQuick : t.undo.removeQuick)
        }
      />
      {quick ? (
        <>
          <Row name={t.seeds}>
            <NumberInput
              label={t.quickSeeds}
              value={quick.count ?? null}
              placeholder={String(document.replications?.count ?? 10)}
              min={1}
              integer
              emptiable
              onCommit={(count) =>
                void changeExperiment(setQuick({ count }), t.undo.quickSeeds, 'quick seeds')
              }
            />
            <span className="row-unit" />
          </Row>
          <Row name={t.length}>
            <NumberInput
              label={t.quickLengthS}
              value={quick.durationS ?? null}
              placeholder={String(document.base.durationS)}
              min={0.001}
              emptiable
              onCommit={(durationS) =>
                void changeExperiment(setQuick({ durationS }), t.undo.quickLength, 'quick length')
              }
            />
            <span className="row-unit secondary">s</span>
          </Row>
          <Row name={t.from}>
            <NumberInput
              label={t.quickFromS}
              value={quick.measureFromS ?? null}
              placeholder={String(document.base.sampling?.measureFromS ?? 0)}
              min={0}
              emptiable
              onCommit={(measureFromS) =>
                void changeExperiment(setQuick({ measureFromS }), t.undo.quickFrom, 'quick from')
              }
            />
            <span className="row-unit secondary">s</span>
          </Row>
          {axesOf(document).map((axis, place) => (
            <Field key={axis.name} name={axis.name} help={t.quickValuesHelp}>
              {(id) => (
                <TextInput
                  label={t.quickValues(axis.name)}
                  describedBy={id}
                  value={valuesText(quick.values?.[place] ?? [])}
                  placeholder={t.all}
                  problem={(text) => (text === '' ? null : valuesProblem(text, axis, []))}
                  onCommit={(text) => {
                    const values = axesOf(document).map((_, i) =>
                      i === place
                        ? text === ''
                          ? []
                          : (parseValues(text) ?? [])
                        : [...(quick.values?.[i] ?? [])],
                    );
                    return changeExperiment(
                      setQuick({ values: values as [] }),
                      t.undo.quickValues(axis.name),
                    );
                  }}
                />
              )}
            </Field>
          ))}
          <Problems at="/quick" />
        </>
      ) : null}
    </Section>
  );
}

/** The quick size never has more seeds than the full one. */
function withSeeds(document: Experiment, count: number): Experiment {
  const { quick } = document;
  const few = quick?.count != null && quick.count > count ? { quick: { ...quick, count } } : {};
  return { ...document, replications: { ...document.replications, count }, ...few };
}
