import { useRef, useState } from 'react';
import type { BurstLoss, Channel, Link, Reorder, Trace } from '../../generated/types';
import { readTraceFile } from '../../imports/trace';
import { channelChange } from '../../scenario/change';
import { joinPath } from '../../scenario/path';
import { meanRateMbps } from '../../scenario/trace';
import { documentNow, edit, editAll, useCatalogue, useDocument, useRun } from '../../store';
import { describe } from '../../store/edit-actions';
import { Toggle } from '../../ui/Toggle';
import { Results } from '../results';
import { ChoiceForm } from './FlowPanel';
import { nodeName } from './Head';
import { Quantity, Row, Section } from './Rows';
import { Variables } from './Variables';

export function LinkPanel({ link }: { link: Link }) {
  useDocument((d) => d.nodes);
  const scenario = documentNow();
  const a = nodeName(scenario, link.a);
  const b = nodeName(scenario, link.b);
  const alike = !link.backward;
  return (
    <>
      <ChannelForm
        link={link}
        direction="forward"
        channel={link.forward}
        title={alike ? 'Both directions' : `${a} to ${b}`}
      />
      {link.backward ? (
        <ChannelForm link={link} direction="backward" channel={link.backward} title={`${b} to ${a}`} />
      ) : null}
      <section className="section">
        <Toggle
          label="Both directions alike"
          value={alike}
          onChange={(on) => {
            const path = joinPath('links', link.id, 'backward');
            edit(path, on ? null : link.forward, on ? 'both directions alike' : 'directions differ');
          }}
        />
      </section>
      <Results />
    </>
  );
}

interface ChannelProps {
  link: Link;
  direction: 'forward' | 'backward';
  channel: Channel;
  title: string;
}

function ChannelForm({ link, direction, channel, title }: ChannelProps) {
  const queues = useCatalogue()?.queues ?? [];
  const queue = queues.find((q) => q.id === channel.queue?.kind);
  const set = (path: string[], value: unknown) => {
    const change = channelChange(link, direction, path, value);
    editAll([change], describe(joinPath('links', link.id, direction, ...path), value), change.path);
  };
  return (
    <>
      <Section title={title} aside={<Bdp link={link} channel={channel} />}>
        {channel.trace ? null : (
          <Quantity
            name="Rate"
            unit="Mb/s"
            value={channel.rateMbps}
            min={0.001}
            max={400_000}
            slide={{ min: 0.1, max: 10_000 }}
            log
            onCommit={(value) => set(['rateMbps'], value)}
          />
        )}
        <TraceRow channel={channel} onChange={(trace) => set(['trace'], trace)} />
        <Quantity
          name="Delay"
          unit="ms"
          help="Propagation one way"
          value={channel.delayMs}
          min={0}
          max={10_000}
          slide={{ min: 0, max: 1000 }}
          log
          onCommit={(value) => set(['delayMs'], value)}
        />
        <Quantity
          name="Jitter"
          unit="ms"
          help="Added to each packet's delay, uniform from 0; packets keep their order"
          value={channel.jitterMs ?? 0}
          min={0}
          max={10_000}
          slide={{ min: 0, max: 100 }}
          log
          onCommit={(value) => set(['jitterMs'], value)}
        />
        <Quantity
          name="Random loss"
          unit="%"
          help="Each packet is lost with this probability, independently of all others"
          value={Number(((channel.lossRate ?? 0) * 100).toPrecision(9))}
          min={0}
          max={100}
          slide={{ min: 0, max: 20 }}
          log
          onCommit={(value) => set(['lossRate'], value / 100)}
        />
        <Bursts
          burst={channel.burstLoss ?? null}
          onToggle={(on) => set(['burstLoss'], on ? FIRST_BURSTS : null)}
          onCommit={(field, value) => set(['burstLoss', field], value)}
        />
        <Reordering
          reorder={channel.reorder ?? null}
          onToggle={(on) => set(['reorder'], on ? FIRST_REORDERING : null)}
          onCommit={(field, value) => set(['reorder', field], value)}
        />
      </Section>
      <Section title="Queue">
        <ChoiceForm
          name="Discipline"
          rows={queues}
          kind={channel.queue?.kind ?? ''}
          params={channel.queue?.params ?? {}}
          onKind={(kind) => set(['queue'], keepLimit(kind, channel, queues))}
          onParam={(id, value) => set(['queue', 'params', id], value)}
        />
      </Section>
      {queue ? <Variables owner={`${link.id}/${direction}`} row={queue} of="of the queue" /> : null}
    </>
  );
}

