import { useStore } from 'zustand';
import type { Problem } from '../../generated/types';
import { sameSimulation } from '../../scenario/path';
import {
  applyRemedy,
  edit,
  flowIndexOf,
  flowStyle,
  leaveWithoutRoute,
  restart,
  sessionNow,
  useDocument,
  useRun,
  useSession,
} from '../../store';
import { app } from '../../store/app';
import { documentStore, nothingOpen } from '../../store/document';
import { useExperiment } from '../../store/experiment/store';
import { run } from '../../store/run';
import { session } from '../../store/session';
import { later } from '../../ui/later';
import { EngineProblems, TryAgain } from './EngineProblems';
import { MessageLine } from './MessageLine';
import { obstacleText } from './obstacles';
import { messagesTexts as t } from './texts';

// Loaded on demand: for most visitors nothing is wrong with the storage.
const StorageMessages = later(() => import('./Storage').then((m) => m.StorageMessages), {
  what: () => t.storagePart,
});

const OfferedTrace = later(() => import('./OfferedTrace').then((m) => m.OfferedTrace), {
  what: () => t.traceForm,
});

/** The hops that an ordinary computer simulates in a minute, and the number above which the page warns. */
const HOPS_PER_MINUTE = 5e8;
const WARNING_HOPS = 2 * HOPS_PER_MINUTE;

/** The messages of the page, above the network and never over the plots. */
export function Messages() {
  const refusal = useStore(app, (s) => s.refusal);
  const lab = useSession((s) => s.page === 'lab');
  const experiment = useSession((s) => s.page === 'experiment');
  const trace = useStore(app, (s) => s.trace);
  const kind = lab ? 'scenario' : 'experiment';
  const storage = useStore(app, (s) => Boolean(s.notStored[kind] || s.versions || s.behind || s.cleared));
  const empty = useDocument(nothingOpen);
  return (
    <div className="messages" aria-live="polite">
      {lab ? <BackToExperiment /> : null}
      {storage && (lab || experiment) ? <StorageMessages kind={kind} /> : null}
      {lab && trace ? <OfferedTrace key={trace.name} trace={trace} /> : null}
      <EngineProblems />
      {refusal && !refusal.fault ? (
        <MessageLine bad onClose={() => app.setState({ refusal: null })}>
          <strong>{t.notOpened(refusal.what)}</strong> {t.workSafe}{' '}
          {empty ? <TryAgain onClick={restart} /> : null}
          <Problems list={refusal.problems} />
        </MessageLine>
      ) : null}
      <RequestError />
      {lab ? <RunMessages /> : null}
    </div>
  );
}

/** Reports a request that failed. */
function RequestError() {
  const error = useStore(app, (s) => s.requestError);
  if (error === '') return null;
  return (
    <MessageLine bad onClose={() => app.setState({ requestError: '' })}>
      <strong>{t.failed}</strong> {error} {t.tryAgainOr}{' '}
      <button type="button" className="button small framed" onClick={() => location.reload()}>
        {t.reload}
      </button>
    </MessageLine>
  );
}

/** Messages about the scenario in the laboratory and its run. */
function RunMessages() {
  const notice = useStore(app, (s) => s.notice);
  const stopped = useRun((s) => s.stopped);
  const hops = useRun((s) => s.directory?.estimatedHops ?? 0);
  const fluid = useRun((s) => s.obstacles.length === 0) && !sessionNow().embed;
  const editProblems = useRun((s) => s.editProblems);
  const remedy = useRun((s) => s.remedy);
  return (
    <>
      {editProblems.length > 0 || remedy ? (
        <MessageLine bad onClose={() => run.setState({ editProblems: [], remedy: null })}>
          {remedy ? (
            <>
              <strong>
                {remedy.kind === 'packets'
                  ? t.fluidCannotFollow
                  : t.noRoute(remedy.flows.map(nameOf).join(', '))}
              </strong>{' '}
              {remedy.kind === 'packets' ? `${obstacleText(editProblems)}. ` : null}
              <button type="button" className="button small framed" onClick={applyRemedy}>
                {remedy.kind === 'packets' ? t.runByPackets : t.removeToo(remedy.flows.length)}
              </button>
              {remedy.kind === 'flows' && remedy.without ? (
                <button type="button" className="button small framed" onClick={leaveWithoutRoute}>
                  {t.withoutRoute}
                </button>
              ) : null}
            </>
          ) : (
            <>
              <strong>{t.impossibleChange}</strong>
              <Problems list={editProblems} />
            </>
          )}
        </MessageLine>
      ) : null}
      {hops > WARNING_HOPS ? (
        <MessageLine>
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
        </MessageLine>
      ) : null}
      {stopped ? (
        <MessageLine>
          {t.endedEarly} {stopped}
        </MessageLine>
      ) : null}
      {notice ? <MessageLine onClose={() => app.setState({ notice: '' })}>{notice}</MessageLine> : null}
      <DigestVerdict />
    </>
  );
}

const nameOf = (flow: string) => flowStyle(flowIndexOf(flow)).label;

/** Names the experiment of which the scenario is a variant, with a button to return to it. */
function BackToExperiment() {
  const variant = useStore(app, (s) => s.variant);
  const title = useExperiment((s) => s.document?.title);
  if (variant === '' || title === undefined) return null;
  return (
    <MessageLine onClose={() => app.setState({ variant: '' })}>
      {variant}
      {t.partOf} <strong>{title || t.theExperiment}</strong>.{' '}
      <button
        type="button"
        className="button small framed"
        onClick={() => session.setState({ page: 'experiment' })}
      >
        {t.backToExperiment}
      </button>
    </MessageLine>
  );
}

/** Lists problems: where they are, what is wrong and what is expected. */
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

/** Reports whether the run's digest equals the link's or, before the run has ended, whether the link was made with this version of the model. */
function DigestVerdict() {
  const linkDigest = useStore(app, (s) => s.linkDigest);
  const verdict = useStore(app, (s) => s.runDigest);
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
      <MessageLine onClose={close}>
        <strong>{t.olderLink}</strong> {t.madeWith(linkDigest.modelVersion, version)} {t.mayDiffer}
      </MessageLine>
    );
  }
  if (verdict === linkDigest.digest) {
    return (
      <MessageLine onClose={close}>
        {atS === null ? t.same : t.sameUpTo(atS)} <code>{verdict}</code>.
      </MessageLine>
    );
  }
  const why = other ? t.madeWith(linkDigest.modelVersion, version) : t.linkChanged;
  return (
    <MessageLine bad onClose={close}>
      <strong>{t.differs}</strong> {why} {atS === null ? t.shared : t.sharedUpTo(atS)}{' '}
      <code>{linkDigest.digest}</code>. {t.here} <code>{verdict}</code>.
    </MessageLine>
  );
}
