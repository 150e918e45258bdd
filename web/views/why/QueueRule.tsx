import { formatPlain, formatVariable } from '../../drawing/format';
import type { Directory, QueueInfo } from '../../generated/types';
import { documentNow, useCatalogue } from '../../store';
import { MathSymbol, WithSymbols } from '../../ui/MathSymbol';
import { type Dropped, type Marked, usesSymbol } from './explain';
import { whyTexts as t } from './texts';

interface Props {
  effect: Dropped | Marked;
  directory: Directory;
}

/** The rule by which a queue discipline dropped or marked a packet before its buffer was full, with its values after the event. */
export function QueueRule({ effect, directory }: Props) {
  const catalogue = useCatalogue();
  const channel = directory.channels[effect.channel ?? -1];
  const row = catalogue?.queues.find((q) => q.id === channel?.discipline);
  const early = effect.kind === 'marked' || effect.cause === 'early';
  if (!channel || !row?.early || !early) return null;
  const { words, formula } = row.early;
  const values = [...variablesOf(row, effect.queue?.variables ?? []), ...settingsOf(row, channel)];
  return (
    <section className="why-rule">
      <div className="why-rule-head">
        <h3>{t.queueRule}</h3>
        <span className="why-source">{row.source}</span>
      </div>
      <p>
        <b>{row.name}.</b> <WithSymbols text={words} />
      </p>
      {formula ? (
        <div className="why-formulas">
          <p className="formula">
            <WithSymbols text={formula} />
          </p>
        </div>
      ) : null}
      {values.length > 0 ? (
        <p className="secondary" data-testid="queue-values">
          {t.valuesAfter}{' '}
          {values.map(({ id, name, symbol, text }, i) => (
            <span key={id}>
              {i > 0 ? ', ' : ''}
              {symbol ? <MathSymbol text={symbol} /> : name} {text}
            </span>
          ))}
        </p>
      ) : null}
    </section>
  );
}

interface Value {
  id: string;
  name: string;
  symbol: string;
  text: string;
}

function variablesOf({ variables }: QueueInfo, values: readonly (number | null)[]): Value[] {
  return variables.flatMap(({ id, name, symbol, unit, states }, i) => {
    const value = values[i];
    if (value == null) return [];
    const text = states?.[value] ?? withUnit(formatVariable(value), unit);
    return [{ id, name, symbol, text }];
  });
}

/** The parameters that the formula uses; none if an edit changes the link, so that they may have been different. */
function settingsOf({ params, early }: QueueInfo, { link, id }: Directory['channels'][number]): Value[] {
  const { links, edits = [] } = documentNow();
  if (edits.some((e) => e.path === '/links' || e.path.startsWith(`/links/${link}`))) return [];
  const row = links.find((l) => l.id === link);
  const direction = id.endsWith('/backward') ? row?.backward : row?.forward;
  const set = direction?.queue?.params ?? {};
  return params.flatMap(({ id, name, symbol, unit, default: usual }) => {
    const value = set[id] ?? usual;
    if (typeof value !== 'number' || !symbol || !usesSymbol(early?.formula ?? '', symbol)) return [];
    // As it was set, not rounded as a variable is.
    return [{ id, name, symbol, text: withUnit(formatPlain(value), unit) }];
  });
}

const withUnit = (value: string, unit: string) => `${value}${unit ? ` ${unit}` : ''}`;
