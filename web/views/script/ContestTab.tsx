import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import type { Entrant, PathOutcome, ScriptedController } from '../../generated/types';
import { useCatalogue } from '../../store';
import {
  CONTESTS,
  type ContestId,
  type OpenContest,
  openContest,
  runsOf,
  scoreEntrants,
} from '../../store/contests';
import { saveFile } from '../../store/save';
import { Choice } from '../../ui/Choice';
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
  outcomes: readonly PathOutcome[];
}

/** Runs the controller over the paths of a contest and compares it with algorithms of the catalogue. */
export function ContestTab({ controller, ready }: Props) {
  const [id, setId] = useState<ContestId>('steady');
  const [opened, setOpened] = useState<OpenContest | null>(null);
  const [scored, setScored] = useState<readonly Scored[]>([]);
  const [problem, setProblem] = useState('');
  const running = useRef<AbortController | null>(null);
  const [busy, setBusy] = useState(false);
  const algorithms = useCatalogue()?.algorithms ?? [];
  useEffect(() => () => running.current?.abort(), []);

  const test = async () => {
    running.current?.abort();
    const aborting = new AbortController();
    running.current = aborting;
    setBusy(true);
    setProblem('');
    try {
      const contest = await openContest(id);
      if (aborting.signal.aborted) return;
      const known = (contest.contest.references ?? []).flatMap((r) => algorithms.filter((a) => a.id === r));
      const entrants: Entrant[] = [{ script: controller }, ...known.map((a) => ({ builtIn: a.id }))];
      setOpened(contest);
      setScored([
        { name: controller.name, own: true, outcomes: [] },
        ...known.map(({ name }) => ({ name, own: false, outcomes: [] })),
      ]);
      const add = (place: number, outcome: PathOutcome) =>
        setScored((list) =>
          list.map((s, i) => (i === place ? { ...s, outcomes: [...s.outcomes, outcome] } : s)),
        );
      await scoreEntrants(contest, entrants, add, aborting.signal);
    } catch (error) {
      if (!aborting.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      if (running.current === aborting) setBusy(false);
    }
  };

  const runs = opened ? runsOf(opened.contest).length : 0;
  const ranked = [...scored].sort((a, b) => (scoreOf(b) ?? -Infinity) - (scoreOf(a) ?? -Infinity));
  return (
    <>
      <div className="contest-tools">
        <Choice
          label={t.contest}
          value={id}
          options={CONTESTS.map((c) => ({ id: c, name: t.names[c] }))}
          onChange={setId}
        />
        <button type="button" className="button small filled" disabled={!ready || busy} onClick={test}>
          {t.test}
        </button>
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
      {problem ? <p className="script-failure">{problem}</p> : null}
      {opened ? (
        <p className="secondary">{t.score(opened.formula)}</p>
      ) : (
        <p className="secondary">{t.hint}</p>
      )}
      {scored.length > 0 ? (
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
                <tr key={s.own ? '' : s.name} className={s.own ? 'is-own' : ''}>
                  <th scope="row">{s.name}</th>
                  <td>{cell(scoreOf(s), 3)}</td>
                  <td>
                    {cell(
                      mean(s, (o) => o.goodputMbps),
                      3,
                    )}
                  </td>
                  <td>
                    {cell(
                      mean(s, (o) => o.rttP95Ms),
                      3,
                    )}
                  </td>
                  <td>
                    {cell(
                      mean(s, (o) => o.harm),
                      2,
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <Failures outcomes={scored[0]?.outcomes ?? []} />
          <Plane scored={scored} />
        </>
      ) : null}
    </>
  );
}

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

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [480, 220, 44, 34, 12];

/** Goodput over delay. Better is up and to the left. */
function Plane({ scored }: { scored: readonly Scored[] }) {
  const points = scored.flatMap((s) => {
    const [goodput, delay] = [mean(s, (o) => o.goodputMbps), mean(s, (o) => o.rttP95Ms)];
    return goodput === null || delay === null ? [] : [{ ...s, goodput, delay }];
  });
  const x = scaleLinear([0, (max(points, (p) => p.delay) ?? 1) * 1.15], [LEFT, WIDTH - 12]);
  const y = scaleLinear([0, (max(points, (p) => p.goodput) ?? 1) * 1.1], [HEIGHT - BOTTOM, TOP]);
  return (
    <svg className="contest-plane" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t.plane}>
      {x.ticks(5).map((v) => (
        <text key={v} x={x(v)} y={HEIGHT - BOTTOM + 14} textAnchor="middle">
          {v}
        </text>
      ))}
      {y.ticks(4).map((v) => (
        <g key={v}>
          <path d={`M${LEFT} ${y(v)}H${WIDTH - 12}`} className="grid" />
          <text x={LEFT - 6} y={y(v) + 4} textAnchor="end">
            {v}
          </text>
        </g>
      ))}
      <text x={WIDTH - 12} y={HEIGHT - 4} textAnchor="end">
        {t.delay}
      </text>
      <text x={4} y={TOP - 1}>
        {t.goodput}
      </text>
      {points.map((p) => (
        <g key={p.own ? '' : p.name} className={p.own ? 'is-own' : ''}>
          <circle cx={x(p.delay)} cy={y(p.goodput)} r={p.own ? 5 : 3} />
          <text x={x(p.delay) + 7} y={y(p.goodput) + 4}>
            {p.name}
          </text>
        </g>
      ))}
    </svg>
  );
}
