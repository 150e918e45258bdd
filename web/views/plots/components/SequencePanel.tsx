import './figures.css';
import { useEffect, useState } from 'react';
import type { Moment } from '../../../generated/types';
import {
  flowStyle,
  styleOfFlow,
  subscribeFrame,
  trace,
  useDocument,
  useRun,
  useSession,
} from '../../../store';
import { LineSample } from '../../../ui/LineSample';
import { Sequence } from '../../why/Sequence';
import { aroundMoment, MAX_MOMENTS } from '../../why/sequence';
import { arrangeFigure, controlHeight, type Room } from '../model/figure-room';
import { FigureHead } from './FigureHead';
import { sequencePanelTexts as t } from './figures-texts';

/** How long the crosshair rests, ms, before its surroundings are traced. */
const REST_MS = 200;
/** The least height of the picture, px, and the usual and the largest ratio of its width to it. */
const LEAST = 72;
const RATIO = 2;
const MOST_RATIO = 3;
/** Height of the key below the picture, px. */
const KEY = 40;
/** Width of the text beside the picture, with the gap, px. */
const BESIDE = 140;
/** Times that differ by less are the same, s. */
const SAME_S = 1e-6;

/** Packets and ACKs of the selected flow, or of the first, around the crosshair or the time at which the run stands still. */
export function SequencePanel({ selected, ...slot }: { selected: number } & Room) {
  useDocument((d) => d.flows);
  const directory = useRun((r) => r.directory);
  const playing = useRun((r) => r.playing);
  const now = useRun((r) => r.now);
  const cursor = useSession((s) => s.cursor);
  const [found, setFound] = useState<{ moments: readonly Moment[]; atS: number } | null>(null);
  const { flow, spanS } = aroundMoment(directory, selected);
  // A moving present would have the run computed twice all the time.
  const atS = playing && cursor === null ? null : (cursor ?? now);

  useEffect(() => {
    if (atS === null || flow < 0) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      // Without an engine, which the page reports, the last trace stays.
      const moments = await trace(
        { channel: false, number: flow },
        Math.max(0, atS - spanS),
        atS + spanS,
        MAX_MOMENTS,
        left.signal,
      ).catch(() => null);
      if (!left.signal.aborted && moments) setFound({ moments, atS });
    };
    // There is nothing to trace if the run has not reached the time yet.
    const stop = subscribeFrame((frame) => {
      if (timer !== undefined || frame.directory !== directory || frame.known < atS - SAME_S) return;
      timer = setTimeout(ask, REST_MS);
    });
    return () => {
      left.abort();
      clearTimeout(timer);
      stop();
    };
  }, [flow, atS, spanS, directory]);

  const control = controlHeight();
  const text = { stacked: control, head: control, beside: BESIDE };
  const { arrangement, room } = arrangeFigure(slot, text, (r) => Math.min(r.width, RATIO * (r.height - KEY)));
  const height = Math.max(LEAST, Math.min(room.width / RATIO, room.height - KEY));
  const size = { width: Math.min(room.width, MOST_RATIO * height), height };
  return (
    <section
      className={`plot-figure is-${arrangement}`}
      style={{ width: slot.width }}
      aria-label={t.timeSequence}
    >
      <FigureHead id="sequence" title={t.timeSequence}>
        {flow >= 0 && (
          <span className="quiet">
            <LineSample style={styleOfFlow(flow)} /> {flowStyle(flow).label}
          </span>
        )}
      </FigureHead>
      <div className="figure-picture" style={{ width: size.width }}>
        {found && found.moments.length > 0 ? (
          <Sequence moments={found.moments} atS={found.atS} spanS={spanS} flow={flow} size={size} />
        ) : (
          <p className="quiet">{atS === null ? t.pause : found?.atS === atS ? t.nothing : t.loading}</p>
        )}
      </div>
    </section>
  );
}
