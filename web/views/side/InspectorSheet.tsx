import { flowIndexOf, flowStyle, useDocument, useSession } from '../../store';
import { session } from '../../store/session';
import { LineSample } from '../../ui/LineSample';
import { Sheet } from '../../ui/Sheet';
import { Inspector } from '../inspector/Inspector';
import { inspectorSheetTexts as t } from './texts';

/** The inspector on a phone: a line at the bottom that unfolds. */
export function InspectorSheet() {
  const selection = useSession((s) => s.selection);
  const open = useSession((s) => s.inspectorOpen);
  const title = useDocument((d) => d.title);
  const setOpen = (inspectorOpen: boolean) => session.setState({ inspectorOpen });
  useDocument((d) => d.flows);
  const style = selection?.kind === 'flow' ? flowStyle(flowIndexOf(selection.id)) : null;
  const what =
    style?.label ?? (selection ? `${selection.kind === 'link' ? t.link : t.node} ${selection.id}` : title);
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
