/** The contents of a frame's buffer, as the page reads them. */
import type { Directory } from '../generated/types';
import type { FrameMessage } from '../worker/protocol';
import { decodePlot, decodeValues, type MarkList, SceneSection } from '../worker/sections';
import { type BranchState, branchBehind } from './branches';
import type { Frame } from './frames';

export class FrameSections {
  private readonly message: FrameMessage;
  private readonly data: Float64Array;
  private readonly plot: Float64Array;
  private readonly values: Float64Array;
  private readonly scene: Float64Array;
  /** New marks of the timeline. */
  readonly marks: Float64Array;
  private used = 0;

  constructor(message: FrameMessage) {
    this.message = message;
    this.data = new Float64Array(message.buffer);
    const [plot, values, scene, marks] = message.lengths;
    this.plot = this.next(plot);
    this.values = this.next(values);
    this.scene = this.next(scene);
    this.marks = this.next(marks);
  }

  /** The frame with the branches that are drawn. It is read once, since the branches' sections follow each other. */
  frame(directory: Directory, marks: MarkList, state: Pick<BranchState, 'list' | 'active'>): Frame {
    const { run, now, known, ended, t0, t1, series, columns } = this.message;
    const behind = branchBehind(state);
    const others = this.message.others.flatMap(({ run, now, known, lengths }) => {
      const plot = decodePlot(this.next(lengths[0]), series, columns);
      const value = decodeValues(this.next(lengths[1]), series);
      const scene = new SceneSection(this.next(lengths[2]));
      const drawn = state.list.some((branch) => branch.run === run && branch.drawn);
      return drawn ? [{ run, named: run === behind?.run, now, known, plot, value, scene }] : [];
    });
    return {
      ...{ run, now, known, ended, t0, t1, others, directory, marks },
      plot: decodePlot(this.plot, series, columns),
      value: decodeValues(this.values, series),
      scene: new SceneSection(this.scene),
    };
  }

  private next(length: number): Float64Array {
    this.used += length;
    return this.data.subarray(this.used - length, this.used);
  }
}
