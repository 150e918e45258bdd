import {
  duplicateSelected,
  flowIndexOf,
  flowStyle,
  kindOfThing,
  nameOfThing,
  removeSelected,
  select,
  useDocument,
  useSelected,
} from '../../store';
import { LineSample } from '../../ui/LineSample';
import { AlgorithmSection } from './AlgorithmPicker';
import { Section } from './Rows';
import { groupPanelTexts as words } from './selected-texts';

/** Lists several selected things, with actions for all of them. */
export function GroupPanel() {
  const things = useSelected();
  const scenario = useDocument((d) => d);
  const flows = scenario.flows.filter((f) => things.some((t) => t.kind === 'flow' && t.id === f.id));
  return (
    <>
      {flows.length > 1 ? <AlgorithmSection flows={flows} of={words.algorithmOfFlows(flows.length)} /> : null}
      <Section title={words.selected}>
        {things.map((t) => (
          <button type="button" key={`${t.kind} ${t.id}`} className="flow-line" onClick={() => select(t)}>
            {t.kind === 'flow' ? <LineSample style={flowStyle(flowIndexOf(t.id))} /> : null}
            <strong>{nameOfThing(t)}</strong>
            <span className="secondary">{kindOfThing(t)}</span>
          </button>
        ))}
      </Section>
      <section className="section group-acts">
        <button type="button" className="button framed" onClick={duplicateSelected}>
          {words.duplicate}
        </button>
        <button type="button" className="button framed" onClick={removeSelected}>
          {words.remove}
        </button>
      </section>
    </>
  );
}
