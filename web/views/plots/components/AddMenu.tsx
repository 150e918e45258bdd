import './menus.css';
import { later } from '../../../ui/later';
import { Popup } from '../../../ui/Popup';
import { addMenuTexts as t } from './texts';

const PlotsMenu = later(() => import('./PlotsMenu').then((m) => m.PlotsMenu), { what: () => t.list });

/** Chooses which plots are shown. A new one is added below the others. */
export function AddMenu({ wanted }: { wanted: readonly string[] }) {
  const button = {
    className: 'quiet-button',
    children: (
      <>
        <svg width={12} height={12} viewBox="0 0 12 12" aria-hidden="true">
          <path d="M6 1v10M1 6h10" stroke="currentColor" strokeWidth={1.5} fill="none" />
        </svg>
        <span>{t.add}</span>
      </>
    ),
  };
  return (
    <Popup button={button} label={t.plotsShown} className="plots-menu" side="start">
      <PlotsMenu wanted={wanted} />
    </Popup>
  );
}
