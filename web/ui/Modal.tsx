import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface Props {
  label: string;
  onClose: () => void;
  /** Of what covers the page. */
  overlay: string;
  /** Of the box on it. */
  className: string;
  children: ReactNode;
}

/** A dialog over the whole page, the browser's own: nothing else can be reached while it is there. A press beside it closes it. */
export function Modal({ label, onClose, overlay, className, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef(false);
  useLayoutEffect(() => {
    const box = dialog.current;
    box?.showModal();
    // Closed before it leaves the page, it gives the focus back to where it was.
    return () => box?.close();
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
        // A selection of text that ends outside is no press there.
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
