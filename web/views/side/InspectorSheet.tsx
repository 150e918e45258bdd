import type { Scenario } from '../../generated/types';
import { linkName, nodeName } from '../../scenario/names';
import { flowIndexOf, flowStyle, type Selection, useDocument, useSession } from '../../store';
import { session } from '../../store/session';
import { LineSample } from '../../ui/LineSample';
import { Sheet } from '../../ui/Sheet';
import { Inspector } from '../inspector/Inspector';
import { inspectorSheetTexts as t } from './texts';

/** A link or a node, with its kind. */
function nameOf(scenario: Scenario, { kind, id }: Selection): string {
  if (kind === 'link') return `${t.link} ${linkName(scenario, id)}`;
  const node = scenario.nodes.find((n) => n.id === id);
  return `${node?.kind === 'host' ? t.host : t.router} ${nodeName(scenario, id)}`;
}

/** The inspector on a phone: a sheet that opens from a line at the bottom. */
export function InspectorSheet() {
  const selection = useSession((s) => s.selection);
  const open = useSession((s) => s.inspectorOpen);
  const scenario = useDocument((d) => d);
  // An answered question is done with: the line would open it again under the name of what is selected.
  const setOpen = (inspectorOpen: boolean) =>
    session.setState({ inspectorOpen, ...(inspectorOpen ? {} : { why: null }) });
  const style = selection?.kind === 'flow' ? flowStyle(flowIndexOf(selection.id)) : null;
  const what = style?.label ?? (selection ? nameOf(scenario, selection) : scenario.title);
  return (
    <Sheet
      label={t.inspector}
      open={open}
      onOpen={setOpen}
      line={
        <>
          {style ? <LineSample style={style} /> : null}
          <strong>{what || t.scenario}</strong>
          <span className="secondary">{style ? t.changeAlgorithm : t.details}</span>
        </>
      }
    >
      <Inspector onClose={() => setOpen(false)} />
    </Sheet>
  );
}
