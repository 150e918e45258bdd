import type { Flow } from '../../generated/types';
import { english } from '../../language/english';
import { flowIndexOf, flowStyle, setAlgorithm, useCatalogue, useSession } from '../../store';
import { RowChooser } from '../../ui/RowChooser';
import { RowPicker } from '../../ui/RowPicker';
import { OwnController } from './OwnController';
import { algorithmPickerTexts as t } from './selected-texts';
import { useFluidNote } from './use-fluid-note';

interface Props {
  flows: readonly Flow[];
  /** The owner of the algorithm, if it is not shown beside the picker. */
  of?: string;
}

/** A picker for the algorithm of a flow, for places with room for only a button. */
export function AlgorithmPicker({ flow, of }: { flow: Flow; of: string }) {
  const rows = useCatalogue()?.algorithms ?? [];
  const recent = useSession((s) => s.recent);
  const note = useFluidNote();
  return (
    <RowPicker
      label={t.algorithm}
      rows={rows}
      value={flow.algorithm}
      recent={recent}
      note={note}
      of={of}
      lang={english()}
      onChange={(id) => setAlgorithm([flow], id, flowStyle(flowIndexOf(flow.id)).label)}
    />
  );
}

/** The algorithm of one or several flows, with a summary and its source. The rows come from the catalogue. */
export function AlgorithmSection({ flows, of = t.algorithm }: Props) {
  const rows = useCatalogue()?.algorithms ?? [];
  const note = useFluidNote();
  const [first, ...others] = flows;
  if (!first) return null;
  const same = others.every((f) => f.algorithm === first.algorithm);
  const label = others.length === 0 ? flowStyle(flowIndexOf(first.id)).label : t.flowCount(flows.length);
  return (
    <>
      <section className="section">
        <RowChooser
          title={t.algorithm}
          label={of}
          rows={rows}
          value={same ? first.algorithm : ''}
          none={t.mixed}
          note={note}
          source={sourceOf}
          lang={english()}
          onChange={(id) => setAlgorithm(flows, id, label)}
        />
      </section>
      {others.length === 0 ? <OwnController flow={first} /> : null}
    </>
  );
}

export const sourceOf = (text: string) => <Source text={text} />;

/** The source, with links to RFCs. */
function Source({ text }: { text: string }) {
  // A list such as "RFC 5681, 6298" contains further numbers without the word.
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
