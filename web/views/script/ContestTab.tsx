import { useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import type { Entrant, PathOutcome, Problem, ScriptedController } from '../../generated/types';
import { Refused } from '../../runner/client';
import { useCatalogue } from '../../store';
import {
  CONTESTS,
  type ContestId,
  fetchContest,
  type OpenContest,
  openContestFile,
  runLink,
  runsOf,
  scoreEntrants,
} from '../../store/contests';
import { saveFile } from '../../store/save';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { Markdown } from '../inspector/Notes';
import { Problems } from '../messages/Problems';
import { ContestPlane } from './ContestPlane';
import { contestTexts as t } from './texts';

interface Props {
  controller: ScriptedController;
  /** Whether the controller compiles. */
  ready: boolean;
}

/** An entrant and its outcomes so far. */
interface Scored {
  name: string;
  /** Whether it is the controller that is being written. */
  own: boolean;
  entrant: Entrant;
  outcomes: readonly PathOutcome[];
}

/** Stands for a contest from a file among those that ship. */
const FILE = 'file';

/** Runs the controller over the paths of a contest and compares it with algorithms of the catalogue. */
export function ContestTab({ controller, ready }: Props) {
  const [id, setId] = useState<ContestId | typeof FILE>('steady');
  const [own, setOwn] = useState<OpenContest | null>(null);
  const [opened, setOpened] = useState<OpenContest | null>(null);
  const [scored, setScored] = useState<readonly Scored[]>([]);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const algorithms = useCatalogue()?.algorithms ?? [];
  useEffect(() => () => running.current?.abort(), []);
  const contest = id === FILE ? own : opened;

  const report = (error: unknown) => setProblems(problemsOf(error));
  // What was scored belongs to another contest.
  const clear = () => {
    running.current?.abort();
    setBusy(false);
    setScored([]);
    setProblems([]);
  };
  useEffect(() => {
    if (id === FILE) return;
    let left = false;
    setOpened(null);
    fetchContest(id).then(
      (found) => left || setOpened(found),
      (error: unknown) => left || setProblems(problemsOf(error)),
    );
    return () => {
      left = true;
    };
  }, [id]);

  const openFile = (file: File) => {
    clear();
    openContestFile(file).then((found) => {
      setOwn(found);
      setId(FILE);
    }, report);
  };
  const test = async () => {
    if (!contest) return;
    running.current?.abort();
    const aborting = new AbortController();
    running.current = aborting;
    setBusy(true);
    setProblems([]);
    const known = (contest.contest.references ?? []).flatMap((r) => algorithms.filter((a) => a.id === r));
    const all: Scored[] = [
      { name: controller.name, own: true, entrant: { script: controller }, outcomes: [] },
      ...known.map(({ id, name }) => ({ name, own: false, entrant: { builtIn: id }, outcomes: [] })),
    ];
    setScored(all);
    const add = (place: number, outcome: PathOutcome) =>
      setScored((list) =>
        aborting.signal.aborted
          ? list
          : list.map((s, i) => (i === place ? { ...s, outcomes: [...s.outcomes, outcome] } : s)),
      );
    try {
      await scoreEntrants(
        contest,
        all.map((s) => s.entrant),
        add,
        aborting.signal,
      );
    } catch (error) {
      if (!aborting.signal.aborted) report(error);
    } finally {
      if (running.current === aborting) setBusy(false);
    }
  };

  const runs = contest ? runsOf(contest.contest).length : 0;
  const points = pointsOf(scored);
  const ranked = [...scored].sort((a, b) => (scoreOf(b) ?? -Infinity) - (scoreOf(a) ?? -Infinity));
  return (
    <>
      <div className="contest-tools">
        <Choice
          label={t.contest}
          value={id}
          options={[
            ...CONTESTS.map((c) => ({ id: c, name: t.names[c] })),
            ...(own ? [{ id: FILE, name: own.contest.title || t.untitled } as const] : []),
          ]}
          onChange={(next) => {
            clear();
            setId(next);
          }}
        />
        <button
          type="button"
          className="button small filled"
          disabled={!ready || !contest || busy}
          onClick={test}
        >
          {t.test}
        </button>
        <FileButton onFile={openFile} />
        <button
          type="button"
          className="button small"
          disabled={!ready}
          onClick={() => saveFile(controller.name, { author: '', controller })}
        >
          {t.save}
        </button>
        <span className="secondary" role="status">
          {busy ? t.progress(sum(scored.map((s) => s.outcomes.length)), runs * scored.length) : ''}
        </span>
      </div>
      {problems.length > 0 ? (
        <div className="script-failure" role="alert">
          <Problems list={problems} />
        </div>
      ) : null}
      {scored.length > 0 && contest ? (
        <>
          <table className="script-log contest-scores">
            <thead>
              <tr>
                <th scope="col">{t.name}</th>
                <th scope="col">{t.points}</th>
                <th scope="col">{t.goodput}</th>
                <th scope="col">{t.delay}</th>
                <th scope="col">{t.harm}</th>
              </tr>
            </thead>
            <tbody>
              {ranked.map((s) => (
                <Entry key={s.own ? '' : s.name} contest={contest} scored={s} />
              ))}
            </tbody>
          </table>
          <Failures outcomes={scored[0]?.outcomes ?? []} />
          {points.length > 0 ? <ContestPlane points={points} /> : null}
        </>
      ) : null}
      {contest ? (
        <>
          <p className="secondary">{t.score(contest.formula)}</p>
          <Markdown text={contest.contest.notes ?? ''} />
        </>
      ) : null}
    </>
  );
}

/** Opens a contest from a file. */
function FileButton({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" className="button small" onClick={() => input.current?.click()}>
        {t.open}
      </button>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label={t.file}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onFile(file);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The means of an entrant, and on demand its runs. */
function Entry({ contest, scored }: { contest: OpenContest; scored: Scored }) {
  const [open, setOpen] = useState(false);
  const { name, own, entrant, outcomes } = scored;
  const sorted = [...outcomes].sort((a, b) => placeOf(contest, a) - placeOf(contest, b));
  return (
    <>
      <tr className={own ? 'is-own' : ''}>
        <th scope="row">
          <button
            type="button"
            className="contest-name"
            aria-expanded={open}
            disabled={outcomes.length === 0}
            onClick={() => setOpen(!open)}
          >
            <Icon name={open ? 'up' : 'down'} />
            {name}
          </button>
        </th>
        <td>{cell(scoreOf(scored), 3)}</td>
        <td>
          {cell(
            mean(scored, (o) => o.goodputMbps),
            2,
          )}
        </td>
        <td>
          {cell(
            mean(scored, (o) => o.rttP95Ms),
            1,
          )}
        </td>
        <td>
          {cell(
            mean(scored, (o) => o.harm),
            2,
          )}
        </td>
      </tr>
      {open
        ? sorted.map((outcome) => (
            <Run key={`${outcome.path} ${outcome.seed}`} {...{ contest, entrant, outcome }} />
          ))
        : null}
    </>
  );
}

/** A run of an entrant, with a link to it. */
function Run(props: { contest: OpenContest; entrant: Entrant; outcome: PathOutcome }) {
  const { contest, entrant, outcome } = props;
  const [link, setLink] = useState<string>();
  useEffect(() => {
    let left = false;
    // Without an engine there is no link.
    runLink(contest, entrant, outcome).then(
      (found) => left || setLink(found),
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [contest, entrant, outcome]);
  const path = contest.contest.paths.find((p) => p.id === outcome.path)?.name ?? outcome.path;
  return (
    <tr className="contest-run">
      <th scope="row">
        {/* Another tab, since what is being written is in this one. */}
        <a href={link} target="_blank" rel="noreferrer" title={t.openRun}>
          {t.run(path, outcome.seed)}
        </a>
      </th>
      <td>{cell(outcome.score, 3)}</td>
      <td>{cell(outcome.goodputMbps, 2)}</td>
      <td>{cell(outcome.rttP95Ms, 1)}</td>
      <td>{cell(outcome.harm, 2)}</td>
    </tr>
  );
}

function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof Refused) return error.problems;
  return [{ pointer: '', problem: error instanceof Error ? error.message : String(error), expected: '' }];
}

/** The place of a run among those of an entrant. */
const placeOf = ({ contest }: OpenContest, { path, seed }: PathOutcome) =>
  runsOf(contest).findIndex((r) => contest.paths[r.path]?.id === path && r.seed === seed);

const pointsOf = (scored: readonly Scored[]) =>
  scored.flatMap((s) => {
    const [goodput, delay] = [mean(s, (o) => o.goodputMbps), mean(s, (o) => o.rttP95Ms)];
    return goodput === null || delay === null ? [] : [{ name: s.name, own: s.own, goodput, delay }];
  });

const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
const mean = ({ outcomes }: Scored, of: (outcome: PathOutcome) => number) =>
  outcomes.length === 0 ? null : sum(outcomes.map(of)) / outcomes.length;
const scoreOf = (scored: Scored) => mean(scored, (o) => o.score);
const cell = (value: number | null, digits: number) => (value === null ? '–' : formatValue(value, digits));

/** Where the script stopped. */
function Failures({ outcomes }: { outcomes: readonly PathOutcome[] }) {
  const failed = outcomes.find((o) => o.failure);
  if (!failed?.failure) return null;
  const { handler, line, message } = failed.failure;
  return <p className="script-failure">{t.stopped(failed.path, handler, line, message)}</p>;
}
