import { nodeName } from '../../scenario/names';
import {
  documentNow,
  edit,
  flowIndexOf,
  flowStyle,
  select,
  useCatalogue,
  useDocument,
  useRun,
} from '../../store';
import { session } from '../../store/session';
import { LineSample } from '../../ui/LineSample';
import { later } from '../../ui/later';
import { NumberInput } from '../../ui/NumberInput';
import { Results } from '../results';
import { focusHead } from './Head';
import { ModelRow } from './Model';
import { Notes } from './Notes';
import { Row, Section } from './Rows';
import { scenarioPanelTexts as t } from './texts';

const FluidSection = later(() => import('./FluidSection').then((m) => m.default), {
  what: () => t.fluidForm,
});

/** The scenario: notes, flows, length of the run and measurement. */
export function ScenarioPanel() {
  const scenario = useDocument((d) => d);
  const version = useCatalogue()?.modelVersion;
  const { sampling } = scenario;
  return (
    <>
      <Notes />
      <WriteLesson />
      <Section title={t.flows}>
        {scenario.flows.length === 0 ? <p className="secondary">{t.noFlowYetAddOne}</p> : null}
        {scenario.flows.map((f) => {
          const style = flowStyle(flowIndexOf(f.id));
          return (
            <button
              type="button"
              key={f.id}
              className="flow-line"
              onClick={(event) => {
                // The list goes: a keyboard goes on at the head of the flow's panel.
                if (event.detail === 0) focusHead(event.currentTarget);
                select({ kind: 'flow', id: f.id });
              }}
            >
              <LineSample style={style} />
              <strong>{style.label}</strong>
              <span className="secondary">
                {t.fromTo(nodeName(documentNow(), f.from), nodeName(documentNow(), f.to))}
              </span>
            </button>
          );
        })}
      </Section>
      <Results />
      <Section title={t.run}>
        <ModelRow />
        <Row name={t.seed} help={t.seedHelp}>
          <NumberInput
            label={t.seed}
            value={scenario.seed ?? 1}
            min={0}
            max={4294967295}
            integer
            onCommit={(value) => edit('/seed', value ?? 1)}
          />
          <span className="row-unit" />
        </Row>
        <Row name={t.length}>
          <NumberInput
            label={t.lengthS}
            value={scenario.durationS}
            min={0.001}
            onCommit={(value) => edit('/durationS', value ?? 60)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name={t.resultsCountFrom} help={t.resultsCountFromHelp}>
          <NumberInput
            label={t.resultsCountFromS}
            value={sampling?.measureFromS ?? 0}
            min={0}
            onCommit={(value) => edit('/sampling/measureFromS', value ?? 0)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name={t.samplingPeriod} help={t.samplingHelp}>
          <NumberInput
            label={t.samplingPeriodMs}
            value={sampling?.periodMs ?? 100}
            min={0.1}
            onCommit={(value) => edit('/sampling/periodMs', value ?? 100)}
          />
          <span className="row-unit secondary">ms</span>
        </Row>
        <Row name={t.fairnessWindow} help={t.fairnessHelp}>
          <NumberInput
            label={t.fairnessWindowS}
            value={sampling?.fairnessWindowS ?? 2}
            min={0.01}
            onCommit={(value) => edit('/sampling/fairnessWindowS', value ?? 2)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Digest />
        {version === undefined ? null : (
          <Row name={t.modelVersion}>
            <span>{version}</span>
          </Row>
        )}
      </Section>
      {scenario.engine === 'fluid' || scenario.engine === 'both' ? <FluidSection /> : null}
    </>
  );
}

/** Creates the first step of a lesson. */
function WriteLesson() {
  const has = useDocument((d) => d.lesson !== undefined && d.lesson !== null);
  if (has) return null;
  const begin = () => {
    // On small screens the panel with this button would cover it.
    session.setState({ side: 'lesson', inspectorOpen: false });
    edit('/lesson', { steps: [{ id: 's1', title: t.firstStep, text: '' }] }, t.writeLessonChange);
  };
  return (
    <div className="section-foot">
      <button type="button" className="button small" onClick={begin}>
        {t.writeLesson}
      </button>
    </div>
  );
}

/** A separate component, so that the panel does not render with every result. */
function Digest() {
  const digest = useRun((s) => (s.digestAt > 0 ? s.digest : ''));
  if (!digest) return null;
  return (
    <Row name={t.digest} help={t.digestHelp}>
      <code className="digest">{digest}</code>
    </Row>
  );
}
