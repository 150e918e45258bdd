/** The time–sequence plot around the time on screen, as a figure and as a table. */
import { flowStyle, latestFrame, trace } from '../../store';
import { palette } from '../../ui/palette';
import { textWidth } from '../experiment/figure/text';
import { momentIn } from '../plots/model/moment';
import { toCsv } from '../results/csv';
import { aroundMoment, MAX_MOMENTS, type PacketKind, sequenceOf } from '../why/sequence';
import { coloursNow, selectedFlow } from './plots';
import { caption, type Source } from './source';
import { type Line, pictureSvg } from './svg';
import { figureTexts as texts } from './texts';

/** The flow and its packets around the time on screen, which the engine computes again. */
async function sequenceNow() {
  const frame = latestFrame();
  if (!frame) return null;
  const { flow, spanS } = aroundMoment(frame.directory, selectedFlow());
  if (flow < 0) return null;
  const atS = momentIn(frame);
  const moments = await trace(
    { channel: false, number: flow },
    Math.max(0, atS - spanS),
    atS + spanS,
    MAX_MOMENTS,
  );
  const found = sequenceOf(moments, atS - spanS, atS + spanS);
  return found && { ...found, name: flowStyle(flow).label };
}

/** Packets sent, retransmitted and dropped, and the line of ACKs. */
export async function sequenceSvg(source: Source): Promise<string | null> {
  const now = await sequenceNow();
  if (!now) return null;
  const { token } = palette();
  const line = (name: string, colour: string, width: number, of: { t: number; y: number }[]) => ({
    ...{ name, colour, width, dash: [], alpha: 1 },
    x: of.map(({ t }) => t),
    y: of.map(({ y }) => y / 1e6),
  });
  const marks = (kind: PacketKind, name: string, colour: string, width: number) =>
    line(
      name,
      colour,
      width,
      now.points.filter((p) => p.kind === kind).map(({ t, seq }) => ({ t, y: seq })),
    );
  // The line stays constant until the next ACK.
  const steps = now.acks.flatMap(({ t, ack }, i) => {
    const before = now.acks[i - 1]?.ack ?? ack;
    return [
      { t, y: before },
      { t, y: ack },
    ];
  });
  const room = Math.max(1, now.high - now.low) * 0.04;
  const lines: Line[] = [
    { ...marks('sent', texts.sent, token.ink, 4), mark: 'dot' },
    { ...marks('again', texts.retransmitted, token.accent, 1.5), mark: 'square' },
    { ...marks('dropped', texts.dropped, token.bad, 2), mark: 'cross' },
    line(texts.acknowledged, token.ink2, 1, steps),
  ];
  return pictureSvg(
    {
      title: texts.sequence,
      unit: texts.sequenceUnit(now.name),
      ...{ t0: now.t0, t1: now.t1, x: [], references: [], max: null, log: false },
      lines: lines.filter(({ y }) => y.length > 0),
      zoom: { low: (now.low - room) / 1e6, end: (now.high + room) / 1e6 },
      colours: coloursNow(),
      caption: caption(source),
      link: source.link,
    },
    textWidth,
  );
}

/** Names in the table, which are part of the file format. */
const CSV_NAMES: Record<PacketKind, string> = { sent: 'sent', again: 'sent again', dropped: 'dropped' };

/** One row for each packet and each ACK, in order of time. */
export async function sequenceCsv(): Promise<string | null> {
  const now = await sequenceNow();
  if (!now) return null;
  const rows: [number, string, number][] = [
    ...now.points.map(({ t, seq, kind }) => [t, CSV_NAMES[kind], seq] as [number, string, number]),
    ...now.acks.map(({ t, ack }) => [t, 'acknowledged', ack] as [number, string, number]),
  ];
  return toCsv(
    ['time_s', 'what', 'byte'],
    rows.sort(([a], [b]) => a - b),
  );
}
