/** What the layout of the drawing is made from, and what it consists of. */
import type { Channel, Directory, Link, Node, QueueInfo } from '../../generated/types';
import type { Bar, Box, Fit, Point, Size, Track } from './geometry';

/** A flow as the layout needs it. */
export interface FlowEnds {
  index: number;
  id: string;
  label: string;
  from: string;
  to: string;
}

export interface LayoutInput {
  nodes: readonly Node[];
  links: readonly Link[];
  flows: readonly FlowEnds[];
  directory: Directory | null;
  size: Size;
  /** For little space: no rates, no names in nodes, one line for each flow. */
  compact: boolean;
  /** Whether things are pressed with a finger. */
  finger: boolean;
  /** The toolbar: all tools in a corner, on a phone one button that opens them, or none. */
  tools: 'all' | 'button' | 'none';
  /** What is selected; its label comes first. */
  selected: { kind: string; id: string } | null;
  /** The catalogue row of a queue discipline. */
  discipline: (id: string) => Pick<QueueInfo, 'name' | 'early' | 'classes'> | undefined;
  /** The behaviours of a channel in words, such as a policer with its rate; empty for most links. */
  behaviourWords: (channel: Channel) => string;
}

export interface PlacedNode {
  node: Node;
  p: Point;
  /** Half of the width and height. */
  rx: number;
  ry: number;
  label: string;
  /** What a press reaches. */
  reach: Box;
}

export interface PlacedLink {
  link: Link;
  a: Point;
  b: Point;
  width: number;
  /** How wide the band is that a press reaches. */
  reach: number;
  text: string;
  box: Box | undefined;
}

/** A channel, by its number in the directory. */
export interface PlacedChannel {
  track: Track;
  width: number;
  bar: Bar | undefined;
  /** Names of the classes of packets, which have a row of the bar each. */
  classes: readonly string[];
  capacity: number;
  title: string;
  /** The heading shows only the backlog. */
  brief: boolean;
  /** Place of the discipline and the backlog, above the bar. */
  head: Box | undefined;
  /** Place of the counts of each flow, below the bar. */
  foot: Box | undefined;
  footAlign: 'left' | 'right';
}

/** A flow's name and value beside one of its hosts. */
export interface FlowTag {
  /** The flow's index and id, and the host of the tag. */
  flow: number;
  id: string;
  node: string;
  kind: 'sender' | 'receiver' | 'more';
  text: string;
  box: Box;
  /** What a press reaches. */
  reach: Box;
  align: 'left' | 'right';
  /** The value is beside the name instead of below it. */
  oneLine: boolean;
  /** A sender's name stands alone, without its value. */
  brief: boolean;
}

export interface Layout {
  fit: Fit;
  size: Size;
  nodes: PlacedNode[];
  links: PlacedLink[];
  channels: (PlacedChannel | undefined)[];
  tags: FlowTag[];
  /** Place of the button that opens the tools. */
  button: Box | undefined;
}
