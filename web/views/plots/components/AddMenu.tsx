import './menus.css';
import { useEffect, useId, useRef, useState } from 'react';
import { later } from '../../../ui/later';
import { addMenuTexts as t } from './texts';

const PlotsMenu = later(() => import('./PlotsMenu').then((m) => m.PlotsMenu), { what: () => t.list });

/** Chooses which plots are shown. A new one is added below the others. */
export function AddMenu({ wanted }: { wanted: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
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
        <span>{t.add}</span>
      </button>
      {open && <PlotsMenu id={id} wanted={wanted} onBack={() => setOpen(false)} />}
    </div>
  );
}
