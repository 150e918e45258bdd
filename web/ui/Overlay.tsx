import type { ReactNode } from 'react';
import { useBack } from './use-back';

interface Props {
  label: string;
  onBack: () => void;
  children: ReactNode;
}

/** The side panel where there is no column for it: over the plots, which stay in use. Back closes it. */
export function Overlay({ label, onBack, children }: Props) {
  useBack(onBack);
  return (
    <aside className="inspector-area overlay" aria-label={label}>
      {children}
    </aside>
  );
}
