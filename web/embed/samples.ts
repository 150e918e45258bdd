/** Samples of the run as plain objects, for pages that contain the laboratory. */
import type { Frame } from '../store/frames';
import { MarkKind, namesOf } from '../worker/sections';
import type { Mark, Sample } from './protocol';

/** Values in a form in which messages can be compared; null if not a number. */
const orNull = (value: number) => (Number.isFinite(value) ? value : null);

export function sampleOf({ now, scene, directory }: Frame): Sample {
  return {
    nowS: now,
    flows: directory.flows.flatMap(({ id, removed }, f) =>
      removed || f >= scene.flowCount
        ? []
        : [
            {
              id,
              cwnd: scene.cwnd(f),
              flight: scene.inFlight(f),
              srttMs: orNull(scene.srttMs(f)),
              throughputMbps: scene.throughputMbps(f),
              retransmissions: scene.retransmissions(f),
              timeouts: scene.timeouts(f),
            },
          ],
    ),
    queues: directory.channels.flatMap(({ id, link, limitPackets, removed }, c) =>
      removed || c >= scene.channelCount
        ? []
        : [
            {
              link,
              direction: id.endsWith('/backward') ? ('backward' as const) : ('forward' as const),
              packets: scene.queuedPackets(c),
              limitPackets,
              carriedMbps: scene.carriedMbps(c),
              drops: scene.dropsSoFar(c),
            },
          ],
    ),
    jain: orNull(scene.jain),
  };
}

const KINDS: ReadonlyMap<number, Mark['kind']> = namesOf(MarkKind);
/** Maximum number of marks sent per frame, so that the page is not flooded. */
const MAX_MARKS = 200;
let marksOf = -1;
let sent = 0;

/** Marks since the previous frame. */
export function sentMarks({ run, marks, directory }: Frame): Mark[] {
  if (run !== marksOf || marks.count < sent) {
    marksOf = run;
    sent = 0;
  }
  const from = Math.max(sent, marks.count - MAX_MARKS);
  sent = marks.count;
  return [...Array(Math.max(0, sent - from)).keys()].map((i) => {
    const flow = marks.flow(from + i);
    return {
      atS: marks.time(from + i),
      kind: KINDS.get(marks.kind(from + i)) ?? 'loss',
      flow: flow < 0 ? null : (directory.flows[flow]?.id ?? null),
    };
  });
}
