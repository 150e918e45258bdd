import './figures.css';
import { useEffect, useRef, useState } from 'react';
import type { Moment } from '../../../generated/types';
import {
  flowStyle,
  sessionNow,
  setPlots,
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
import { useSize } from '../drawing/use-size';
import { DEFAULT_PLOTS } from '../model/specs';
import { sequencePanelTexts as t } from './figures-texts';

/** How long the crosshair rests, ms, before its surroundings are traced. */
const REST_MS = 200;
/** Times that differ by less are the same, s. */
const SAME_S = 1e-6;

/** Packets and ACKs of the selected flow, or of the first, around the crosshair or the time at which the run stands still. */
export function SequencePanel({ selected }: { selected: number }) {
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

  const root = useRef<HTMLElement>(null);
  const { width } = useSize(root);
  const size = { width: Math.max(240, width - 32), height: 232 };
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== 'sequence'));
  return (
    <section ref={root} className="sequence-panel" aria-label={t.timeSequence}>
      <div className="figure-head">
        <b>{t.timeSequence}</b>
        {flow >= 0 && (
          <span className="quiet">
            <LineSample style={styleOfFlow(flow)} /> {flowStyle(flow).label}
          </span>
        )}
        <button type="button" className="quiet-button" onClick={hide} aria-label={t.hideTimeSequence}>
          {t.hide}
        </button>
      </div>
      {found && found.moments.length > 0 ? (
        <Sequence moments={found.moments} atS={found.atS} spanS={spanS} flow={flow} size={size} />
      ) : (
        <p className="quiet">{atS === null ? t.pause : found?.atS === atS ? t.nothing : t.loading}</p>
      )}
    </section>
  );
}
