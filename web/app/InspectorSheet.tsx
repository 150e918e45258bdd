import { Button, Dialog, DialogTrigger, Modal, ModalOverlay } from 'react-aria-components';
import { flowIndexOf, flowStyle, useDocument, useSession } from '../store';
import { session } from '../store/session';
import { Inspector } from '../views/inspector/Inspector';
import { Icon } from './widgets/Icon';
import { LineSample } from './widgets/LineSample';

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
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button className="sheet-handle">
        <span className="sheet-grip" aria-hidden="true" />
        <span className="sheet-line">
          {style ? <LineSample style={style} /> : null}
          <strong>{what || 'Scenario'}</strong>
          <span className="secondary">{style ? 'Change algorithm' : 'Details'}</span>
          <Icon name="up" />
        </span>
      </Button>
      <ModalOverlay className="sheet-overlay" isDismissable>
        <Modal className="sheet">
          <Dialog className="sheet-dialog" aria-label="Inspector">
            <Inspector onClose={() => setOpen(false)} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
