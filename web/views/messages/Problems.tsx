import type { Problem } from '../../generated/types';
import { messagesTexts as t } from './texts';

/** Lists problems: where they are, what is wrong and what is expected. */
export function Problems({ list }: { list: readonly Problem[] }) {
  const shown = list.slice(0, 20);
  return (
    <ul className="problems">
      {shown.map((p) => (
        <li key={`${p.pointer} ${p.problem}`}>
          {p.pointer ? <code>{p.pointer}</code> : null} {p.problem}
          {p.expected ? <span className="secondary"> {t.expected(p.expected)}</span> : null}
        </li>
      ))}
      {list.length > shown.length ? (
        <li className="secondary">{t.more(list.length - shown.length)}</li>
      ) : null}
    </ul>
  );
}
