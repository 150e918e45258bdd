import { formatPlain } from '../../drawing/format';
import { speedTexts as t } from './texts';

/** The stops of the speed slider, in simulated seconds per real second. The last one is as fast as possible. */
export const SPEEDS: readonly number[] = [
  1 / 1000,
  1 / 500,
  1 / 200,
  1 / 100,
  1 / 50,
  1 / 20,
  1 / 10,
  1 / 5,
  1 / 2,
  1,
  2,
  5,
  10,
  20,
  50,
  100,
  1000,
  Number.POSITIVE_INFINITY,
];

export function nearestStop(speed: number): number {
  let best = 0;
  SPEEDS.forEach((stop, i) => {
    if (distance(stop, speed) < distance(SPEEDS[best] as number, speed)) best = i;
  });
  return best;
}

function distance(a: number, b: number): number {
  if (a === b) return 0;
  return Math.abs(Math.log(Math.min(a, 1e9)) - Math.log(Math.min(b, 1e9)));
}

/** "1/200", "2×", "max" */
export function speedText(speed: number): string {
  if (!Number.isFinite(speed)) return 'max';
  if (speed >= 1) return `${formatPlain(Number(speed.toPrecision(2)))}×`;
  return `1/${Math.round(1 / speed)}`;
}

/** For screen readers. */
export function spokenSpeed(speed: number): string {
  if (!Number.isFinite(speed)) return t.fastest;
  if (speed === 1) return t.realTime;
  return speed > 1 ? t.faster(speed) : t.slower(Math.round(1 / speed));
}
