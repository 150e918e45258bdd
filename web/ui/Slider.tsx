import { type CSSProperties, useEffect, useState } from 'react';

interface Props {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** The value in words, for screen readers. */
  text: string;
  /** Called while the slider moves. */
  onPreview?: (value: number) => void;
  /** Called when the slider is released, and after each key. */
  onCommit: (value: number) => void;
  disabled?: boolean;
}

/** The native slider with our style: keys, touch and screen readers work as in the browser. */
export function Slider({ label, value, min, max, step, text, onPreview, onCommit, disabled }: Props) {
  const [draft, setDraft] = useState<number | null>(null);
  // The value came back from the store: the preview has ended.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value is the signal
  useEffect(() => setDraft(null), [value]);
  const shown = draft ?? value;
  const settle = () => {
    if (draft !== null && draft !== value) onCommit(draft);
    else setDraft(null);
  };
  const fill = { '--fill': `${max > min ? ((shown - min) / (max - min)) * 100 : 0}%` } as CSSProperties;
  return (
    <input
      className="slider"
      type="range"
      aria-label={label}
      aria-valuetext={text}
      min={min}
      max={max}
      step={step}
      value={shown}
      disabled={disabled}
      style={fill}
      onChange={(event) => {
        const next = Number(event.currentTarget.value);
        setDraft(next);
        onPreview?.(next);
      }}
      onPointerUp={settle}
      onKeyUp={settle}
      onBlur={settle}
    />
  );
}
