import { useEffect, useRef, useState } from 'react';
import { Choice } from '../../app/widgets/Choice';
import { NumberInput } from '../../app/widgets/NumberInput';
import { knownUntil, sourceNow, useDocument } from '../../store';
import { fileName, saveBlob } from '../../store/save';
import { type CaptureRun, captureLink } from './capture';

/** Longer windows give files that nobody wants to open by mistake. */
const SECONDS = 10;

/** The packets of a link, for Wireshark. */
export function Packets() {
  const { links, nodes, durationS, title } = useDocument((d) => d);
  const [chosen, setChosen] = useState({ link: '', node: '' });
  const [fromS, setFrom] = useState(0);
  const [toS, setTo] = useState(() => Math.min(durationS, Math.max(SECONDS, Math.ceil(knownUntil()))));
  const [state, setState] = useState<{ at: number; packets: number } | string | null>(null);
  const running = useRef<CaptureRun | null>(null);
  useEffect(() => () => running.current?.cancel(), []);

  const link = links.find((l) => l.id === chosen.link) ?? links[0];
  if (!link) return <p className="secondary">There is no link yet.</p>;
  const node = [link.a, link.b].includes(chosen.node) ? chosen.node : link.a;
  const name = (id: string) => nodes.find((n) => n.id === id)?.name || id;

  const start = async () => {
    const document = JSON.stringify(sourceNow());
    const run = captureLink({ document, link: link.id, node, fromS, toS }, (at, packets) =>
      setState({ at, packets }),
    );
    running.current = run;
    setState({ at: 0, packets: 0 });
    try {
      const captured = await run.done;
      if (captured) saveBlob(`${fileName(title || 'scenario')}-${fileName(link.id)}.pcapng`, captured.file);
      setState(captured ? `${captured.packets.toLocaleString('en-GB')} packets saved.` : null);
    } catch (error) {
      setState(error instanceof Error ? error.message : String(error));
    }
    running.current = null;
  };
  const busy = typeof state === 'object' && state !== null;
  return (
    <>
      <div className="export-fields">
        <span>Link</span>
        <Choice
          label="Link"
          value={link.id}
          options={links.map((l) => ({ id: l.id, name: `${name(l.a)} – ${name(l.b)}`, hint: l.id }))}
          onChange={(id) => setChosen({ link: id, node: '' })}
        />
        <span>Seen at</span>
        <Choice
          label="Seen at"
          value={node}
          options={[link.a, link.b].map((id) => ({ id, name: name(id) }))}
          onChange={(id) => setChosen({ link: link.id, node: id })}
        />
        <span>From, to</span>
        <span className="export-span">
          <NumberInput label="From, s" value={fromS} min={0} max={toS} onCommit={(v) => setFrom(v ?? 0)} />
          <NumberInput
            label="To, s"
            value={toS}
            min={fromS}
            max={durationS}
            onCommit={(v) => setTo(v ?? durationS)}
          />
          s
        </span>
      </div>
      <div className="export-row">
        <span className="secondary" role="status">
          {busy
            ? `${state.at.toFixed(1)} of ${toS} s, ${state.packets.toLocaleString('en-GB')} packets`
            : (state ?? 'Runs once more beside this run; begin at 0 for window scales.')}
        </span>
        {busy ? (
          <button type="button" className="button small framed" onClick={() => running.current?.cancel()}>
            Cancel
          </button>
        ) : (
          <button type="button" className="button small framed" onClick={start} disabled={toS <= fromS}>
            pcapng
          </button>
        )}
      </div>
    </>
  );
}
