import { barButton } from '../ui/Bar';
import { later } from '../ui/later';
import { Popup } from '../ui/Popup';
import { exportButtonTexts as t } from './texts';

// Loaded on demand, since most visitors do not export.
export const Export = later(() => import('../views/export').then((m) => m.default), {
  what: () => t.part,
  waiting: () => <p className="secondary">{t.loading}</p>,
});

export function ExportButton({ short }: { short: boolean }) {
  return (
    <Popup
      label={t.exportLabel}
      className="card export"
      button={barButton({ name: t.exportLabel, icon: 'download', short })}
    >
      <Export />
    </Popup>
  );
}
