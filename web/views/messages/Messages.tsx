import { useStore } from 'zustand';
import type { Problem } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import { changeByPackets, edit, restart, sessionNow, useDocument, useRun, useSession } from '../../store';
import { app } from '../../store/app';
import { documentStore, nothingOpen } from '../../store/document';
import { useExperiment } from '../../store/experiment/store';
import { run } from '../../store/run';
import { session } from '../../store/session';
import { later } from '../../ui/later';
import { EngineTrouble, TryAgain } from './EngineTrouble';
import { Line } from './Line';
import { obstacleWords } from './obstacles';
import { StorageMessages } from './Storage';
import { messagesTexts as t } from './texts';

const OfferedTrace = later(() => import('./OfferedTrace').then((m) => m.OfferedTrace), {
  what: t.traceForm,
});

/** What an ordinary computer carries over links in a minute, and from where on a run is worth a warning. */
const HOPS_PER_MINUTE = 5e8;
const MANY_HOPS = 2 * HOPS_PER_MINUTE;

/** What the page has to say: lines above the network, never over the plots. */
export function Messages() {
  const refusal = useStore(app, (s) => s.refusal);
  const lab = useSession((s) => s.page === 'lab');
  const experiment = useSession((s) => s.page === 'experiment');
  const trace = useStore(app, (s) => s.trace);
  const empty = useDocument(nothingOpen);
  return (
    <div className="messages" aria-live="polite">
      {lab ? <BackToExperiment /> : null}
      {lab || experiment ? <StorageMessages kind={lab ? 'scenario' : 'experiment'} /> : null}
      {lab && trace ? <OfferedTrace key={trace.name} trace={trace} /> : null}
      <EngineTrouble />
      {refusal && !refusal.fault ? (
        <Line bad onClose={() => app.setState({ refusal: null })}>
          <strong>{t.notOpened(refusal.what)}</strong> {t.workSafe}{' '}
          {empty ? <TryAgain onClick={restart} /> : null}
          <Problems list={refusal.problems} />
        </Line>
      ) : null}
      <Trouble />
      {lab ? <OfTheRun /> : null}
    </div>
  );
}

/** What was asked for and could not be done. */
function Trouble() {
  const trouble = useStore(app, (s) => s.trouble);
  if (trouble === '') return null;
  return (
    <Line bad onClose={() => app.setState({ trouble: '' })}>
      <strong>{t.failed}</strong> {trouble} {t.tryAgainOr}{' '}
      <button type="button" className="button small framed" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </Line>
  );
}

/** What concerns the scenario in the laboratory and its run. */
function OfTheRun() {
  const notice = useStore(app, (s) => s.notice);
  const stopped = useRun((s) => s.stopped);
  const hops = useRun((s) => s.directory?.estimatedHops ?? 0);
  const fluid = useRun((s) => s.obstacles.length === 0) && !sessionNow().embed;
  const editProblems = useRun((s) => s.editProblems);
  const byPackets = useRun((s) => s.byPackets);
  return (
    <>
      {editProblems.length > 0 ? (
        <Line bad onClose={() => run.setState({ editProblems: [] })}>
          {byPackets ? (
            <>
              <strong>{t.fluidCannotFollow}</strong> {obstacleWords(editProblems)}.{' '}
              <button type="button" className="button small framed" onClick={changeByPackets}>
                {t.runByPackets}
              </button>
            </>
          ) : (
            <>
              <strong>{t.impossibleChange}</strong>
              <Problems list={editProblems} />
            </>
          )}
        </Line>
      ) : null}
      {hops > MANY_HOPS ? (
        <Line>
          <strong>{t.longRun}</strong> {t.effort(Math.round(hops / 1e9), Math.round(hops / HOPS_PER_MINUTE))}
          {fluid ? (
            <>
              {' '}
              {t.fluidIsFast}{' '}
              <button
                type="button"
                className="button small framed"
                onClick={() => edit('/engine', 'fluid', t.modelFluid)}
              >
                {t.runAsFluid}
              </button>
            </>
          ) : null}
        </Line>
      ) : null}
      {stopped ? (
        <Line>
          {t.endedEarly} {stopped}
        </Line>
      ) : null}
      {notice ? <Line onClose={() => app.setState({ notice: '' })}>{notice}</Line> : null}
      <DigestVerdict />
    </>
  );
}

/** The experiment that the scenario is a variant of, with a button to return to it. */
function BackToExperiment() {
  const variant = useStore(app, (s) => s.variant);
  const title = useExperiment((s) => s.document?.title);
  if (variant === '' || title === undefined) return null;
  return (
    <Line onClose={() => app.setState({ variant: '' })}>
      {variant}
      {t.partOf} <strong>{title || t.theExperiment}</strong>.{' '}
      <button
        type="button"
        className="button small framed"
        onClick={() => session.setState({ page: 'experiment' })}
      >
        {t.backToExperiment}
      </button>
    </Line>
  );
}

/** Every problem with where it is, what is wrong and what would be right. */
export function Problems({ list }: { list: readonly Problem[] }) {
  const shown = list.slice(0, 20);
  return (
    <ul className="problems">
      {shown.map((p) => (
        <li key={`${p.pointer} ${p.problem}`}>
          {p.pointer ? <code>{p.pointer}</code> : null} {p.problem}
          {p.expected ? <span className="secondary"> {t.expected(p.expected)}</span> : null}
        </li>
      ))}
      {list.length > shown.length ? (
        <li className="secondary">{t.more(list.length - shown.length)}</li>
      ) : null}
    </ul>
  );
}

/** Whether the run's digest equals the link's; before the run has ended, whether this engine is the one that it was made with. */
function DigestVerdict() {
  const linkDigest = useStore(app, (s) => s.linkDigest);
  const verdict = useStore(app, (s) => s.verdict);
  const opened = useStore(app, (s) => s.opened);
  const source = useStore(documentStore, (s) => s.source);
  const version = useRun((s) => s.catalogue?.modelVersion);
  if (!linkDigest || !opened || !sameSimulation(opened, source)) return null;
  const close = () => app.setState({ linkDigest: null });
  const atS = linkDigest.atS === null ? null : Number(linkDigest.atS.toFixed(3));
  const other =
    linkDigest.modelVersion !== null && version !== undefined && linkDigest.modelVersion !== version;
  if (verdict === null) {
    if (!other) return null;
    return (
      <Line onClose={close}>
        <strong>{t.olderLink}</strong> {t.madeWith(linkDigest.modelVersion, version)} {t.mayDiffer}
      </Line>
    );
  }
  if (verdict === linkDigest.digest) {
    return (
      <Line onClose={close}>
        {atS === null ? t.same : t.sameUpTo(atS)} <code>{verdict}</code>.
      </Line>
    );
  }
  const why = other ? t.madeWith(linkDigest.modelVersion, version) : t.linkChanged;
  return (
    <Line bad onClose={close}>
      <strong>{t.differs}</strong> {why} {atS === null ? t.shared : t.sharedUpTo(atS)}{' '}
      <code>{linkDigest.digest}</code>. {t.here} <code>{verdict}</code>.
    </Line>
  );
}
