import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '../../store';
import { session } from '../../store/session';
import { useFinger } from '../../ui/use-layout';

/** The row of a parameter, to which a link in a text may lead: it then comes into view, and has the focus. */
export function At({ path, children }: { path: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const wanted = useSession((s) => s.wanted === path);
  const finger = useFinger();
  useEffect(() => {
    const row = wanted ? place.current?.firstElementChild : null;
    if (!row) return;
    row.scrollIntoView({ block: 'center' });
    // The focus of a field would open a phone's keyboard over it.
    const field = row.querySelector<HTMLElement>('input:not([type="range"]), button.picker');
    if (!finger) field?.focus({ preventScroll: true });
    session.setState({ wanted: null });
  }, [wanted, finger]);
  return (
    <div className="at" ref={place}>
      {children}
    </div>
  );
}
