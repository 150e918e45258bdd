import type { Node } from '../../generated/types';
import { joinPath } from '../../scenario/path';
import { meanRateMbps } from '../../scenario/trace';
import { documentNow, edit, moveNode, select, useDocument } from '../../store';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { TextInput } from '../../ui/TextInput';
import { Results } from '../results';
import { linkName } from './Head';
import { Row, Section } from './Rows';

const KINDS = [
  { id: 'host', name: 'Host', hint: 'Sends, receives and forwards' },
  { id: 'router', name: 'Router', hint: 'Forwards only' },
];

export function NodePanel({ node }: { node: Node }) {
  const links = useDocument((d) => d.links).filter((l) => l.a === node.id || l.b === node.id);
  const at = (field: string) => joinPath('nodes', node.id, field);
  const place = (value: number | undefined) => Math.round(value ?? 0);
  return (
    <>
      <Section title="Node">
        <Row name="Name">
          <TextInput
            label="Name"
            value={node.name ?? ''}
            placeholder={node.id}
            onCommit={(name) => edit(at('name'), name || null, 'rename node')}
          />
        </Row>
        <Row name="Kind">
          <Choice
            label="Kind"
            value={node.kind}
            options={KINDS}
            onChange={(kind) => edit(at('kind'), kind)}
          />
        </Row>
        <Row name="Place" help="On the drawing; it does not change the run.">
          <NumberInput
            label="Place from the left"
            value={place(node.x)}
            onCommit={(x) => moveNode(node.id, x ?? 0, node.y ?? 0)}
          />
          <NumberInput
            label="Place from the top"
            value={place(node.y)}
            onCommit={(y) => moveNode(node.id, node.x ?? 0, y ?? 0)}
          />
        </Row>
      </Section>
      <Section title="Links">
        {links.length === 0 ? <p className="secondary">No link ends here yet.</p> : null}
        {links.map((l) => (
          <Row key={l.id} name={linkName(documentNow(), l.id)}>
            <button type="button" className="button small" onClick={() => select({ kind: 'link', id: l.id })}>
              {meanRateMbps(l.forward)} Mb/s, {l.forward.delayMs} ms
            </button>
          </Row>
        ))}
      </Section>
      <Results />
    </>
  );
}
