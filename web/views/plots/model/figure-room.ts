/** Arranges a figure in the visible room of the plots: its picture is as large as the room allows, and wholly visible. */

/** Width and height, px. */
export interface Room {
  width: number;
  height: number;
}

/** The room that the text of a figure takes, px. */
export interface TextRoom {
  /** Height of what is above and below the picture if they share a column. */
  stacked: number;
  /** The part of it that is above the picture. */
  head: number;
  /** Minimum width of the text beside the picture, with the gap between them. */
  beside: number;
}

/**
 * `stacked`: the text is above and below the picture. `beside`: it is at the picture's right. `below`: only the head and the picture are
 * in view, and the visitor scrolls to the rest.
 */
export type Arrangement = 'stacked' | 'beside' | 'below';

/** Space around a figure, px: as in figures.css. */
export const PADDING = { x: 16, y: 8 };
/** The width that a figure needs to share a row with another one, px. */
const SHARED_WIDTH = 440;
/** A picture with its whole text in view may be smaller by this factor than one whose text is below the fold. */
const SMALLER = 0.72;

/** The width of each of `count` figures, px: they share a row if there is room. */
export function slotOf(count: number, width: number): number {
  const inRow = Math.max(1, Math.min(count, Math.floor(width / SHARED_WIDTH)));
  return Math.floor(width / inRow);
}

/**
 * Where the text stands, and the room of the picture.
 * @param slot the room of the whole figure
 * @param sizeIn how large the picture is in a room: any measure that grows with it
 */
export function arrangeFigure(
  slot: Room,
  text: TextRoom,
  sizeIn: (room: Room) => number,
): { arrangement: Arrangement; room: Room } {
  const width = Math.max(0, slot.width - 2 * PADDING.x);
  const height = Math.max(0, slot.height - 2 * PADDING.y);
  const rooms: Record<Arrangement, Room> = {
    stacked: { width, height: Math.max(0, height - text.stacked) },
    beside: { width: Math.max(0, width - text.beside), height },
    below: { width, height: Math.max(0, height - text.head) },
  };
  const [stacked, beside, below] = [sizeIn(rooms.stacked), sizeIn(rooms.beside), sizeIn(rooms.below)];
  const whole: Arrangement = beside > stacked ? 'beside' : 'stacked';
  const arrangement = Math.max(beside, stacked) >= SMALLER * below ? whole : 'below';
  return { arrangement, room: rooms[arrangement] };
}

/** Height of an axis's name above or below a picture, px: as in figures.css. */
export const AXIS_NAME = 16;

/** The height of a control in a figure, px: as in figures.css. */
export function controlHeight(): number {
  const finger = getComputedStyle(document.documentElement).getPropertyValue('--finger');
  return Math.max(28, Number.parseFloat(finger) || 0);
}
