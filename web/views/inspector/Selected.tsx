import { useDocument, useSession } from '../../store';
import { FlowPanel } from './FlowPanel';
import { GroupPanel } from './GroupPanel';
import { LinkPanel } from './LinkPanel';
import { NodePanel } from './NodePanel';
import { ScenarioPanel } from './ScenarioPanel';

/** The parameters of the selection, or of the scenario if the selection no longer exists. */
export default function Selected() {
  const selection = useSession((s) => s.selection);
  const flow = useDocument((d) => d.flows.find((f) => selection?.kind === 'flow' && f.id === selection.id));
  const link = useDocument((d) => d.links.find((l) => selection?.kind === 'link' && l.id === selection.id));
  const node = useDocument((d) => d.nodes.find((n) => selection?.kind === 'node' && n.id === selection.id));
  const several = useSession((s) => s.more.length > 0);
  if (several) return <GroupPanel />;
  // A key for each thing, so that half-typed values do not carry over to the next one.
  if (flow) return <FlowPanel key={flow.id} flow={flow} />;
  if (link) return <LinkPanel key={link.id} link={link} />;
  if (node) return <NodePanel key={node.id} node={node} />;
  return <ScenarioPanel />;
}
