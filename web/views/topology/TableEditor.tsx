import { english } from '../../language/english';
import './table.css';
import { useEffect, useRef, useState } from 'react';
import type { Channel, Flow, Link, Node, NodeKind } from '../../generated/types';
import { joinPath } from '../../scenario/path';
import { thingTexts } from '../../scenario/texts';
import {
  addFlow,
  addLink,
  addNode,
  duplicateSelected,
  edit,
  flowIndexOf,
  freeNodePosition,
  removeSelected,
  removeThings,
  select,
  styleOfFlow,
  tidyNetwork,
  toggleSelected,
  useCatalogue,
  useDocument,
  useRun,
  useSelected,
} from '../../store';
import { LineSample } from '../../ui/LineSample';
import { RowPicker } from '../../ui/RowPicker';
import { AlgorithmPicker } from '../inspector/AlgorithmPicker';
import { NumberCell, SelectCell, TextCell } from './cells';
import { MomentFlag } from './MomentFlag';
import { tableEditorTexts as t } from './table-texts';
import { useLiveText } from './use-live-text';

const nodeKinds = () => [
  { id: 'host', name: t.host },
  { id: 'router', name: t.router },
];

/** The network as three tables, with all functions of the drawing for keyboard and screen reader. Shift selects several rows. */
export function TableEditor({ onClose }: { onClose: () => void }) {
  const nodes = useDocument((d) => d.nodes);
  const links = useDocument((d) => d.links);
  const flows = useDocument((d) => d.flows);
  const hosts = nodes.filter((n) => n.kind === 'host');
  const chosen = useSelected();
  const root = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLHeadingElement>(null);
  const directory = useRun((r) => r.directory);
  useLiveText(root, `${directory?.version} ${links.length} ${flows.length}`);
  // The drawing is gone, and what had the focus with it: the keyboard goes on from here.
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="network-tables" ref={root}>
      <div className="tables-head">
        <h2 ref={head} tabIndex={-1}>
          {t.label}
        </h2>
        <MomentFlag />
        <span className="tables-tools">
          <button
            type="button"
            className="quiet-button"
            disabled={chosen.length === 0}
            onClick={duplicateSelected}
          >
            {t.duplicate}
          </button>
          <button
            type="button"
            className="quiet-button"
            disabled={chosen.length === 0}
            onClick={removeSelected}
          >
            {t.deleteSelected}
          </button>
          <button type="button" className="quiet-button" onClick={() => void tidyNetwork()}>
            {t.tidy}
          </button>
          <button type="button" className="quiet-button" onClick={onClose}>
            {t.showTheDrawing}
          </button>
        </span>
      </div>
      <Nodes nodes={nodes} />
      <Links links={links} nodes={nodes} />
      <Flows flows={flows} hosts={hosts} />
    </div>
  );
}

function Remove({ kind, id, name }: { kind: 'node' | 'link' | 'flow'; id: string; name: string }) {
  return (
    <td>
      <button
        type="button"
        className="quiet-button"
        aria-label={t.removeThing(thingTexts.one[kind], name)}
        onClick={(event) => {
          // The row and this button are removed: keeps the focus in the table.
          event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-add]')?.focus();
          removeThings([{ kind, id }]);
        }}
      >
        {t.remove}
      </button>
    </td>
  );
}

/** What the drawing shows, as a number that follows the run or the crosshair. */
function Live({ kind, of }: { kind: 'waiting' | 'window' | 'rate'; of: number }) {
  return <td className="live numeric">{of < 0 ? '–' : <span data-live={kind} data-of={of} />}</td>;
}

/** A row is chosen from its head, so that the inspector can follow. */
function RowHead({
  kind,
  id,
  text,
  flow,
}: {
  kind: 'node' | 'link' | 'flow';
  id: string;
  text: string;
  flow?: number;
}) {
  const chosen = useSelected().some((s) => s.kind === kind && s.id === id);
  return (
    <th scope="row">
      <button
        type="button"
        className="quiet-button"
        aria-pressed={chosen}
        onClick={(event) => (event.shiftKey ? toggleSelected({ kind, id }) : select({ kind, id }))}
      >
        {flow !== undefined && <LineSample style={styleOfFlow(flow)} />}
        {text}
      </button>
    </th>
  );
}

