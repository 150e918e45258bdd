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
import { nodeName } from './Head';
import { ModelRow } from './Model';
import { Notes } from './Notes';
import { Row, Section } from './Rows';

const FluidSection = later(() => import('./FluidSection').then((m) => m.default), {
  what: 'The form of the fluid model',
});

/** The scenario as a whole: what it is about, who takes part, how long it runs and how it is measured. */
export function ScenarioPanel() {
  const scenario = useDocument((d) => d);
  const version = useCatalogue()?.modelVersion;
  const { sampling } = scenario;
  return (
    <>
      <Notes />
      <WriteLesson />
      <Section title="Flows">
        {scenario.flows.length === 0 ? (
          <p className="secondary">No flow yet. Add one in the network.</p>
        ) : null}
        {scenario.flows.map((f) => {
          const style = flowStyle(flowIndexOf(f.id));
          return (
            <button
              type="button"
              key={f.id}
              className="flow-line"
              onClick={() => select({ kind: 'flow', id: f.id })}
            >
              <LineSample style={style} />
              <strong>{style.label}</strong>
              <span className="secondary">
                {nodeName(documentNow(), f.from)} to {nodeName(documentNow(), f.to)}
              </span>
            </button>
          );
        })}
      </Section>
      <Results />
      <Section title="Run">
        <ModelRow />
        <Row name="Seed" help="Every random number of the run follows from it.">
          <NumberInput
            label="Seed"
            value={scenario.seed ?? 1}
            min={0}
            max={4294967295}
            integer
            onCommit={(value) => edit('/seed', value ?? 1)}
          />
          <span className="row-unit" />
        </Row>
        <Row name="Length">
          <NumberInput
            label="Length, s"
            value={scenario.durationS}
            min={0.001}
            onCommit={(value) => edit('/durationS', value ?? 60)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name="Results count from" help="What happens before is left out of the table.">
          <NumberInput
            label="Results count from, s"
            value={sampling?.measureFromS ?? 0}
            min={0}
            onCommit={(value) => edit('/sampling/measureFromS', value ?? 0)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name="Sampling period" help="Throughput and fairness are computed once in each period.">
          <NumberInput
            label="Sampling period, ms"
            value={sampling?.periodMs ?? 100}
            min={0.1}
            onCommit={(value) => edit('/sampling/periodMs', value ?? 100)}
          />
          <span className="row-unit secondary">ms</span>
        </Row>
        <Row name="Fairness looks back" help="Jain's index is computed over this window.">
          <NumberInput
            label="Fairness looks back, s"
            value={sampling?.fairnessWindowS ?? 2}
            min={0.01}
            onCommit={(value) => edit('/sampling/fairnessWindowS', value ?? 2)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Digest />
        {version === undefined ? null : (
          <Row name="Model version">
            <span>{version}</span>
          </Row>
        )}
      </Section>
      {scenario.engine === 'fluid' || scenario.engine === 'both' ? <FluidSection /> : null}
    </>
  );
}

/** The first step of an author. */
function WriteLesson() {
  const has = useDocument((d) => d.lesson !== undefined && d.lesson !== null);
  if (has) return null;
  const begin = () => {
    session.setState({ side: 'lesson' });
    edit('/lesson', { steps: [{ id: 's1', title: 'First step', text: '' }] }, 'write a lesson');
  };
  return (
    <div className="section-foot">
      <button type="button" className="button small" onClick={begin}>
        Write a lesson
      </button>
    </div>
  );
}

/** Apart, so that the panel is not drawn again with every result. */
function Digest() {
  const digest = useRun((s) => s.digest);
  if (!digest) return null;
  return (
    <Row name="Digest" help="The same scenario has the same digest on every machine.">
      <code className="digest">{digest}</code>
    </Row>
  );
}
