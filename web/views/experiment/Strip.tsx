import type { Experiment } from '../../generated/types';
import {
  cancel,
  pause,
  removeResults,
  resume,
  retryFailed,
  run,
  type Size,
  setSize,
  useExperiment,
} from '../../store/experiment';
import { Radios } from '../../ui/Radios';
import { useLayout } from '../../ui/use-layout';
import { useCost } from './cost';
import { durationText, runCount, runsText, seedsText, variantsText } from './counts';
import { stripTexts as t } from './texts';

/** Size, run, pause and cancel, and the progress. */
export function RunStrip({ document }: { document: Experiment }) {
  return (
    <section className="time-area run-strip" aria-label={t.label}>
      <RunButton />
      {document.quick ? <SizeSwitch document={document} /> : null}
      <Progress document={document} />
      <Actions />
    </section>
  );
}

/** Starts, pauses or continues the runs that are not done. */
export function runOrPause(status: string): void {
  if (status === 'running') pause();
  else if (status === 'paused') resume();
  else run();
}

function RunButton() {
  const status = useExperiment((s) => s.status);
  const done = useExperiment((s) => s.done);
  const total = useExperiment((s) => s.total);
  const running = status === 'running';
  const all = total > 0 && done >= total;
  const name = running ? t.pause : status === 'paused' ? t.continue : done > 0 && !all ? t.runRest : t.run;
  return (
    <button
      type="button"
      className="play"
      aria-label={name}
      // Not disabled, so that the keyboard’s focus stays when the last run is done.
      aria-disabled={total === 0 || all}
      onClick={() => (total === 0 || all ? undefined : runOrPause(status))}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={running ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M5 2.8v10.4L13 8z'} />
      </svg>
    </button>
  );
}

function SizeSwitch({ document }: { document: Experiment }) {
  const size = useExperiment((s) => s.size);
  const option = (id: Size, name: string) => ({
    id,
    content: (
      <>
        <span>{name}</span>
        <span className="secondary numeric">{runsText(runCount(document, id).runs)}</span>
      </>
    ),
  });
  return (
    <Radios
      label={t.size}
      className="segments sizes"
      optionClass="button size"
      value={size}
      options={[option('quick', t.quick), option('full', t.full)]}
      onChange={setSize}
    />
  );
}

function Progress({ document }: { document: Experiment }) {
  const status = useExperiment((s) => s.status);
  const done = useExperiment((s) => s.done);
  const total = useExperiment((s) => s.total);
  const left = useExperiment((s) => s.secondsLeft);
  const workers = useExperiment((s) => s.workers);
  const points = useExperiment((s) => s.points.length);
  const seeds = useExperiment((s) => s.seeds.length);
  const failures = useExperiment((s) => s.failures);
  const error = useExperiment((s) => s.error);
  const fingerprint = useExperiment((s) => s.fingerprint);
  const going = status === 'running' || status === 'paused';
  const cost = useCost(document);
  const seconds = left ?? cost;
  const time = seconds === null ? '' : durationText(seconds);
  const at = workers > 1 ? t.parallel(workers) : '';
  const head = () => {
    const runs = runsText(total);
    if (status === 'done') return t.allDone(runs);
    if (failures.length > 0 && !going) return t.doneAndFailed(done, runs, failures.length);
    if (done > 0 || going) return t.doneOf(done, runs);
    return runs;
  };
  const detail = () => {
    const all = [variantsText(points), seedsText(seeds)];
    if (status === 'running') return [time ? t.left(time) : t.estimating, at];
    if (status === 'paused') return [t.paused, time ? t.left(time) : ''];
    if (status === 'done') return all;
    if (error) return [error];
    if (failures.length > 0) return [failures[0]?.message ?? ''];
    return [...(done > 0 ? [t.rest] : all), time ? t.onThisMachine(time) : ''];
  };
  const share = total > 0 ? done / total : 0;
  return (
    <div className="run-progress">
      <span className="run-head">
        <strong className="numeric">{head()}</strong>{' '}
        <span className="secondary">{detail().filter(Boolean).join(', ')}</span>
        {status === 'done' && fingerprint ? (
          <span className="secondary fingerprint" title={t.digestHelp(fingerprint)}>
            {t.digest(`${fingerprint.slice(0, 4)} ${fingerprint.slice(4, 8)}`)}
          </span>
        ) : null}
      </span>
      <span
        className="run-bar"
        role="progressbar"
        aria-label={t.progress}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={t.progressText(done, total)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className="visually-hidden" role="status">
        {status === 'done' ? t.done : status === 'failed' ? t.someFailed : ''}
      </span>
    </div>
  );
}

function Actions() {
  const narrow = useLayout() === 'phone';
  const status = useExperiment((s) => s.status);
  const done = useExperiment((s) => s.done);
  const failed = useExperiment((s) => s.failures.length > 0);
  const going = status === 'running' || status === 'paused';
  return (
    <span className="run-actions">
      {going ? (
        <button type="button" className="button framed" onClick={cancel}>
          {t.cancel}
        </button>
      ) : null}
      {failed && !going ? (
        <button type="button" className="button framed" onClick={retryFailed}>
          {t.tryAgain}
        </button>
      ) : null}
      {done > 0 && !going ? (
        <button
          type="button"
          className="button"
          aria-label={t.removeResults}
          onClick={() => void removeResults()}
        >
          {narrow ? t.remove : t.removeResults}
        </button>
      ) : null}
    </span>
  );
}
