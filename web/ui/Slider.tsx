import { type CSSProperties, useEffect, useRef, useState } from 'react';

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
  /** Called when the slider is released, and once keys rest: a press of each key in a running simulation would be a change of its own. */
  onCommit: (value: number) => void;
  disabled?: boolean;
}

/** A committed value that is not back after this time, ms, is shown no longer. */
const ANSWER_MS = 2000;

/** Keys rest if none has been released for this long, ms. */
const KEYS_REST_MS = 300;

/** The native slider with our style: keys, touch and screen readers work as in the browser. */
export function Slider({ label, value, min, max, step, text, onPreview, onCommit, disabled }: Props) {
  const [draft, setDraft] = useState<number | null>(null);
  // Committed, but not yet back from the store.
  const awaited = useRef<number | null>(null);
  const keys = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // The value came back: the preview has ended. While keys are pressed in quick succession, older values come back first.
  useEffect(() => {
    if (awaited.current !== null && awaited.current !== value) return;
    awaited.current = null;
    setDraft(null);
  }, [value]);
  const shown = draft ?? value;
  // What was refused never comes back.
  const [commits, setCommits] = useState(0);
  useEffect(() => {
    if (commits === 0) return;
    const timer = setTimeout(() => {
      awaited.current = null;
      setDraft(null);
    }, ANSWER_MS);
    return () => clearTimeout(timer);
  }, [commits]);
  const settle = () => {
    clearTimeout(keys.current);
    // Already committed: the focus leaves after the release.
    if (draft !== null && draft === awaited.current) return;
    if (draft !== null && draft !== value) {
      awaited.current = draft;
      setCommits(commits + 1);
      onCommit(draft);
    } else setDraft(null);
  };
  const latest = useRef(settle);
  latest.current = settle;
  const settleAfterKeys = () => {
    clearTimeout(keys.current);
    keys.current = setTimeout(() => latest.current(), KEYS_REST_MS);
  };
  useEffect(() => () => clearTimeout(keys.current), []);
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
      onKeyUp={settleAfterKeys}
      onBlur={settle}
    />
  );
}
