import { unitName } from '../../language/units';
import './why.css';
import { useEffect, useState } from 'react';
import { formatTime, formatVariable } from '../../drawing/format';
import type { Directory, Moment, Rule, State, Variable } from '../../generated/types';
import { flowStyle, setWhy, trace, useCatalogue, useRun, type WhySubject } from '../../store';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { decreased, next, pick, turns } from './pick';
import { Sequence } from './Sequence';
import { eventTexts, whyTexts as t } from './texts';
import { causeWords, effectWords, ruleOf } from './words';

/** Moments that are looked at on both sides, in round trips. */
const ROUND_TRIPS = 3;
/** At least, s. */
const LEAST_S = 0.02;

/** Why a curve is where it is: what happened there, by which rule, and the packets around it. */
export function Why({ subject }: { subject: WhySubject }) {
  const directory = useRun((r) => r.directory);
  const [moments, setMoments] = useState<readonly Moment[] | null>(null);
  const [failed, setFailed] = useState('');
  const [tries, setTries] = useState(0);
  const [place, setPlace] = useState(-1);
  const { channel, number, atS } = subject;
  const spanS = directory ? reach(directory, subject) : 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks once more
  useEffect(() => {
    const left = new AbortController();
    setMoments(null);
    setFailed('');
    trace({ channel, number }, Math.max(0, atS - spanS), atS + spanS, 20_000, left.signal).then(
      (found) => {
        setMoments(found);
        setPlace(pick(found, atS, spanS / ROUND_TRIPS));
      },
      (error: Error) => left.signal.aborted || setFailed(error.message),
    );
    return () => left.abort();
  }, [channel, number, atS, spanS, tries]);

  if (!directory) return null;
  const moment = moments?.[place];
  return (
    <section className="why" aria-label={t.label}>
      <div className="why-head">
        <h2>{t.heading(formatTime(moment?.atS ?? atS, 2))}</h2>
        <button
          type="button"
          className="button small square"
          aria-label={t.close}
          onClick={() => setWhy(null)}
        >
          <Icon name="close" />
        </button>
      </div>
      <Choice
        label={t.subject}
        value={key(subject)}
        options={subjects(directory)}
        onChange={(chosen) => setWhy({ ...parse(chosen), atS })}
      />
      {failed ? (
        <p role="alert">
          {failed}{' '}
          <button type="button" className="button small framed" onClick={() => setTries(tries + 1)}>
            {t.tryAgain}
          </button>
        </p>
      ) : null}
      {moments === null && !failed ? <p className="secondary">{t.running}</p> : null}
      {moments !== null && !moment ? <p className="secondary">{t.nothing}</p> : null}
      {moments && moment ? (
        <>
          <div className="why-steps">
            <StepTo place={next(moments, place, -1)} onStep={setPlace} label={t.earlier} />
            <StepTo place={next(moments, place, 1)} onStep={setPlace} label={t.later} />
            <button
              type="button"
              className="button small"
              disabled={moments.findIndex((m, i) => i > place && decreased(m)) < 0}
              onClick={() => setPlace(moments.findIndex((m, i) => i > place && decreased(m)))}
            >
              {t.nextDecrease}
            </button>
          </div>
          <Event moment={moment} directory={directory} subject={subject} />
          {channel ? null : <Sequence moments={moments} atS={moment.atS} spanS={spanS} />}
          <Around moments={moments} place={place} onPick={setPlace} />
        </>
      ) : null}
    </section>
  );
}

/** A button to another moment, if there is one. */
function StepTo({
  place,
  onStep,
  label,
}: {
  place: number | null;
  onStep: (place: number) => void;
  label: string;
}) {
  return (
    <button
      type="button"
      className="button small"
      disabled={place === null}
      onClick={() => place !== null && onStep(place)}
    >
      {label}
    </button>
  );
}

