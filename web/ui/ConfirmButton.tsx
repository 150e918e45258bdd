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
        if (!sure) setSure(true);
        // The second press of a double click is not meant as an answer.
        else if (event.detail < 2) onSure();
      }}
    >
      {sure ? question : children}
    </button>
  );
}
