import { Icon } from '../ui/Icon';
import { later } from '../ui/later';
import { Popup } from '../ui/Popup';

// Whoever takes nothing away need not load how.
const Export = later(() => import('../views/export').then((m) => m.default), {
  what: 'The export',
  waiting: <p className="secondary">Loading …</p>,
});

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
      <Export />
    </Popup>
  );
}
