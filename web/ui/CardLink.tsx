import type { MouseEvent, ReactNode } from 'react';

interface Props {
  /** The address of what the card opens, as a fragment. */
  address: string;
  /** Opens it in this page. */
  open: () => void;
  entry?: string;
  experiment?: string;
  children: ReactNode;
}

/** A card that opens a document: a link, so that it can be opened in another tab, copied and bookmarked. */
export function CardLink({ address, open, entry, experiment, children }: Props) {
  const click = (event: MouseEvent) => {
    // With these keys the browser opens another tab or window, or downloads.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
  return (
    <a
      className="card-button"
      href={address}
      draggable={false}
      onClick={click}
      data-entry={entry}
      data-experiment={experiment}
    >
      {children}
    </a>
  );
}
