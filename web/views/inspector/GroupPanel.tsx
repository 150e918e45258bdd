import {
  documentNow,
  duplicateSelected,
  flowIndexOf,
  flowStyle,
  removeSelected,
  type Selection,
  select,
  useDocument,
  useSelected,
} from '../../store';
import { LineSample } from '../../ui/LineSample';
import { AlgorithmSection } from './AlgorithmPicker';
import { linkName, nodeName } from './Head';
import { Section } from './Rows';
import { groupPanelTexts as words } from './texts';

/** Several things at once: what they are, and what can be done with all of them. */
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
            <strong>{nameOf(t)}</strong>
            <span className="secondary">{t.kind}</span>
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

function nameOf({ kind, id }: Selection): string {
  if (kind === 'flow') return flowStyle(flowIndexOf(id)).label;
  return kind === 'link' ? linkName(documentNow(), id) : nodeName(documentNow(), id);
}
