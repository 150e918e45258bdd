/** Delay and drops of a queue, which have no series of their own. */

import type { PlotSpec } from '../../../drawing/spec';
import type { Directory } from '../../../generated/types';
import { type BranchPlot, branches, type Frame, moment } from '../../../store';
import type { SceneSection } from '../../../worker/sections';
import { valueAt } from './moment';

/** Bytes of a packet where only the number of packets is known. */
const FULL_SIZE = 1500;

/** Time that a backlog takes to drain, ms. Where the link does more than send at its rate, the backlog does not say how long it takes. */
function drainMs(directory: Directory | undefined, channel: number, bytes: number): number {
  const { rateMbps = 0, behaviours } = directory?.channels[channel] ?? {};
  return rateMbps > 0 && !behaviours?.length ? (bytes * 8) / (rateMbps * 1000) : Number.NaN;
}

/** Bytes of a packet in the queue now. */
function packetBytes(scene: SceneSection, channel: number): number {
  const queued = scene.queuedPackets(channel);
  return queued > 4 ? scene.queuedBytes(channel) / queued : FULL_SIZE;
}

/** Queueing delay at a time, ms. @param exact the frame with the network of that time; null: the backlog is read from the curve */
export function delayAt(spec: PlotSpec, frame: Frame, t: number, exact: Frame | null): number {
  const { channel } = spec;
  if (exact) return drainMs(exact.directory, channel, exact.scene.queuedBytes(channel));
  const backlog = valueAt(frame.plot, spec.curves[0]?.series ?? -1, t);
  return drainMs(frame.directory, channel, packetBytes(frame.scene, channel) * backlog);
}

const counted = { list: null as unknown, upTo: 0, counts: [] as number[] };

/** Drops up to `t`; counted from the marks where `t` lies in the past. */
export function dropsBefore(frame: Frame, t: number, channel: number, exact: Frame | null): number {
  if (exact) return exact.scene.dropsSoFar(channel);
  const { marks } = frame;
  if (counted.list !== marks || counted.upTo > marks.count)
    Object.assign(counted, { list: marks, upTo: 0, counts: [] });
  for (; counted.upTo < marks.count; counted.upTo++) {
    const before = counted.counts[counted.upTo - 1] ?? 0;
    counted.counts[counted.upTo] = before + (marks.kind(counted.upTo) === 4 ? 1 : 0);
  }
  return counted.counts[marks.firstAt(t) - 1] ?? 0;
}

/** The same queue in another branch at a time: its delay, ms, and its drops so far. NaN: not known. */
export function queueInBranch(
  spec: PlotSpec,
  frame: Frame,
  branch: BranchPlot | undefined,
  t: number,
): { delay: number; drops: number } {
  const id = frame.directory.channels[spec.channel]?.id;
  const there = branch && sceneAt(branch, t);
  const directory = there?.directory ?? branches.getState().directories.get(branch?.run ?? -1);
  const channel = directory?.channels.findIndex((c) => c.id === id) ?? -1;
  if (!branch || channel < 0 || t > branch.known) return { delay: Number.NaN, drops: Number.NaN };
  if (there)
    return {
      delay: drainMs(directory, channel, there.scene.queuedBytes(channel)),
      drops: there.scene.dropsSoFar(channel),
    };
  const backlog = valueAt(branch.plot, spec.curves[0]?.series ?? -1, t);
  return {
    delay: drainMs(directory, channel, packetBytes(branch.scene, channel) * backlog),
    drops: Number.NaN,
  };
}

/** The channels of a branch at a time, if they are known then: at the crosshair, or where the branch stands. */
function sceneAt(
  branch: BranchPlot,
  t: number,
): { scene: SceneSection; directory: Directory | undefined } | undefined {
  const { shown } = moment.getState();
  if (shown?.cursor === t && shown.other?.run === branch.run) return shown.other;
  // The branch follows the run on screen: it stands where the other does, or within a column of the curves.
  const { x } = branch.plot;
  const column = (x[2] ?? Number.POSITIVE_INFINITY) - (x[0] ?? 0);
  if (Math.abs(branch.now - t) > column) return undefined;
  return { scene: branch.scene, directory: branches.getState().directories.get(branch.run) };
}
