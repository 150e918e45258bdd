import { lazy, Suspense, useRef, useState } from 'react';
import type { Flow } from '../../generated/types';
import { useDocument } from '../../store';
import { algorithmPickerTexts as t } from './texts';

const Editing = lazy(() => import('../script/Editing'));

/** Opens the editor of a flow's own controller, or of a new one. */
export function OwnController({ flow }: { flow: Flow }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const own = useDocument((d) => d.controllers?.some((c) => c.id === flow.algorithm));
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="section-foot">
      <button ref={button} type="button" className="quiet-button" onClick={() => setOpen(true)}>
        {own ? t.editScript : t.writeScript}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <Editing key={own ? flow.algorithm : ''} flow={flow} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  );
}
