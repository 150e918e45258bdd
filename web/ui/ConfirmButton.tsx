import { type ReactNode, useState } from 'react';

interface Props {
  /** What it does, as its accessible name, before and after the first press. */
  names: { first: string; sure: string };
  /** What it shows before and after the first press. */
  children: ReactNode;
  sure: string;
  className: string;
  onSure: () => void;
}

/** A button for an action that cannot be undone: the second press does it. */
export function ConfirmButton({ names, children, sure: question, className, onSure }: Props) {
  const [sure, setSure] = useState(false);
  return (
    <button
      type="button"
      className={sure ? `${className} bad` : className}
      aria-label={sure ? names.sure : names.first}
      onBlur={() => setSure(false)}
      onClick={(event) => {
        // The second press of a double click is not meant as an answer. Quick taps of a finger count as one, too, but are meant.
        const twice = event.detail > 1 && (event.nativeEvent as PointerEvent).pointerType !== 'touch';
        if (!sure) setSure(true);
        else if (!twice) onSure();
      }}
    >
      {sure ? question : children}
    </button>
  );
}
