import { useDocument, useSession } from '../../store';
import { Why } from '../why/Why';
import { FlowPanel } from './FlowPanel';
import { GroupPanel } from './GroupPanel';
import { Head } from './Head';
import { LinkPanel } from './LinkPanel';
import { NodePanel } from './NodePanel';
import { ScenarioPanel } from './ScenarioPanel';

/** What is selected, and all that can be set about it; the scenario where nothing is. */
export function Inspector({ onClose }: { onClose?: () => void }) {
  const why = useSession((s) => s.why);
  if (why) {
    return (
      <div className="inspector">
        <div className="inspector-body">
          <Why subject={why} />
        </div>
      </div>
    );
  }
  return (
    <div className="inspector">
      <Head {...(onClose ? { onClose } : {})} />
      <div className="inspector-body">
        <Panel />
      </div>
    </div>
  );
}

function Panel() {
  const selection = useSession((s) => s.selection);
  const flow = useDocument((d) => d.flows.find((f) => selection?.kind === 'flow' && f.id === selection.id));
  const link = useDocument((d) => d.links.find((l) => selection?.kind === 'link' && l.id === selection.id));
  const node = useDocument((d) => d.nodes.find((n) => selection?.kind === 'node' && n.id === selection.id));
  const several = useSession((s) => s.more.length > 0);
  if (several) return <GroupPanel />;
  // A key for each thing: half-typed values must not move on to the next one.
  if (flow) return <FlowPanel key={flow.id} flow={flow} />;
  if (link) return <LinkPanel key={link.id} link={link} />;
  if (node) return <NodePanel key={node.id} node={node} />;
  return <ScenarioPanel />;
}
