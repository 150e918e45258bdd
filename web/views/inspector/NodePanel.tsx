import type { Node } from '../../generated/types';
import { linkName } from '../../scenario/names';
import { joinPath } from '../../scenario/path';
import { meanRateMbps } from '../../scenario/trace';
import { documentNow, edit, moveNode, select, useDocument } from '../../store';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { TextInput } from '../../ui/TextInput';
import { Results } from '../results';
import { Row, Section } from './Rows';
import { nodePanelTexts as t } from './selected-texts';

const nodeKinds = () => [
  { id: 'host', name: t.host, hint: t.hostHint },
  { id: 'router', name: t.router, hint: t.routerHint },
];

export function NodePanel({ node }: { node: Node }) {
  const links = useDocument((d) => d.links).filter((l) => l.a === node.id || l.b === node.id);
  const at = (field: string) => joinPath('nodes', node.id, field);
  const place = (value: number | undefined) => Math.round(value ?? 0);
  return (
    <>
      <Section title={t.node}>
        <Row name={t.name}>
          <TextInput
            label={t.name}
            value={node.name ?? ''}
            placeholder={node.id}
            onCommit={(name) => edit(at('name'), name || null, t.renameNode)}
          />
        </Row>
        <Row name={t.kind}>
          <Choice
            label={t.kind}
            value={node.kind}
            options={nodeKinds()}
            onChange={(kind) => edit(at('kind'), kind)}
          />
        </Row>
        <Row name={t.place} help={t.placeHelp}>
          <NumberInput
            label={t.placeFromTheLeft}
            value={place(node.x)}
            onCommit={(x) => moveNode(node.id, x ?? 0, node.y ?? 0)}
          />
          <NumberInput
            label={t.placeFromTheTop}
            value={place(node.y)}
            onCommit={(y) => moveNode(node.id, node.x ?? 0, y ?? 0)}
          />
        </Row>
      </Section>
      <Section title={t.links}>
        {links.length === 0 ? <p className="secondary">{t.noLinks}</p> : null}
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
