import { useState } from 'react';
import type { Link, Trace } from '../../generated/types';
import { channelChange } from '../../scenario/change';
import { extentOf, meanRateMbps } from '../../scenario/trace';
import { editAll, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { Choice } from '../../ui/Choice';
import { Line } from './Line';

type Direction = 'forward' | 'backward';

/** A trace that was opened, and the question which link shall follow it. */
export function OfferedTrace({ trace }: { trace: Trace }) {
  const links = useDocument((d) => d.links);
  const nodes = useDocument((d) => d.nodes);
  const selected = useSession((s) => (s.selection?.kind === 'link' ? s.selection.id : null));
  const narrow = useRun((s) => s.directory?.channels.find((c) => c.bottleneck)?.link);
  const [chosen, setChosen] = useState<string | null>(null);
  const name = (id: string) => nodes.find((n) => n.id === id)?.name || id;
  const options = links.flatMap((link) => {
    const way = (direction: Direction, from: string, to: string) => ({
      id: `${link.id}/${direction}`,
      name: `${name(from)} to ${name(to)}`,
      ...(link.backward ? {} : { hint: 'Both directions' }),
    });
    return [way('forward', link.a, link.b), ...(link.backward ? [way('backward', link.b, link.a)] : [])];
  });
  const usual = links.find((l) => l.id === selected) ?? links.find((l) => l.id === narrow) ?? links[0];
  const wanted = options.find((o) => o.id === chosen)?.id ?? (usual ? `${usual.id}/forward` : '');
  const close = () => app.setState({ trace: null });
  const use = () => {
    const at = wanted.lastIndexOf('/');
    const link = links.find((l) => l.id === wanted.slice(0, at));
    if (link) follow(link, wanted.slice(at + 1) as Direction, trace);
    close();
  };
  const { packets, lastsS } = extentOf(trace);
  const mean = meanRateMbps({ rateMbps: 0, delayMs: 0, trace });
  return (
    <Line onClose={close}>
      <strong>{trace.name ?? 'The file'} is a trace of a link:</strong> times in ms at which a packet could
      pass, {packets.toLocaleString('en')} in {Number(lastsS.toFixed(1))} s, {mean} Mb/s on average.{' '}
      {options.length === 0 ? (
        'Draw a link that can follow it, and open the file once more.'
      ) : (
        <span className="offer">
          Let it stand for the rate of
          <Choice label="Link that follows the trace" value={wanted} options={options} onChange={setChosen} />
          <button type="button" className="button small framed" onClick={use}>
            Use it
          </button>
        </span>
      )}
    </Line>
  );
}

function follow(link: Link, direction: Direction, trace: Trace): void {
  editAll([channelChange(link, direction, ['trace'], trace)], `trace of ${link.id}`);
}
