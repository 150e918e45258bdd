import { Toggle } from '../../app/widgets/Toggle';
import type { Channel, Link } from '../../generated/types';
import { channelChange } from '../../scenario/change';
import { joinPath } from '../../scenario/path';
import { documentNow, edit, editAll, useCatalogue, useDocument, useRun } from '../../store';
import { describe } from '../../store/edit-actions';
import { Results } from '../results';
import { ChoiceForm } from './FlowPanel';
import { nodeName } from './Head';
import { Quantity, Section } from './Rows';

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
  const set = (path: string[], value: unknown) => {
    const change = channelChange(link, direction, path, value);
    editAll([change], describe(joinPath('links', link.id, direction, ...path), value), change.path);
  };
  return (
    <>
      <Section title={title} aside={<Bdp link={link} channel={channel} />}>
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
  const packets = Math.round((channel.rateMbps * flow.baseRttMs * 1000) / (8 * 1500));
  return <>BDP {packets} packets</>;
}
