import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { splitterTexts as t } from './texts';

interface Props {
  label: string;
  /** The edge of its panel that moves; it stands in that panel. */
  edge: 'bottom' | 'left' | 'right';
  /** Along the way that the edge moves, pixels. */
  size: number;
  min: number;
  max: number;
  /** Null: the size that the page gives it. */
  onSize: (size: number | null) => void;
}

/** A step of an arrow key, pixels; with Shift. */
const STEP = 16;
const LEAP = 96;

/** A panel's edge that can be moved: by pointer, by arrow keys, Home and End. A double click or Enter gives the panel its usual size again. */
export function Splitter({ label, edge, size, min, max, onSize }: Props) {
  const held = useRef<{ at: number; size: number } | null>(null);
  const set = (wanted: number) => onSize(Math.round(Math.max(min, Math.min(max, wanted))));
  const at = (event: PointerEvent) => (edge === 'bottom' ? event.clientY : event.clientX);
  /** A panel grows as its edge moves away from it. */
  const outwards = edge === 'left' ? -1 : 1;
  const keys = (event: KeyboardEvent) => {
    const by = (event.shiftKey ? LEAP : STEP) * outwards;
    const steps: Record<string, number> =
      edge === 'bottom' ? { ArrowUp: -by, ArrowDown: by } : { ArrowLeft: -by, ArrowRight: by };
    const step = steps[event.key];
    if (step !== undefined) set(size + step);
    else if (event.key === 'Home') set(min);
    else if (event.key === 'End') set(max);
    else if (event.key === 'Enter') onSize(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const release = () => {
    held.current = null;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between sections cannot be moved
    <div
      className={`splitter ${edge}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={edge === 'bottom' ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={Math.max(min, max)}
      aria-valuetext={t.pixels(size)}
      title={t.hint}
      onKeyDown={keys}
      onDoubleClick={() => onSize(null)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        held.current = { at: at(event), size };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const from = held.current;
        if (from && at(event) !== from.at) set(from.size + (at(event) - from.at) * outwards);
      }}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
