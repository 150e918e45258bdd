import { useEffect, useRef } from 'react';
import { formatValue } from '../../drawing/format';
import { latestFrame, pause, play, reset, setSpeed, stepBy, useRun, useSession } from '../../store';
import { redraw } from '../../ui/redraw';
import { Slider } from '../../ui/Slider';
import { nearestStop, SPEEDS, speedText, spokenSpeed } from './speeds';
import { transportTexts as t } from './texts';

/**
 * Play, step and speed.
 * @param short leaves out what phones have no room for, and shows the time
 */
export function Transport({ short }: { short: boolean }) {
  const ready = useRun((s) => s.status === 'ready');
  const ended = useRun((s) => s.ended);
  const covered = useSession((s) => s.hidden.includes('losses'));
  return (
    <div className="transport" data-page-keys="">
      <button
        type="button"
        className="button square"
        aria-label={t.toStart}
        disabled={!ready}
        onClick={reset}
      >
        <svg className="icon solid" viewBox="0 0 16 16" aria-hidden="true">
          <path d="M3 3h2v10H3zM13 3v10L6 8z" />
        </svg>
      </button>
      <PlayButton />
      <fieldset className="steps" aria-label={t.step}>
        {short ? null : <span className="secondary">{t.step}</span>}
        <span className="segments">
          {short ? null : (
            <button
              type="button"
              className="button"
              disabled={!ready || ended}
              onClick={() => stepBy('event')}
            >
              {t.event}
            </button>
          )}
          {short ? null : (
            <button type="button" className="button" disabled={!ready || ended} onClick={() => stepBy('rtt')}>
              RTT
            </button>
          )}
          <button
            type="button"
            className="button"
            title={covered ? t.lossesCovered : undefined}
            disabled={!ready || ended || covered}
            onClick={() => stepBy('loss')}
          >
            {short ? t.nextLoss : t.loss}
          </button>
        </span>
      </fieldset>
      <Speed clock={short} />
    </div>
  );
}

export function PlayButton({ large = false }: { large?: boolean }) {
  const ready = useRun((s) => s.status === 'ready');
  const playing = useRun((s) => s.playing);
  const ended = useRun((s) => s.ended);
  const name = playing ? t.pause : ended ? t.playAgain : t.play;
  return (
    <button
      type="button"
      className={large ? 'play large' : 'play'}
      aria-label={name}
      disabled={!ready}
      onClick={playing ? pause : play}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={playing ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M5 2.8v10.4L13 8z'} />
      </svg>
    </button>
  );
}

/** @param clock shows the time, too: a phone has no other place for it */
function Speed({ clock }: { clock: boolean }) {
  const speed = useSession((s) => s.speed);
  const measured = useRun((s) => (s.playing ? s.measuredSpeed : 0));
  const stop = nearestStop(speed);
  // The measured speed is shown at full speed, and if the machine cannot keep up.
  const measuring = measured > 0 && (!Number.isFinite(speed) || measured < 0.8 * speed);
  return (
    <div className="speed">
      <span className="speed-label">
        {clock ? <Clock /> : <span className="secondary">{t.speed}</span>}
        <strong className="numeric">
          {/* Beside the time, a slider without its name would be taken for the time's. */}
          {clock && !measuring ? <span className="secondary">{t.speed} </span> : null}
          {speedText(speed)}
          {measuring ? <span className="secondary"> {speedText(measured)}</span> : null}
        </strong>
      </span>
      <Slider
        label={t.speed}
        value={stop}
        min={0}
        max={SPEEDS.length - 1}
        step={1}
        text={spokenSpeed(speed)}
        onPreview={(next) => setSpeed(SPEEDS[next] ?? 1)}
        onCommit={(next) => setSpeed(SPEEDS[next] ?? 1)}
      />
    </div>
  );
}

/** The time, which goes with the playhead and its flag. */
export function Clock() {
  const text = useRef<HTMLElement>(null);
  useEffect(() => {
    const handle = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!text.current || !frame) return;
      const now = `${formatValue(frame.now, 2)} s`;
      if (text.current.textContent !== now) text.current.textContent = now;
    });
    return handle.dispose;
  }, []);
  const duration = useRun((s) => s.directory?.durationS);
  return (
    <span className="clock numeric">
      <strong ref={text}>{formatValue(0, 2)} s</strong>
      {duration === undefined ? null : <span className="secondary"> {t.ofDuration(duration)}</span>}
    </span>
  );
}
