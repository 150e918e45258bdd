import { useLayout } from '../../app/use-layout';
import { Radios } from '../../app/widgets/Radios';
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
} from '../../experiment';
import type { Experiment } from '../../generated/types';
import { useCost } from './cost';
import { many, runCount, timeWords } from './counts';

/** Size, run, pause and cancel, and how far it is. */
export function Strip({ document }: { document: Experiment }) {
  return (
    <section className="time-area run-strip" aria-label="Runs">
      <RunButton />
      {document.quick ? <SizeSwitch document={document} /> : null}
      <Said document={document} />
      <Actions />
    </section>
  );
}

/** Runs what is not done; pauses; goes on. */
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
  const name = running ? 'Pause' : status === 'paused' ? 'Go on' : done > 0 && !all ? 'Run the rest' : 'Run';
  return (
    <button
      type="button"
      className="play"
      aria-label={name}
      disabled={total === 0 || all}
      onClick={() => runOrPause(status)}
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
        <span className="secondary numeric">{many(runCount(document, id).runs, 'run')}</span>
      </>
    ),
  });
  return (
    <Radios
      label="Size"
      className="segments sizes"
      optionClass="button size"
      value={size}
      options={[option('quick', 'Quick'), option('full', 'Full')]}
      onChange={setSize}
    />
  );
}

function Said({ document }: { document: Experiment }) {
  const status = useExperiment((s) => s.status);
  const done = useExperiment((s) => s.done);
  const total = useExperiment((s) => s.total);
  const left = useExperiment((s) => s.secondsLeft);
  const workers = useExperiment((s) => s.workers);
  const points = useExperiment((s) => s.points.length);
  const seeds = useExperiment((s) => s.seeds.length);
  const failures = useExperiment((s) => s.failures);
  const trouble = useExperiment((s) => s.trouble);
  const fingerprint = useExperiment((s) => s.fingerprint);
  const going = status === 'running' || status === 'paused';
  const cost = useCost(document);
  const seconds = left ?? cost;
  const time = seconds === null ? '' : timeWords(seconds);
  const at = workers > 1 ? `${workers} at a time` : '';
  const head = () => {
    if (status === 'done') return `${many(total, 'run')}, all done`;
    if (failures.length > 0 && !going) return `${done} of ${many(total, 'run')}, ${failures.length} failed`;
    if (done > 0 || going) return `${done} of ${many(total, 'run')}`;
    return many(total, 'run');
  };
  const detail = () => {
    if (status === 'running') return [time ? `${time} left` : 'measuring the time', at];
    if (status === 'paused') return ['paused', time ? `${time} left` : ''];
    if (status === 'done') return [`${many(points, 'variant')}, ${many(seeds, 'seed')}`];
    if (trouble) return [trouble];
    if (failures.length > 0) return [failures[0]?.message ?? ''];
    const whole = `${many(points, 'variant')}, ${many(seeds, 'seed')}`;
    return [done > 0 ? 'run the rest' : whole, time ? `${time} on this machine` : ''];
  };
  const share = total > 0 ? done / total : 0;
  return (
    <div className="run-said">
      <span className="run-head">
        <strong className="numeric">{head()}</strong>{' '}
        <span className="secondary">{detail().filter(Boolean).join(', ')}</span>
        {status === 'done' && fingerprint ? (
          <span
            className="secondary fingerprint"
            title={`Fingerprint of all runs: ${fingerprint}. The command line prints the same for the same experiment.`}
          >
            fingerprint {fingerprint.slice(0, 4)} {fingerprint.slice(4, 8)}
          </span>
        ) : null}
      </span>
      <span
        className="run-bar"
        role="progressbar"
        aria-label="Runs that are done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={`${done} of ${total} runs`}
      >
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span className="visually-hidden" role="status">
        {status === 'done' ? 'All runs are done' : status === 'failed' ? 'Some runs failed' : ''}
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
          Cancel
        </button>
      ) : null}
      {failed && !going ? (
        <button type="button" className="button framed" onClick={retryFailed}>
          Try again
        </button>
      ) : null}
      {done > 0 && !going ? (
        <button
          type="button"
          className="button"
          aria-label="Remove results"
          onClick={() => void removeResults()}
        >
          Remove{narrow ? '' : ' results'}
        </button>
      ) : null}
    </span>
  );
}
