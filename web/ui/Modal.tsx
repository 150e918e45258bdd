import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBack } from './use-back';

interface Props {
  label: string;
  onClose: () => void;
  /** Class of the layer that covers the page. */
  overlay: string;
  /** Class of the dialog. */
  className: string;
  children: ReactNode;
}

/** A modal dialog over the whole page, which a click outside and Back close. */
export function Modal({ label, onClose, overlay, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);
  useBack(onClose);
  useLayoutEffect(() => {
    const box = dialog.current;
    box?.showModal();
    markPage();
    return () => {
      // Closed before it is removed, so that the focus goes back to where it was.
      box?.close();
      markPage();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={overlay}
      aria-label={label}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        pressed.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        event.stopPropagation();
        // The end of a text selection outside the dialog is not a click there.
        if (pressed.current && event.target === event.currentTarget) onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      <div className={className}>{children}</div>
    </dialog>
  );
}

/** Says in the page's classes whether a dialog is open, so that the page does not scroll below it. */
function markPage(): void {
  document.documentElement.classList.toggle('has-dialog', document.querySelector('dialog[open]') !== null);
}
