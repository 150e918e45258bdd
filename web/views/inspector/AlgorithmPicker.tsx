import type { Flow } from '../../generated/types';
import { flowIndexOf, flowStyle, setAlgorithm, useCatalogue, useSession } from '../../store';
import { RowPicker } from '../../ui/RowPicker';
import { algorithmPickerTexts as t } from './texts';
import { useFluidNote } from './use-fluid-note';

interface Props {
  flows: readonly Flow[];
  wide?: boolean;
  of?: string;
}

/** The algorithm of a flow, or of several, to be changed. The rows are the catalogue's. */
export function AlgorithmPicker({ flows, wide = false, of }: Props) {
  const rows = useCatalogue()?.algorithms ?? [];
  const recent = useSession((s) => s.recent);
  const note = useFluidNote();
  const [first, ...others] = flows;
  if (!first) return null;
  const alike = others.every((f) => f.algorithm === first.algorithm);
  const label = others.length === 0 ? flowStyle(flowIndexOf(first.id)).label : t.flowCount(flows.length);
  return (
    <RowPicker
      label={t.algorithm}
      rows={rows}
      value={alike ? first.algorithm : ''}
      recent={recent}
      wide={wide}
      note={note}
      {...(alike ? {} : { name: t.mixed })}
      {...(of === undefined ? {} : { of })}
      onChange={(id) => setAlgorithm(flows, id, label)}
    />
  );
}

/** The flow's algorithm with what it is and where it comes from. */
export function AlgorithmSection({ flow }: { flow: Flow }) {
  const row = useCatalogue()?.algorithms.find((a) => a.id === flow.algorithm);
  return (
    <section className="section">
      <div className="section-head">
        <h3>{t.algorithm}</h3>
        {row ? <span className="secondary">{row.family}</span> : null}
      </div>
      <AlgorithmPicker flows={[flow]} wide />
      {row ? (
        <p className="summary secondary">
          {row.summary}
          <Source text={row.source} />
        </p>
      ) : null}
    </section>
  );
}

/** The source; RFCs have an address each. */
function Source({ text }: { text: string }) {
  // A list such as "RFC 5681, 6298" names more of them without repeating the word.
  const parts = text.split(/(RFC \d+)/);
  return (
    <span className="source">
      {parts.map((part) => {
        const number = /^RFC (\d+)$/.exec(part)?.[1];
        if (!number) return part;
        return (
          <a key={part} href={`https://www.rfc-editor.org/rfc/rfc${number}`} target="_blank" rel="noreferrer">
            {part}
          </a>
        );
      })}
    </span>
  );
}
