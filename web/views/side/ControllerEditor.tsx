import { useEffect } from 'react';
import type { Flow } from '../../generated/types';
import { useDocument, useSession } from '../../store';
import { session } from '../../store/session';
import { later } from '../../ui/later';
import { sideTexts as t } from './texts';

// Loaded on demand, with its code editor.
const Editing = later(() => import('../script/Editing').then((m) => m.default), {
  what: () => t.scriptEditor,
});

/** The editor of a flow's own controller, while one is being written. */
export function ControllerEditor() {
  const writing = useSession((s) => s.writing);
  const flow = useDocument((d) => d.flows.find((f) => f.id === writing));
  return flow ? <Open key={flow.id} flow={flow} /> : null;
}

function Open({ flow }: { flow: Flow }) {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return <Editing flow={flow} onClose={() => session.setState({ writing: null })} />;
}
