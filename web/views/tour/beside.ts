export interface Size {
  width: number;
  height: number;
}

export interface Place extends Size {
  left: number;
  top: number;
}

const GAP = 8;
/** From the upper end of something high, px. */
const DOWN = 56;
/** From the left end of something wide, px. */
const ALONG = 160;

/** Where a card goes: below what it is about, above it or at a side of it, the first place where it covers nothing of it; else where it covers least. */
export function beside(about: Place, card: Size, room: Size): { left: number; top: number } {
  const { left, top, width, height } = about;
  const x = left + Math.min(width / 2 - card.width / 2, ALONG);
  const y = top + DOWN;
  const places = [
    { left: x, top: top + height + GAP },
    { left: x, top: top - card.height - GAP },
    { left: left + width + GAP, top: y },
    { left: left - card.width - GAP, top: y },
  ].map((at) => ({
    left: within(at.left, card.width, room.width),
    top: within(at.top, card.height, room.height),
  }));
  const covered = places.map((at) => overlap(about, { ...at, ...card }));
  return places[covered.indexOf(Math.min(...covered))] ?? { left: GAP, top: GAP };
}

/** So far in that it is on screen, with its beginning if it is too large. */
function within(at: number, size: number, all: number): number {
  return Math.max(GAP, Math.min(all - size - GAP, at));
}

/** The area in common, px². */
function overlap(a: Place, b: Place): number {
  const across = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const down = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  return Math.max(0, across) * Math.max(0, down);
}
