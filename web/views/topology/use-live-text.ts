import { type RefObject, useEffect } from 'react';
import { formatValue } from '../../drawing/format';
import { type Frame, flowStyle, isHiddenByLesson, runNow, shownFrame } from '../../store';
import { redraw } from '../../ui/redraw';
import { setText } from '../../ui/set-text';
import { type FlowValue, flowValue, flowValueText, flowValueWords } from '../plots/model/flow-value';
import { useRates } from '../plots/model/use-rates';
import { useLiveTextTexts as t } from './texts';

/** Keeps windows, rates and backlogs up to date, without React; `layout` changes when the elements do. */
export function useLiveText(root: RefObject<HTMLElement | null>, layout: unknown): void {
  useRates();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other texts
  useEffect(() => {
    const texts = [...(root.current?.querySelectorAll<SVGElement | HTMLElement>('[data-live]') ?? [])];
    const handle = redraw.register('words', () => {
      const frame = shownFrame();
      if (!frame) return;
      for (const text of texts) {
        setText(text, liveText(text.dataset.live ?? '', Number(text.dataset.of), frame));
      }
    });
    return handle.dispose;
  }, [root, layout]);
}

/** Shown for values that a lesson hides. */
const UNKNOWN = '–';

function liveText(what: string, index: number, frame: Frame): string {
  const { scene, directory } = frame;
  switch (what) {
    case 'cwnd':
      return stateWords(scene.state(index)) ?? flowValueWords(valueNow(frame, index));
    case 'window':
      return stateWords(scene.state(index)) ?? shortValue(valueNow(frame, index));
    case 'rate':
      return isHiddenByLesson('throughput') ? UNKNOWN : formatRateValue(scene.throughputMbps(index));
    case 'waiting':
      return isHiddenByLesson('queue') ? UNKNOWN : formatValue(scene.queuedPackets(index), 0);
    case 'held':
    case 'backlog': {
      if (isHiddenByLesson('queue')) return UNKNOWN;
      const channel = directory.channels[index];
      const queued = formatValue(scene.queuedPackets(index), 0);
      const limit = channel && channel.limitPackets > 0 ? formatValue(channel.limitPackets, 0) : null;
      if (what === 'held') return limit === null ? queued : t.held(queued, limit);
      // If the link does more than send at its rate, the backlog does not determine the delay.
      if (channel?.behaviours?.length) return limit === null ? t.queued(queued) : t.queuedOf(queued, limit);
      const delay = channel ? (scene.queuedBytes(index) * 8) / (channel.rateMbps * 1000) : Number.NaN;
      const delayMs = formatValue(delay, delay < 10 && delay > 0 ? 1 : 0);
      return limit === null ? t.backlog(queued, delayMs) : t.backlogOf(queued, limit, delayMs);
    }
    case 'counts':
      // How much of each flow waits is about its share of the rate.
      return isHiddenByLesson('queue') || isHiddenByLesson('throughput') ? '' : countsPerFlow(frame, index);
    default:
      return '';
  }
}

function valueNow(frame: Frame, flow: number): FlowValue {
  return flowValue(frame, flow, runNow().catalogue, null);
}

/** The value at the sender; throughput is shown at the receiver. */
function shortValue(value: FlowValue): string {
  return value.kind === 'throughput' ? '' : flowValueText(value);
}

/** Only unusual states are named. */
function stateWords(state: number): string | undefined {
  return [t.waits, undefined, undefined, t.done, t.noRoute][state];
}

function formatRateValue(mbps: number): string {
  return formatValue(mbps, mbps >= 100 ? 0 : mbps >= 1 || mbps === 0 ? 1 : 2);
}

/** A name and its number; a name that ends with a number of its own is parted from it. */
const named = (name: string, count = 0): string =>
  /\d$/.test(name) ? `${name}: ${count}` : `${name} ${count}`;

/**
 * The queued packets of each flow: "CUBIC 17, Reno 20"; of more than three flows how many there are. Empty if the frame does not
 * have all packets of a long queue.
 */
export function countsPerFlow(frame: Frame, channel: number): string {
  const { scene } = frame;
  const counts = new Map<number, number>();
  if (scene.slotsOf(channel) < scene.queuedPackets(channel)) return '';
  const first = scene.firstSlot(channel);
  for (let s = 0; s < scene.slotsOf(channel); s++) {
    const flow = scene.slotFlow(first + s);
    counts.set(flow, (counts.get(flow) ?? 0) + 1);
  }
  const flows = [...counts.keys()];
  if (flows.length <= 3) {
    // In the order of flows: a list that is sorted again all the time cannot be read.
    return flows
      .sort((a, b) => a - b)
      .map((f) => named(flowStyle(f).label, counts.get(f)))
      .join(', ');
  }
  return t.fromFlows(flows.length);
}