/** A recording of when the link could deliver packets, in place of a rate. */
function TraceRow({ channel, onChange }: { channel: Channel; onChange: (trace: Trace | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const { trace } = channel;
  const open = async (file: File) => {
    const read = await readTraceFile(file);
    setProblem(typeof read === 'string' ? `${file.name}: ${read}` : '');
    if (typeof read !== 'string') onChange(read);
  };
  return (
    <>
      <Row
        name="Trace"
        help="When packets can be delivered, in place of a rate: a file of Mahimahi’s, one time in ms a line, 1504 bytes each"
      >
        {trace ? (
          <>
            <span className="secondary">
              {trace.name ?? 'unnamed'}, {meanRateMbps(channel)} Mb/s on average
            </span>
            <button type="button" className="button small" onClick={() => onChange(null)}>
              Remove
            </button>
          </>
        ) : (
          <button type="button" className="button small" onClick={() => input.current?.click()}>
            From a file
          </button>
        )}
        <input
          ref={input}
          type="file"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void open(file);
            event.currentTarget.value = '';
          }}
        />
      </Row>
      {problem ? (
        <p className="secondary" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}

/** One packet in twenty is lost, five at a time on average: what the switch begins with. */
const FIRST_BURSTS: BurstLoss = { toBad: 0.01, toGood: 0.2 };

const BURST_FIELDS: { field: keyof BurstLoss; name: string; help: string; otherwise: number }[] = [
  {
    field: 'toBad',
    name: 'Good to bad',
    help: 'Probability that a bad time begins, at each packet',
    otherwise: 0,
  },
  { field: 'toGood', name: 'Bad to good', help: 'Probability that it ends, at each packet', otherwise: 0 },
  {
    field: 'lossGood',
    name: 'Loss when good',
    help: 'Probability that a packet is lost in good times',
    otherwise: 0,
  },
  {
    field: 'lossBad',
    name: 'Loss when bad',
    help: 'Probability that a packet is lost in bad times',
    otherwise: 1,
  },
];

interface BurstsProps {
  burst: BurstLoss | null;
  onToggle: (on: boolean) => void;
  onCommit: (field: keyof BurstLoss, value: number) => void;
}

/** Loss that comes in bursts: a chain of two states. */
function Bursts({ burst, onToggle, onCommit }: BurstsProps) {
  return (
    <>
      <div
        className="row-toggle"
        title="Besides random loss: good and bad times that follow one another at random (Gilbert–Elliott)"
      >
        <Toggle label="Loss in bursts" value={burst !== null} onChange={onToggle} />
      </div>
      {burst
        ? BURST_FIELDS.map(({ field, name, help, otherwise }) => (
            <Quantity
              key={field}
              name={name}
              unit="%"
              help={help}
              value={Number(((burst[field] ?? otherwise) * 100).toPrecision(9))}
              min={0}
              max={100}
              log
              onCommit={(value) => onCommit(field, value / 100)}
            />
          ))
        : null}
    </>
  );
}

/** A packet in a hundred comes 5 ms late: what the switch begins with. */
const FIRST_REORDERING: Reorder = { rate: 0.01, delayMs: 5 };

interface ReorderingProps {
  reorder: Reorder | null;
  onToggle: (on: boolean) => void;
  onCommit: (field: keyof Reorder, value: number) => void;
}

/** Packets that are held back while others overtake them. */
function Reordering({ reorder, onToggle, onCommit }: ReorderingProps) {
  return (
    <>
      <div
        className="row-toggle"
        title="Some packets take longer than others, and those behind overtake them: RACK-TLP waits for them, three duplicate ACKs do not"
      >
        <Toggle label="Reordering" value={reorder !== null} onChange={onToggle} />
      </div>
      {reorder ? (
        <>
          <Quantity
            name="Held back"
            unit="%"
            help="Share of packets, each independently of all others"
            value={Number((reorder.rate * 100).toPrecision(9))}
            min={0}
            max={100}
            log
            onCommit={(value) => onCommit('rate', value / 100)}
          />
          <Quantity
            name="Held for"
            unit="ms"
            help="How much later they arrive"
            value={reorder.delayMs}
            min={0}
            max={10_000}
            slide={{ min: 0, max: 100 }}
            log
            onCommit={(value) => onCommit('delayMs', value)}
          />
        </>
      ) : null}
    </>
  );
}

/** Another discipline keeps the size of the buffer, where it has one by the same name. */
function keepLimit(kind: string, channel: Channel, queues: { id: string; params: { id: string }[] }[]) {
  const names = new Set(queues.find((q) => q.id === kind)?.params.map((p) => p.id));
  const params = Object.entries(channel.queue?.params ?? {}).filter(
    ([id]) => id.startsWith('limit') && names.has(id),
  );
  return { kind, ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}) };
}

/** What fits on the path of the first flow over this link: the measure for its buffer. */
function Bdp({ link, channel }: { link: Link; channel: Channel }) {
  const directory = useRun((s) => s.directory);
  const places = directory?.channels.flatMap((c, i) => (c.link === link.id ? [i] : [])) ?? [];
  const flow = directory?.flows.find((f) => f.path.some((p) => places.includes(p)));
  if (!flow) return null;
  const packets = Math.round((meanRateMbps(channel) * flow.baseRttMs * 1000) / (8 * 1500));
  return <>BDP {packets} packets</>;
}
