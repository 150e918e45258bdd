import type { ReactNode } from 'react';
import { sessionNow, setPlots, useSession } from '../../../store';
import { DEFAULT_PLOTS } from '../model/specs';
import { figureHeadTexts as t } from './figures-texts';

interface Props {
  /** Id of the plot. */
  id: string;
  title: string;
  children?: ReactNode;
}

/** The title of a figure with its choices. On the page it can be hidden; an embed shows what its link says. */
export function FigureHead({ id, title, children }: Props) {
  const embed = useSession((s) => s.embed);
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== id));
  return (
    <div className="figure-head">
      <b>{title}</b>
      {children}
      {embed ? null : (
        <button type="button" className="quiet-button" onClick={hide} aria-label={t.hideFigure(title)}>
          {t.hide}
        </button>
      )}
    </div>
  );
}
