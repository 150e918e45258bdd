import { useRef, useState } from 'react';
import { round } from '../../drawing/spec';
import type { BurstLoss, Channel, Link, Reorder, Trace } from '../../generated/types';
import { readTraceFile } from '../../imports/trace';
import { english } from '../../language/english';
import { channelChange } from '../../scenario/change';
import { nodeName } from '../../scenario/names';
import { joinPath } from '../../scenario/path';
import { meanRateMbps } from '../../scenario/trace';
import { changeWords, documentNow, edit, editAll, useCatalogue, useDocument, useRun } from '../../store';
import { RowChooser } from '../../ui/RowChooser';
import { Toggle } from '../../ui/Toggle';
import { Results } from '../results';
import { sourceOf } from './AlgorithmPicker';
import { At } from './At';
import { Behaviours } from './Behaviours';
import { ParamsForm } from './ParamsForm';
import { Quantity, Row, Section } from './Rows';
import { linkPanelTexts as t } from './selected-texts';
import { useFluidNote } from './use-fluid-note';
import { Variables } from './Variables';

export function LinkPanel({ link }: { link: Link }) {
  useDocument((d) => d.nodes);
  const scenario = documentNow();
  const a = nodeName(scenario, link.a);
  const b = nodeName(scenario, link.b);
  const symmetric = !link.backward;
  // The fields of both directions have the same names.
  const direction = (of: 'forward' | 'backward', channel: Channel, title: string) => (
    <fieldset aria-label={title} className="sections">
      <ChannelForm link={link} direction={of} channel={channel} title={title} />
    </fieldset>
  );
  return (
    <>
      {direction('forward', link.forward, symmetric ? t.bothDirections : t.fromTo(a, b))}
      {link.backward ? direction('backward', link.backward, t.backTo(b, a)) : null}
      <section className="section">
        <Toggle
          label={t.alike}
          value={symmetric}
          onChange={(on) => {
            const path = joinPath('links', link.id, 'backward');
            edit(path, on ? null : link.forward, on ? t.alikeChange : t.directionsDiffer);
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
  const catalogue = useCatalogue();
  const queues = catalogue?.queues ?? [];
  const queue = queues.find((q) => q.id === channel.queue?.kind);
  const behaviours = catalogue?.behaviours ?? [];
  const note = useFluidNote();
  const bdp = useBdp(link, channel);
  const owner = `${link.id}/${direction}`;
  const at = (...path: string[]) => joinPath('links', link.id, direction, ...path);
  const set = (path: string[], value: unknown) => {
    const change = channelChange(link, direction, path, value);
    editAll([change], changeWords(joinPath('links', link.id, direction, ...path), value), change.path);
  };
  return (
    <>
      <Section title={title} aside={bdp > 0 ? t.bdpPackets(round(bdp)) : null}>
        {channel.trace ? null : (
          <At path={at('rateMbps')}>
            <Quantity
              name={t.rate}
              unit="Mb/s"
              value={channel.rateMbps}
              min={0.001}
              max={400_000}
              slide={{ min: 0.1, max: 10_000 }}
              log
              onCommit={(value) => set(['rateMbps'], value)}
            />
          </At>
        )}
        <TraceRow channel={channel} onChange={(trace) => set(['trace'], trace)} />
        <At path={at('delayMs')}>
          <Quantity
            name={t.delay}
            unit="ms"
            help={t.delayHelp}
            value={channel.delayMs}
            min={0}
            max={10_000}
            slide={{ min: 0, max: 1000 }}
            log
            onCommit={(value) => set(['delayMs'], value)}
          />
        </At>
      </Section>
      <section className="section">
        <RowChooser
          title={t.queue}
          label={t.discipline}
          rows={queues}
          value={channel.queue?.kind ?? ''}
          note={note}
          source={sourceOf}
          lang={english()}
          onChange={(kind) => set(['queue'], keepLimit(kind, channel, queues))}
        />
        {queue ? (
          <ParamsForm
            key={queue.id}
            at={at('queue', 'params')}
            params={queue.params}
            values={channel.queue?.params ?? {}}
            sliderRanges={{ limitPackets: bufferRange(bdp) }}
            onChange={(id, value) => set(['queue', 'params', id], value)}
          />
        ) : null}
      </section>
      <Section title={t.otherBehaviour}>
        <Quantity
          name={t.jitter}
          unit="ms"
          help={t.jitterHelp}
          value={channel.jitterMs ?? 0}
          min={0}
          max={10_000}
          slide={{ min: 0, max: 100 }}
          log
          defaultText="0 ms"
          onReset={channel.jitterMs ? () => set(['jitterMs'], 0) : undefined}
          onCommit={(value) => set(['jitterMs'], value)}
        />
        <Quantity
          name={t.randomLoss}
          unit="%"
          help={t.randomLossHelp}
          value={Number(((channel.lossRate ?? 0) * 100).toPrecision(9))}
          min={0}
          max={100}
          slide={{ min: 0, max: 20 }}
          log
          defaultText="0 %"
          onReset={channel.lossRate ? () => set(['lossRate'], 0) : undefined}
          onCommit={(value) => set(['lossRate'], value / 100)}
        />
        <Bursts
          burst={channel.burstLoss ?? null}
          onToggle={(on) => set(['burstLoss'], on ? INITIAL_BURSTS : null)}
          onCommit={(field, value) => set(['burstLoss', field], value)}
        />
        <Reordering
          reorder={channel.reorder ?? null}
          onToggle={(on) => set(['reorder'], on ? INITIAL_REORDERING : null)}
          onCommit={(field, value) => set(['reorder', field], value)}
        />
        <Behaviours
          at={at('behaviours')}
          rows={behaviours}
          given={channel.behaviours ?? {}}
          onToggle={(id, on) => set(['behaviours', id], on ? {} : null)}
          onParam={(id, param, value) => set(['behaviours', id, param], value)}
        />
      </Section>
      {queue ? <Variables owner={owner} row={queue} of={t.ofTheQueue} /> : null}
      {behaviours
        .filter((row) => channel.behaviours?.[row.id])
        .map((row) => (
          <Variables key={row.id} owner={owner} row={row} of={t.of(row.name)} />
        ))}
    </>
  );
}

/** A trace of delivery opportunities in place of a rate. */
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
      <Row name={t.trace} help={t.traceHelp}>
        {trace ? (
          <>
            <span className="secondary">{t.traceRate(trace.name ?? t.unnamed, meanRateMbps(channel))}</span>
            <button type="button" className="button small" onClick={() => onChange(null)}>
              {t.remove}
            </button>
          </>
        ) : (
          <button type="button" className="button small" onClick={() => input.current?.click()}>
            {t.fromAFile}
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

/** Initial values of the switch: one packet in twenty is lost, five at a time on average. */
const INITIAL_BURSTS: BurstLoss = { toBad: 0.01, toGood: 0.2 };

const burstFields = (): { field: keyof BurstLoss; name: string; help: string; fallback: number }[] => [
  {
    field: 'toBad',
    name: t.goodToBad,
    help: t.goodToBadHelp,
    fallback: 0,
  },
  { field: 'toGood', name: t.badToGood, help: t.badToGoodHelp, fallback: 0 },
  {
    field: 'lossGood',
    name: t.lossWhenGood,
    help: t.lossWhenGoodHelp,
    fallback: 0,
  },
  {
    field: 'lossBad',
    name: t.lossWhenBad,
    help: t.lossWhenBadHelp,
    fallback: 1,
  },
];

interface BurstsProps {
  burst: BurstLoss | null;
  onToggle: (on: boolean) => void;
  onCommit: (field: keyof BurstLoss, value: number) => void;
}

/** Burst losses from a two-state Markov chain. */
function Bursts({ burst, onToggle, onCommit }: BurstsProps) {
  return (
    <>
      <div className="row-toggle" title={t.burstsHelp}>
        <Toggle label={t.lossInBursts} value={burst !== null} onChange={onToggle} />
      </div>
      {burst
        ? burstFields().map(({ field, name, help, fallback }) => (
            <Quantity
              key={field}
              name={name}
              unit="%"
              help={help}
              value={Number(((burst[field] ?? fallback) * 100).toPrecision(9))}
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

/** Initial values of the switch: one packet in a hundred is delayed by 5 ms. */
const INITIAL_REORDERING: Reorder = { rate: 0.01, delayMs: 5 };

interface ReorderingProps {
  reorder: Reorder | null;
  onToggle: (on: boolean) => void;
  onCommit: (field: keyof Reorder, value: number) => void;
}

/** Packets that are delayed while others overtake them. */
function Reordering({ reorder, onToggle, onCommit }: ReorderingProps) {
  return (
    <>
      <div className="row-toggle" title={t.reorderingHelp}>
        <Toggle label={t.reordering} value={reorder !== null} onChange={onToggle} />
      </div>
      {reorder ? (
        <>
          <Quantity
            name={t.delayedShare}
            unit="%"
            help={t.delayedShareHelp}
            value={Number((reorder.rate * 100).toPrecision(9))}
            min={0}
            max={100}
            log
            onCommit={(value) => onCommit('rate', value / 100)}
          />
          <Quantity
            name={t.extraDelay}
            unit="ms"
            help={t.extraDelayHelp}
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

/** Keeps the buffer size when the discipline changes, if the new one has a parameter of the same name. */
function keepLimit(kind: string, channel: Channel, queues: { id: string; params: { id: string }[] }[]) {
  const names = new Set(queues.find((q) => q.id === kind)?.params.map((p) => p.id));
  const params = Object.entries(channel.queue?.params ?? {}).filter(
    ([id]) => id.startsWith('limit') && names.has(id),
  );
  return { kind, ...(params.length > 0 ? { params: Object.fromEntries(params) } : {}) };
}

/** The largest BDP of the flows over this link at its rate, packets, as in the queue's plot, for comparison with the buffer; 0: there is no flow. */
function useBdp(link: Link, channel: Channel): number {
  const directory = useRun((s) => s.directory);
  const places = directory?.channels.flatMap((c, i) => (c.link === link.id ? [i] : [])) ?? [];
  const flows = directory?.flows.filter((f) => !f.removed && f.path.some((p) => places.includes(p))) ?? [];
  const longestMs = Math.max(0, ...flows.map((f) => f.baseRttMs));
  return (meanRateMbps(channel) * longestMs * 1000) / (8 * 1500);
}

/** The slider reaches from one packet to about ten times the BDP: few buffers are larger, and the field takes any. */
const bufferRange = (bdp: number) => ({ min: 1, max: Math.max(100, Number((10 * bdp).toPrecision(1))) });
