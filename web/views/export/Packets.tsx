import { useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { knownEnd, runNow, sourceNow, useDocument, useSession } from '../../store';
import { fileName, saveBlob } from '../../store/save';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { captureLink } from './capture';
import { captureTexts as t } from './texts';

/** The initial time span, s; longer spans give large files. */
const INITIAL_SPAN_S = 10;

/** The packets of a link, for Wireshark. */
export function Packets() {
  const { links, nodes, durationS, title } = useDocument((d) => d);
  const selected = useSession((s) => (s.selection?.kind === 'link' ? s.selection.id : ''));
  const [chosen, setChosen] = useState(() => {
    const narrow = firstBottleneck();
    if (selected !== '' || !narrow) return { link: selected, node: '' };
    return { link: narrow.link, node: narrow.from };
  });
  const [fromS, setFrom] = useState(0);
  const [toS, setTo] = useState(() => Math.min(durationS, Math.max(INITIAL_SPAN_S, Math.ceil(knownEnd()))));
  const [state, setState] = useState<{ at: number; packets: number } | string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const [validFrom, setValidFrom] = useState(true);
  const [validTo, setValidTo] = useState(true);

  const link = links.find((l) => l.id === chosen.link) ?? links[0];
  if (!link) return <p className="secondary">{t.noLink}</p>;
  const node = [link.a, link.b].includes(chosen.node) ? chosen.node : link.a;
  const name = (id: string) => nodes.find((n) => n.id === id)?.name || id;

  const start = async () => {
    const document = JSON.stringify(sourceNow());
    const abort = new AbortController();
    running.current = abort;
    setState({ at: 0, packets: 0 });
    try {
      const ask = { document, link: link.id, node, fromS, toS };
      const progress = (at: number, packets: number) => setState({ at, packets });
      const { file, packets } = await captureLink(ask, progress, abort.signal);
      saveBlob(`${fileName(title || 'scenario')}-${fileName(link.id)}.pcapng`, file);
      setState(t.saved(packets, formatValue(packets, 0)));
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      setState(abort.signal.aborted ? null : words);
    }
    running.current = null;
  };
  const busy = typeof state === 'object' && state !== null;
  return (
    <>
      <div className="export-fields">
        <span>{t.link}</span>
        <Choice
          label={t.link}
          value={link.id}
          options={links.map((l) => ({ id: l.id, name: `${name(l.a)} – ${name(l.b)}`, hint: l.id }))}
          onChange={(id) => setChosen({ link: id, node: '' })}
        />
        <span>{t.node}</span>
        <Choice
          label={t.node}
          value={node}
          options={[link.a, link.b].map((id) => ({ id, name: name(id) }))}
          onChange={(id) => setChosen({ link: link.id, node: id })}
        />
        <span>{t.span}</span>
        <span className="export-span">
          <NumberInput
            className="line"
            label={t.fromS}
            value={fromS}
            min={0}
            max={toS}
            onValid={setValidFrom}
            onCommit={(v) => setFrom(v ?? 0)}
          />
          <NumberInput
            className="line"
            label={t.toS}
            value={toS}
            min={fromS}
            max={durationS}
            onValid={setValidTo}
            onCommit={(v) => setTo(v ?? durationS)}
          />
          s
        </span>
      </div>
      <div className="export-row">
        <span className="secondary" role="status">
          {busy
            ? t.progress(formatValue(state.at, 1), toS, formatValue(state.packets, 0))
            : (state ?? t.hint)}
        </span>
        {busy ? (
          <button type="button" className="button small framed" onClick={() => running.current?.abort()}>
            {t.cancel}
          </button>
        ) : (
          <button
            type="button"
            className="button small framed"
            onClick={start}
            disabled={toS <= fromS || !validFrom || !validTo}
          >
            pcapng
          </button>
        )}
      </div>
    </>
  );
}

/** The channel at which queues build up: what happens to packets there is what a reader asks about. */
function firstBottleneck() {
  const { directory } = runNow();
  const [first] = directory ? bottlenecksOf(directory) : [];
  return first === undefined ? undefined : directory?.channels[first];
}
