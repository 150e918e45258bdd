import { flowIndexOf, flowStyle, useDocument, useSession } from '../store';
import { session } from '../store/session';
import { Inspector } from '../views/inspector/Inspector';
import { Icon } from './widgets/Icon';
import { LineSample } from './widgets/LineSample';
import { Modal } from './widgets/Modal';

/** The inspector on a phone: a line at the bottom that unfolds. */
export function InspectorSheet() {
  const selection = useSession((s) => s.selection);
  const open = useSession((s) => s.inspectorOpen);
  const title = useDocument((d) => d.title);
  const setOpen = (inspectorOpen: boolean) => session.setState({ inspectorOpen });
  useDocument((d) => d.flows);
  const style = selection?.kind === 'flow' ? flowStyle(flowIndexOf(selection.id)) : null;
  const what =
    style?.label ?? (selection ? `${selection.kind === 'link' ? 'Link' : 'Node'} ${selection.id}` : title);
  return (
    <>
      <button
        type="button"
        className="sheet-handle"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <span className="sheet-grip" aria-hidden="true" />
        <span className="sheet-line">
          {style ? <LineSample style={style} /> : null}
          <strong>{what || 'Scenario'}</strong>
          <span className="secondary">{style ? 'Change algorithm' : 'Details'}</span>
          <Icon name="up" />
        </span>
      </button>
      {open ? (
        <Modal label="Inspector" overlay="sheet-overlay" className="sheet" onClose={() => setOpen(false)}>
          <Inspector onClose={() => setOpen(false)} />
        </Modal>
      ) : null}
    </>
  );
}
