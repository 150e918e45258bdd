import { useEffect } from 'react';
import type { Flow, Scenario } from '../../generated/types';
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
  const id = useDocument((d) => (flow ? controllerId(d, flow) : ''));
  return flow ? <Open key={id} id={id} flow={flow} /> : null;
}

/** The id of a flow's own controller, or the one that a new controller gets. */
function controllerId({ controllers = [] }: Scenario, { algorithm }: Flow): string {
  const taken = controllers.map((c) => c.id);
  if (algorithm && taken.includes(algorithm)) return algorithm;
  let number = 1;
  while (taken.includes(`own-${number}`)) number += 1;
  return `own-${number}`;
}

function Open({ id, flow }: { id: string; flow: Flow }) {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return <Editing id={id} flow={flow} onClose={() => session.setState({ writing: null })} />;
}
