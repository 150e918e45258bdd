import './menus.css';
import { useEffect, useId, useRef, useState } from 'react';
import { setPlots, useRun } from '../../store';
import { ChooseMeasured } from './MeasuredLines';
import { CHOICES, DEFAULT_PLOTS } from './specs';

/** Chooses which plots are shown. New ones come to the end of the stack. */
export function AddMenu({ wanted }: { wanted: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  // What the engine does not measure is not on offer.
  const measured = useRun((r) => r.results === null || 'covariance' in r.results);
  const choices = CHOICES.filter((c) => c.id !== 'covariance' || measured);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const close = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', close);
    };
  }, [open]);

  const toggle = (plot: string) =>
    setPlots(wanted.includes(plot) ? wanted.filter((p) => p !== plot) : [...wanted, plot]);

  return (
    <div className="add-menu" ref={root}>
      <button
        type="button"
        className="quiet-button"
        ref={button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
          <path d="M6 1v10M1 6h10" stroke="currentColor" strokeWidth={1.5} fill="none" />
        </svg>
        Add
      </button>
      {open && (
        <fieldset className="plots-menu" id={id}>
          <legend>Plots shown</legend>
          {choices.map((choice) => (
            <label key={choice.id}>
              <input
                type="checkbox"
                checked={wanted.includes(choice.id)}
                onChange={() => toggle(choice.id)}
              />
              <span>
                {choice.name}
                <small>{choice.summary}</small>
              </span>
            </label>
          ))}
          <ChooseMeasured />
          <button
            type="button"
            className="quiet-button"
            onClick={() => setPlots(null)}
            disabled={wanted === DEFAULT_PLOTS}
          >
            Back to the usual plots
          </button>
        </fieldset>
      )}
    </div>
  );
}