function Event({
  moment,
  directory,
  subject,
}: {
  moment: Moment;
  directory: Directory;
  subject: WhySubject;
}) {
  const catalogue = useCatalogue();
  const flow = subject.channel ? undefined : directory.flows[subject.number];
  const row = catalogue?.algorithms.find((a) => a.id === flow?.algorithm);
  const rule: Rule | undefined = row && ruleOf(moment, row.rules);
  const effects = effectWords(moment.effects, directory);
  return (
    <>
      <p className="why-cause">{causeWords(moment.cause)}.</p>
      {effects.length > 0 ? (
        <ul className="why-effects">
          {effects.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      ) : null}
      {rule ? (
        <div className="why-rule">
          <h3>
            {row?.name}: {eventTexts.occasions[rule.on]}
          </h3>
          <p>{rule.words}</p>
          {rule.formula ? <p className="formula">{rule.formula}</p> : null}
          <p className="secondary">{rule.source}</p>
        </div>
      ) : null}
      <Values before={moment.before} after={moment.after} probes={row?.variables ?? []} />
    </>
  );
}

/** The variables before and after; those that changed stand out. */
function Values({ before, after, probes }: { before: State; after: State; probes: readonly Variable[] }) {
  const rows: { name: string; unit: string; from: number | null; to: number | null }[] = [];
  const add = (name: string, unit: string, from?: number | null, to?: number | null) => {
    if (from != null || to != null) rows.push({ name, unit, from: from ?? null, to: to ?? null });
  };
  const packets = unitName('packets');
  add(t.variables.queue, packets, before.queue, after.queue);
  add(t.variables.cwnd, packets, before.cwnd, after.cwnd);
  add(t.variables.ssthresh, packets, before.ssthresh, after.ssthresh);
  add(t.variables.inFlight, packets, before.flight, after.flight);
  add('SRTT', 'ms', before.srttMs, after.srttMs);
  add('RTO', 'ms', before.rtoMs, after.rtoMs);
  probes.forEach((p, i) => {
    add(p.symbol || p.name, unitName(p.unit), before.variables[i], after.variables[i]);
  });
  const text = (x: number | null) => (x === null ? '–' : formatVariable(x));
  return (
    <table className="why-values">
      <thead>
        <tr>
          <th scope="col">{t.variable}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((r) => (
          <tr key={r.name} className={text(r.from) === text(r.to) ? '' : 'changed'}>
            <th scope="row">
              {r.name} <small>{r.unit}</small>
            </th>
            <td className="numeric">{text(r.from)}</td>
            <td className="numeric">{text(r.to)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const AROUND = 6;

/** The events around that changed the curve's course. */
function Around({
  moments,
  place,
  onPick,
}: {
  moments: readonly Moment[];
  place: number;
  onPick: (place: number) => void;
}) {
  const all = moments.flatMap((_, i) => (turns(moments, i) || i === place ? [i] : []));
  const at = all.indexOf(place);
  const shown = all.slice(Math.max(0, at - AROUND), at + AROUND + 1);
  return (
    <ol className="why-around" aria-label={t.around}>
      {shown.map((i) => {
        const m = moments[i] as Moment;
        return (
          <li key={m.events}>
            <button type="button" aria-current={i === place} onClick={() => onPick(i)}>
              <span className="numeric">{formatTime(m.atS, 2)}</span>
              <span className={decreased(m) ? 'decreased' : ''}>{causeWords(m.cause)}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** How far to look, s: some round trips of the flow, or of the queue's slowest one. */
function reach(directory: Directory, { channel, number }: WhySubject): number {
  const flows = channel ? directory.flows.filter((f) => f.path.includes(number)) : [directory.flows[number]];
  const ms = Math.max(...flows.map((f) => f?.baseRttMs ?? 0));
  return Math.max(LEAST_S, (ROUND_TRIPS * ms) / 1000);
}

const key = ({ channel, number }: Pick<WhySubject, 'channel' | 'number'>) =>
  `${channel ? 'queue' : 'flow'} ${number}`;

function parse(text: string): Pick<WhySubject, 'channel' | 'number'> {
  const [kind, number] = text.split(' ');
  return { channel: kind === 'queue', number: Number(number) };
}

function subjects(directory: Directory): { id: string; name: string }[] {
  const flows = directory.flows.map((f, i) => ({
    id: key({ channel: false, number: i }),
    name: t.window(flowStyle(i).label),
    gone: f.removed,
  }));
  const queues = directory.channels.map((c, i) => ({
    id: key({ channel: true, number: i }),
    name: t.queue(c.id),
    gone: c.removed,
  }));
  return [...flows, ...queues].filter((s) => !s.gone);
}
