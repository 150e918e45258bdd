import { useEffect, useState } from 'react';
import { subscribeFrame } from '../../store';
import { markKeyTexts as t } from './texts';

/** Explains what a marked packet looks like, once a queue has marked one. */
export function MarkKey() {
  const [seen, setSeen] = useState(false);
  useEffect(
    () =>
      subscribeFrame(({ scene }) => {
        let marks = 0;
        for (let c = 0; c < scene.channelCount; c++) marks += scene.marksSoFar(c);
        setSeen(marks > 0);
      }),
    [],
  );
  if (!seen) return null;
  return (
    <p className="mark-key">
      <svg width={18} height={18} viewBox="-9 -9 18 18" aria-hidden="true">
        <path className="packet" d="M-4.5-4h9v8h-9z" />
        <path className="stripe" d="M-4.5-1h9v2h-9z" />
        <circle className="ring" r={7.5} />
      </svg>
      <span>
        {t.marked} <span className="long">{t.asCongested} </span>
        {t.ce}
      </span>
    </p>
  );
}
