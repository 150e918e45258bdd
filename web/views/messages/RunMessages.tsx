import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatUpTo } from '../../drawing/format';
import type { Edit, Problem, Scenario } from '../../generated/types';
import { nodeName } from '../../scenario/names';
import { splitPath } from '../../scenario/path';
import {
  applyRemedy,
  edit,
  flowIndexOf,
  flowStyle,
  leaveWithoutRoute,
  removeEdits,
  select,
  sessionNow,
  useDocument,
  useRun,
} from '../../store';
import { app } from '../../store/app';
import { editWords } from '../../store/change-names';
import { documentStore } from '../../store/document';
import { run } from '../../store/run';
import { HOPS_PER_MINUTE, WARNING_HOPS } from './effort';
import { ALREADY_LINKED } from './linked';
import { MessageLine } from './MessageLine';
import { obstacleText } from './obstacles';
import { Problems } from './Problems';
import { runMessagesTexts as t } from './run-texts';
import { useDigestVerdict } from './use-digest-verdict';

/** Messages about the scenario in the laboratory and its run. */
export function RunMessages() {
  const notice = useStore(app, (s) => s.notice);
  const stopped = useRun((s) => s.stopped);
  const hops = useRun((s) => s.directory?.estimatedHops ?? 0);
  const fluid = useRun((s) => s.obstacles.length === 0) && !sessionNow().embed;
  const editProblems = useRun((s) => s.editProblems);
  const remedy = useRun((s) => s.remedy);
  const linked = editProblems.find((p) => p.problem === ALREADY_LINKED);
  return (
    <>
      {editProblems.length > 0 || remedy ? (
        <MessageLine bad={!linked} onClose={() => run.setState({ editProblems: [], remedy: null })}>
          {remedy ? (
            <>
              <strong>
                {remedy.kind === 'packets'
                  ? t.fluidCannotFollow
                  : t.noRoute(remedy.what, remedy.flows.map(nameOf).join(', '))}
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
          ) : linked ? (
            <AlreadyLinked pointer={linked.pointer} />
          ) : (
            <>
              <strong>{t.impossibleChange}</strong>
              <Problems list={editProblems.filter((p) => !routeOf(p))} />
              <NoRoutes list={editProblems} />
            </>
          )}
        </MessageLine>
      ) : null}
      <ReplacedLater />
      <NoMark />
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

/** Says why the drawing adds no link, and what does. */
function AlreadyLinked({ pointer }: { pointer: string }) {
  const scenario = useDocument((d) => d);
  const link = scenario.links.find(({ id }) => id === splitPath(pointer)[1]);
  return link ? t.alreadyLinked(nodeName(scenario, link.a), nodeName(scenario, link.b)) : null;
}

/** The hosts between which a problem says that there is no route. */
const routeOf = ({ problem }: Problem) => /^no route from "(.+)" to "(.+)"$/.exec(problem);

/** Says in words which flows have no route, and leads to those that are in the document. */
function NoRoutes({ list }: { list: readonly Problem[] }) {
  const scenario = useDocument((d) => d);
  return list.map((problem) => {
    const [, from, to] = routeOf(problem) ?? [];
    if (from === undefined || to === undefined) return null;
    const flow = scenario.flows[Number(problem.pointer.split('/')[2])];
    return (
      <p key={problem.pointer}>
        {t.noRouteBetween(nodeName(scenario, from), nodeName(scenario, to))}{' '}
        {flow ? (
          <button
            type="button"
            className="button small framed"
            onClick={() => select({ kind: 'flow', id: flow.id })}
          >
            {t.showFlow(nameOf(flow.id))}
          </button>
        ) : null}
      </p>
    );
  });
}

/** Says that a timed edit replaces the latest change later in the run, and offers to remove that edit. */
function ReplacedLater() {
  const found = useRun((s) => s.replacing);
  const edits = useStore(documentStore, (s) => s.source.edits);
  const source = useStore(documentStore, (s) => s.source);
  const still = found.filter((edit) => edits?.includes(edit));
  if (still.length === 0) return null;
  return (
    <MessageLine onClose={() => run.setState({ replacing: [] })}>
      <strong>{t.replacedLater}</strong> {byTime(source, still).join('; ')}.{' '}
      <button type="button" className="button small framed" onClick={() => removeEdits(still)}>
        {t.removeChanges(still.length)}
      </button>
    </MessageLine>
  );
}

/** Says that a step has found nothing up to the end of the run. */
function NoMark() {
  const missed = useRun((s) => s.noMark);
  if (!missed) return null;
  const words = t.noMark[missed.unit];
  return (
    <MessageLine onClose={() => run.setState({ noMark: null })}>
      {missed.flow < 0 ? words : t.ofFlow(flowStyle(missed.flow).label, words)}
    </MessageLine>
  );
}

/** "at 12 s: Reno → CUBIC" for each time. */
function byTime(source: Scenario, edits: readonly Edit[]): string[] {
  const times = new Map<number, string[]>();
  for (const edit of edits) {
    // Another algorithm begins with no parameters of its own, which says nothing by itself.
    if (edit.path.endsWith('/params') && edits.some((e) => e.atS === edit.atS && e !== edit)) continue;
    const words = editWords(source, (source.edits ?? []).indexOf(edit));
    times.set(edit.atS, [...(times.get(edit.atS) ?? []), words]);
  }
  return [...times].map(([atS, words]) => t.atTime(formatUpTo(atS, 2), words.join(', ')));
}

/** Reports whether the run's digest equals the link's or, before the run has ended, whether the link was made with this version of the model. */
function DigestVerdict() {
  const found = useDigestVerdict();
  const version = useRun((s) => s.catalogue?.modelVersion);
  // The bar of an embed says so: here it would cover the network.
  if (!found || (found.kind === 'same' && sessionNow().embed)) return null;
  const { kind, shared, own, older } = found;
  const atS = shared.atS === null ? null : formatUpTo(shared.atS, 3);
  if (kind === 'older')
    return (
      <Verdict>
        <strong>{t.olderLink}</strong> {t.madeWith(shared.modelVersion, version)} {t.mayDiffer}
      </Verdict>
    );
  if (kind === 'same')
    return (
      <Verdict>
        {atS === null ? t.same : t.sameUpTo(atS)}
        {t.digest} <code>{own}</code>.
      </Verdict>
    );
  return (
    <Verdict bad>
      <strong>{t.differs}</strong> {older ? t.madeWith(shared.modelVersion, version) : t.linkChanged}{' '}
      {atS === null ? t.shared : t.sharedUpTo(atS)} <code>{shared.digest}</code>. {t.here} <code>{own}</code>.
    </Verdict>
  );
}

function Verdict({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <MessageLine bad={bad} onClose={() => app.setState({ linkDigest: null })}>
      <span className="verdict">{children}</span>
    </MessageLine>
  );
}
