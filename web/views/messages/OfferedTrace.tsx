import { useState } from 'react';
import { formatNumber, formatUpTo } from '../../drawing/format';
import type { Link, Trace } from '../../generated/types';
import { channelChange } from '../../scenario/change';
import { meanRateMbps, traceExtent } from '../../scenario/trace';
import { editAll, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { Choice } from '../../ui/Choice';
import { MessageLine } from './MessageLine';
import { offeredTraceTexts as t } from './trace-texts';

type Direction = 'forward' | 'backward';

/** Asks which link should follow an opened trace. */
export function OfferedTrace({ trace }: { trace: Trace }) {
  const links = useDocument((d) => d.links);
  const nodes = useDocument((d) => d.nodes);
  const selected = useSession((s) => (s.selection?.kind === 'link' ? s.selection.id : null));
  const narrow = useRun((s) => s.directory?.channels.find((c) => c.bottleneck)?.link);
  const [chosen, setChosen] = useState<string | null>(null);
  const name = (id: string) => nodes.find((n) => n.id === id)?.name || id;
  const options = links.flatMap((link) => {
    const option = (direction: Direction, from: string, to: string) => ({
      id: `${link.id}/${direction}`,
      name: t.fromTo(name(from), name(to)),
      ...(link.backward ? {} : { hint: t.bothDirections }),
    });
    return [
      option('forward', link.a, link.b),
      ...(link.backward ? [option('backward', link.b, link.a)] : []),
    ];
  });
  const defaultLink = links.find((l) => l.id === selected) ?? links.find((l) => l.id === narrow) ?? links[0];
  const wanted = options.find((o) => o.id === chosen)?.id ?? (defaultLink ? `${defaultLink.id}/forward` : '');
  const close = () => app.setState({ trace: null });
  const use = () => {
    const at = wanted.lastIndexOf('/');
    const link = links.find((l) => l.id === wanted.slice(0, at));
    if (link) setTrace(link, wanted.slice(at + 1) as Direction, trace);
    close();
  };
  const { packets, durationS } = traceExtent(trace);
  const mean = meanRateMbps({ rateMbps: 0, delayMs: 0, trace });
  return (
    <MessageLine onClose={close}>
      <strong>{t.isTrace(trace.name ?? t.theFile)}</strong>{' '}
      {t.contents(formatNumber(packets), formatUpTo(durationS, 1), formatNumber(mean))}{' '}
      {options.length === 0 ? (
        t.noLink
      ) : (
        <span className="offer">
          {t.use}
          <Choice label={t.label} value={wanted} options={options} onChange={setChosen} />
          <button type="button" className="button small framed" onClick={use}>
            {t.useIt}
          </button>
        </span>
      )}
    </MessageLine>
  );
}

function setTrace(link: Link, direction: Direction, trace: Trace): void {
  editAll([channelChange(link, direction, ['trace'], trace)], t.change(link.id));
}
