import { formatNumber, formatTime, formatTrimmed, formatVariable } from '../../drawing/format';
import type { Directory, Moment } from '../../generated/types';
import { documentNow, editWords, flowStyle, runNow, sourceNow } from '../../store';
import { editsAt } from './edits';
import {
  type Dropped,
  dropOf,
  droppedIn,
  duplicateAcks,
  hadNewAck,
  lostPacket,
  type Marked,
  markedIn,
  markOf,
  occasionOf,
  packetNumber,
  reportedMark,
} from './explain';
import { eventTexts as t, whyTexts } from './texts';
import { causeText, channelText, eventText, groupedNumber } from './words';

interface Props {
  moments: readonly Moment[];
  place: number;
  directory: Directory;
  /** Payload of a full packet, bytes. */
  payload: number;
  /** Shows a moment of the list in all panels. */
  onShow: (place: number) => void;
}

/** What happened, in one or two sentences: the event, and the drop or mark that caused it. */
export function WhatHappened({ moments, place, directory, payload, onShow }: Props) {
  const moment = moments[place] as Moment;
  const name = (seq: number) => t.packet(groupedNumber(packetNumber(seq, payload)));
  const time = (at: number) => (
    <button type="button" className="why-time" title={whyTexts.time} onClick={() => onShow(at)}>
      {formatTime((moments[at] as Moment).atS, 2)}
    </button>
  );
  const occasion = occasionOf(moment);
  if (occasion === 'loss' || occasion === 'timeout') {
    const lost = lostPacket(moments, place);
    const at = lost ? dropOf(moments, place, lost) : -1;
    const dropped = at >= 0 ? droppedIn(moments[at] as Moment) : undefined;
    return (
      <p className="why-cause">
        {lost ? lossEvent(moments, place, name(lost.seq)) : causeText(moment.cause)}.{' '}
        {dropped ? (
          <>
            {dropped.cause === 'link'
              ? t.lostAt(linkOf(dropped, directory))
              : t.droppedAt(nodeBefore(dropped, directory))}{' '}
            {time(at)}
            {because(dropped, directory)}.
          </>
        ) : lost ? (
          t.noDrop
        ) : null}
      </p>
    );
  }
  if (occasion === 'ecn') {
    const at = reportedMark(moments, place);
    const cause = moments[at]?.cause;
    const markedAt = cause?.kind === 'data' ? markOf(moments, at, cause.seq) : -1;
    const marked = markedIn(moments[markedAt]);
    return (
      <p className="why-cause">
        {t.echoed}.{' '}
        {cause?.kind === 'data' ? (
          <>
            {t.markReached(name(cause.seq))} {time(at)}.{' '}
          </>
        ) : null}
        {marked ? (
          <>
            {t.markedAt(nodeBefore(marked, directory))} {time(markedAt)}: {markReason(marked, directory)}.
          </>
        ) : null}
      </p>
    );
  }
  if (moment.cause.kind === 'edit') {
    const changes = editsAt(moment.atS).map((i) => editWords(sourceNow(), i));
    const drops = moment.effects.filter((effect) => effect.kind === 'dropped').length;
    return (
      <p className="why-cause">
        {changes.length > 0 ? `${t.edit}: ${changes.join(', ')}` : t.edit}
        {drops > 0 ? `; ${t.droppedByEdit(drops)}` : ''}.
      </p>
    );
  }
  const dropped = droppedIn(moment);
  if (dropped) {
    return (
      <p className="why-cause">
        {dropped.cause === 'link'
          ? t.lostNow(linkOf(dropped, directory), name(dropped.seq), flowStyle(dropped.flow).label)
          : t.droppedNow(nodeBefore(dropped, directory), name(dropped.seq), flowStyle(dropped.flow).label)}
        {because(dropped, directory)}.
      </p>
    );
  }
  const marked = occasion === 'mark' ? markedIn(moment) : undefined;
  if (marked) {
    return (
      <p className="why-cause">
        {t.markedNow(nodeBefore(marked, directory), name(marked.seq), flowStyle(marked.flow).label)}:{' '}
        {markReason(marked, directory)}.
      </p>
    );
  }
  // ACKs of flows without a window are reports, whose numbers do not refer to a byte stream.
  const isReport = moment.rule === 'report' && moment.before.cwnd == null;
  return <p className="why-cause">{isReport ? t.report : eventText(moments, place, payload)}.</p>;
}

/** The event by which the sender detected a loss. */
function lossEvent(moments: readonly Moment[], place: number, packet: string): string {
  const { cause, rule, before } = moments[place] as Moment;
  if (rule === 'timeout') {
    // Only NewReno has a timer that ACKs for new data do not restart.
    if (before.recovering && hadNewAck(moments, place)) return t.timedOutInRecovery(packet);
    return t.timedOut(packet, `${formatTrimmed((before.rtoMs ?? 0) / 1000)} s`);
  }
  if (cause.kind !== 'ack') return t.timerShowsLoss(causeText(cause), packet);
  const duplicates = duplicateAcks(moments, place).length;
  return duplicates > 0 ? t.duplicateAck(t.ordinal(duplicates), packet) : t.ackShowsLoss(packet);
}

type AtNode = Dropped | Marked;

/** The node before the link, which drops and marks. */
function nodeBefore({ channel }: AtNode, directory: Directory): string {
  const id = directory.channels[channel ?? -1]?.from ?? '';
  return documentNow().nodes.find((n) => n.id === id)?.name || id;
}

/** The ends of a channel; null: the packet had no route. */
function linkOf({ channel }: AtNode, directory: Directory): string | null {
  return channel == null ? null : channelText(directory, channel);
}

/** After a colon, why a queue dropped a packet, how long it had waited, and how full the queue was. Losses on a link do not depend on the queue. */
function because(dropped: Dropped, directory: Directory): string {
  const { cause } = dropped;
  if (cause === 'link') return '';
  const why = cause === 'early' ? t.early.dropped(disciplineOf(dropped, directory)) : t.drops[cause];
  return `: ${[why, ...queueParts(dropped, directory)].join(', ')}`;
}

function markReason(marked: Marked, directory: Directory): string {
  return [t.early.marked(disciplineOf(marked, directory)), ...queueParts(marked, directory)].join(', ');
}

/** The name of the queue discipline. */
function disciplineOf({ channel }: AtNode, directory: Directory): string {
  const kind = directory.channels[channel ?? -1]?.discipline ?? '';
  return runNow().catalogue?.queues.find((q) => q.id === kind)?.name ?? kind;
}

/** How long the packet had waited, and how full the queue is. */
function queueParts({ channel, queue }: AtNode, directory: Directory): string[] {
  if (queue == null) return [];
  const limit = directory.channels[channel ?? -1]?.limitPackets ?? 0;
  const waited = queue.waitedMs > 0 ? [t.afterWait(`${formatVariable(queue.waitedMs)} ms`)] : [];
  return [...waited, t.waiting(formatNumber(queue.packets), limit > 0 ? formatNumber(limit) : null)];
}