/** The heads of columns; those of numbers stand right, as the numbers do. The last column removes the row. */
function Columns({ columns }: { columns: readonly { name: string; numeric?: boolean }[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ name, numeric }) => (
          <th key={name} scope="col" className={numeric ? 'numeric' : undefined}>
            {name}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t.remove}</span>
        </th>
      </tr>
    </thead>
  );
}

function Nodes({ nodes }: { nodes: readonly Node[] }) {
  const add = (kind: NodeKind) => {
    const { x, y } = freeNodePosition();
    addNode(kind, x, y);
  };
  return (
    <section>
      <table>
        <caption>{t.nodes}</caption>
        <Columns
          columns={[
            { name: t.id },
            { name: t.kind },
            { name: t.name },
            { name: 'x', numeric: true },
            { name: 'y', numeric: true },
          ]}
        />
        <tbody>
          {nodes.map((n) => {
            const at = (field: string) => joinPath('nodes', n.id, field);
            return (
              <tr key={n.id}>
                <RowHead kind="node" id={n.id} text={n.id} />
                <SelectCell
                  label={t.kindOf(n.id)}
                  value={n.kind}
                  options={nodeKinds()}
                  onCommit={(v) => edit(at('kind'), v)}
                />
                <TextCell
                  label={t.nameOf(n.id)}
                  value={n.name ?? ''}
                  onCommit={(v) => edit(at('name'), v || null)}
                />
                <NumberCell label={t.xOf(n.id)} value={n.x ?? 0} onCommit={(v) => edit(at('x'), v)} />
                <NumberCell label={t.yOf(n.id)} value={n.y ?? 0} onCommit={(v) => edit(at('y'), v)} />
                <Remove kind="node" id={n.id} name={n.id} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <button type="button" data-add className="quiet-button" onClick={() => add('host')}>
        {t.addHost}
      </button>
      <button type="button" className="quiet-button" onClick={() => add('router')}>
        {t.addRouter}
      </button>
    </section>
  );
}

function Links({ links, nodes }: { links: readonly Link[]; nodes: readonly Node[] }) {
  const queues = useCatalogue()?.queues ?? [];
  const channels = useRun((r) => r.directory)?.channels ?? [];
  const cells = (link: Link, direction: 'forward' | 'backward', channel: Channel) => {
    const of = t.fromToCell(
      direction === 'forward' ? link.a : link.b,
      direction === 'forward' ? link.b : link.a,
    );
    const at = (...field: string[]) => joinPath('links', link.id, direction, ...field);
    const limit = channel.queue?.params?.limitPackets;
    return (
      <>
        <NumberCell label={t.rateOf(of)} value={channel.rateMbps} onCommit={(v) => edit(at('rateMbps'), v)} />
        <NumberCell label={t.delayOf(of)} value={channel.delayMs} onCommit={(v) => edit(at('delayMs'), v)} />
        <NumberCell
          label={t.lossOf(of)}
          value={channel.lossRate ?? 0}
          onCommit={(v) => edit(at('lossRate'), v)}
        />
        <td>
          <RowPicker
            label={t.discipline}
            of={t.queueOf(of)}
            rows={queues}
            lang={english()}
            value={channel.queue?.kind ?? queues[0]?.id ?? ''}
            onChange={(v) => edit(at('queue'), { kind: v })}
          />
        </td>
        <NumberCell
          label={t.bufferOf(of)}
          value={typeof limit === 'number' ? limit : Number.NaN}
          onCommit={(v) => edit(at('queue', 'params', 'limitPackets'), v)}
        />
        <Live
          kind="waiting"
          of={channels.findIndex(
            (c) => c.link === link.id && c.from === (direction === 'forward' ? link.a : link.b),
          )}
        />
      </>
    );
  };
  return (
    <section>
      <table>
        <caption>{t.links}</caption>
        <Columns
          columns={[
            { name: t.direction },
            { name: t.rateMbS, numeric: true },
            { name: t.delayMs, numeric: true },
            { name: t.loss, numeric: true },
            { name: t.queue },
            { name: t.bufferPackets, numeric: true },
            { name: t.waiting, numeric: true },
          ]}
        />
        <tbody>
          {links.flatMap((link) => [
            <tr key={link.id}>
              <RowHead kind="link" id={link.id} text={`${link.a} → ${link.b}`} />
              {cells(link, 'forward', link.forward)}
              <Remove kind="link" id={link.id} name={t.fromTo(link.a, link.b)} />
            </tr>,
            link.backward ? (
              <tr key={`${link.id} back`}>
                <RowHead kind="link" id={link.id} text={`${link.b} → ${link.a}`} />
                {cells(link, 'backward', link.backward)}
                <td />
              </tr>
            ) : null,
          ])}
        </tbody>
      </table>
      <AddPair what={t.link} nodes={nodes} onAdd={(a, b) => addLink(a, b)} />
    </section>
  );
}

function Flows({ flows, hosts }: { flows: readonly Flow[]; hosts: readonly Node[] }) {
  const ends = hosts.map((h) => ({ id: h.id, name: h.name || h.id }));
  return (
    <section>
      <table>
        <caption>{t.flows}</caption>
        <Columns
          columns={[
            { name: t.id },
            { name: t.name },
            { name: t.from },
            { name: t.to },
            { name: t.algorithm },
            { name: t.startS, numeric: true },
            { name: t.cwnd, numeric: true },
            { name: t.throughput, numeric: true },
          ]}
        />
        <tbody>
          {flows.map((f, i) => {
            const at = (field: string) => joinPath('flows', f.id, field);
            return (
              <tr key={f.id}>
                <RowHead kind="flow" id={f.id} text={f.id} flow={i} />
                <TextCell
                  label={t.nameOf(f.id)}
                  value={f.name ?? ''}
                  onCommit={(v) => edit(at('name'), v || null)}
                />
                <SelectCell
                  label={t.senderOf(f.id)}
                  value={f.from}
                  options={ends}
                  onCommit={(v) => edit(at('from'), v)}
                />
                <SelectCell
                  label={t.receiverOf(f.id)}
                  value={f.to}
                  options={ends}
                  onCommit={(v) => edit(at('to'), v)}
                />
                <td>
                  <AlgorithmPicker flow={f} of={t.algorithmOf(f.id)} />
                </td>
                <NumberCell
                  label={t.startOf(f.id)}
                  value={f.startS ?? 0}
                  onCommit={(v) => edit(at('startS'), v)}
                />
                <Live kind="window" of={flowIndexOf(f.id)} />
                <Live kind="rate" of={flowIndexOf(f.id)} />
                <Remove kind="flow" id={f.id} name={f.id} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <AddPair what={t.flow} nodes={hosts} onAdd={(a, b) => addFlow(a, b)} />
    </section>
  );
}

/** Connects two nodes without dragging. */
function AddPair({
  what,
  nodes,
  onAdd,
}: {
  what: string;
  nodes: readonly Node[];
  onAdd: (a: string, b: string) => void;
}) {
  const [a, setA] = useState('');
  const [b, setB] = useState('');
  const first = nodes.some((n) => n.id === a) ? a : (nodes[0]?.id ?? '');
  const second = nodes.some((n) => n.id === b) ? b : (nodes.find((n) => n.id !== first)?.id ?? '');
  const pick = (label: string, value: string, set: (id: string) => void) => (
    <select className="field" aria-label={label} value={value} onChange={(e) => set(e.target.value)}>
      {nodes.map((n) => (
        <option key={n.id} value={n.id}>
          {n.name || n.id}
        </option>
      ))}
    </select>
  );
  return (
    <p className="add-pair">
      {pick(t.newFrom(what), first, setA)} {t.between} {pick(t.newTo(what), second, setB)}
      <button
        type="button"
        data-add
        className="quiet-button"
        disabled={first === '' || second === '' || first === second}
        onClick={() => onAdd(first, second)}
      >
        {t.add(what)}
      </button>
    </p>
  );
}
