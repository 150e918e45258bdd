import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { Modal } from './Modal';

interface Props {
  label: string;
  /** Content of the line while it is closed. */
  line: ReactNode;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** On a phone, a line at the bottom that opens a sheet. */
export function Sheet({ label, line, open, onOpen, children }: Props) {
  return (
    <>
      <button
        type="button"
        className="sheet-handle"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(true)}
      >
        <span className="sheet-grip" aria-hidden="true" />
        <span className="sheet-line">
          {line}
          <Icon name="up" />
        </span>
      </button>
      {open ? (
        <Modal label={label} overlay="sheet-overlay" className="sheet" onClose={() => onOpen(false)}>
          {children}
        </Modal>
      ) : null}
    </>
  );
}
