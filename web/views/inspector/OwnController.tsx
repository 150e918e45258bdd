import type { Flow } from '../../generated/types';
import { useDocument } from '../../store';
import { session } from '../../store/session';
import { algorithmPickerTexts as t } from './selected-texts';

/** Opens the editor of a flow's own controller, or of a new one. */
export function OwnController({ flow }: { flow: Flow }) {
  const own = useDocument((d) => d.controllers?.some((c) => c.id === flow.algorithm));
  return (
    <div className="section-foot">
      <button type="button" className="quiet-button" onClick={() => session.setState({ writing: flow.id })}>
        {own ? t.editScript : t.writeScript}
      </button>
    </div>
  );
}
