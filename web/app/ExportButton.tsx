import { lazy, Suspense } from 'react';
import { Icon } from './widgets/Icon';
import { Popup } from './widgets/Popup';

// Whoever takes nothing away need not load how.
const Export = lazy(() => import('../views/export'));

export function ExportButton({ short }: { short: boolean }) {
  return (
    <Popup
      label="Export"
      className="card export"
      button={{
        className: short ? 'button square' : 'button',
        'aria-label': short ? 'Export' : undefined,
        children: (
          <>
            <Icon name="file" />
            {short ? null : 'Export'}
          </>
        ),
      }}
    >
      <Suspense fallback={<p className="secondary">Loading …</p>}>
        <Export />
      </Suspense>
    </Popup>
  );
}
