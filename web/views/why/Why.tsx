import './why.css';
import { useEffect, useMemo, useState } from 'react';
import { formatTime } from '../../drawing/format';
import type { Directory, Moment } from '../../generated/types';
import {
  flowStyle,
  seek,
  setWhy,
  setWhyMarks,
  trace,
  useCatalogue,
  useRun,
  type WhySubject,
} from '../../store';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { LineSample } from '../../ui/LineSample';
import { Around } from './Around';
import { Changed } from './Changed';
import { dropOf, droppedIn, duplicateAcks, lostPacket, occasionOf, payloadOf, storyOf } from './explain';
import { Happened } from './Happened';
import { decreased, next, pick } from './pick';
import { RuleOf } from './RuleOf';
import { Sequence } from './Sequence';
import { Steps } from './Steps';
import { whyTexts as t } from './texts';
import { effectWords } from './words';

/** Moments that are looked at on both sides, in round trips. */
const ROUND_TRIPS = 3;
/** At least, s. */
const LEAST_S = 0.02;
const MOST_MOMENTS = 20_000;

/** Why a curve is where it is: what happened there, by which rule, and the packets around it. */
export function Why({ subject }: { subject: WhySubject }) {
  const directory = useRun((r) => r.directory);
  const [moments, setMoments] = useState<readonly Moment[] | null>(null);
  const [failed, setFailed] = useState('');
  const [tries, setTries] = useState(0);
  const [place, setPlace] = useState(-1);
  const [stepping, setStepping] = useState(false);
  const { channel, number, atS } = subject;
  const spanS = directory ? reach(directory, subject) : 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks once more
  useEffect(() => {
    const left = new AbortController();
    const ask = (from: number) =>
      trace({ channel, number }, Math.max(0, from), atS + spanS, MOST_MOMENTS, left.signal);
    setMoments(null);
    setFailed('');
    setStepping(false);
    const answer = async () => {
      let found = await ask(atS - spanS);
      let chosen = pick(found, atS, spanS / ROUND_TRIPS);
      const before = earlierThan(found, chosen);
      // A full queue or a timer may put the drop further back.
      if (before !== null && before < atS - spanS && found.length < MOST_MOMENTS) {
        const longer = await ask(before);
        const at = longer.findIndex((m) => m.events === found[chosen]?.events);
        if (at >= 0) [found, chosen] = [longer, at];
      }
      if (left.signal.aborted) return;
      setMoments(found);
      setPlace(chosen);
    };
    answer().catch((error: Error) => left.signal.aborted || setFailed(error.message));
    return () => left.abort();
  }, [channel, number, atS, spanS, tries]);

  const moment = moments?.[place];
  const payload = useMemo(() => payloadOf(moments ?? []), [moments]);
  const story = useMemo(() => storyAt(moments ?? [], place), [moments, place]);
  // While one goes through the story, its main moment stays the one that is explained.
  const drop = story.drop >= 0 ? droppedIn(moments?.[story.drop] as Moment) : undefined;
  useEffect(() => {
    if (!moments || !moment) return;
    const dropped = moments[story.drop];
    setWhyMarks({
      flow: channel ? -1 : number,
      atS: moment.atS,
      from: moment.before.cwnd ?? null,
      to: moment.after.cwnd ?? null,
      drop:
        drop && dropped
          ? {
              atS: dropped.atS,
              channel: drop.channel ?? -1,
              flow: drop.flow,
              seq: drop.seq,
              cause: drop.cause,
              queue: drop.queue ?? null,
            }
          : null,
    });
    return () => setWhyMarks(null);
  }, [moments, moment, story, drop, channel, number]);

  if (!directory) return null;
  const show = (at: number) => {
    const shown = moments?.[at];
    if (shown) seek(shown.atS);
  };
  return (
    <section className="why" aria-label={t.label}>
      <div className="why-head">
        <h2>{moment ? question(moment) : t.label}</h2>
        <button
          type="button"
          className="button small square"
          aria-label={t.close}
          onClick={() => setWhy(null)}
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="why-subject">
        {channel ? null : <LineSample style={flowStyle(number)} />}
        <Choice
          label={t.subject}
          value={key(subject)}
          options={subjects(directory)}
          onChange={(chosen) => setWhy({ ...parse(chosen), atS })}
        />
        <span className="secondary numeric">{formatTime(moment?.atS ?? atS, 2)}</span>
      </div>
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
            <StepTo place={nextDecrease(moments, place)} onStep={setPlace} label={t.nextDecrease} />
          </div>
          <section>
            <h3>{t.happened}</h3>
            <Happened {...{ moments, place, directory, payload }} onShow={show} />
            <Effects moment={moment} directory={directory} />
            {channel ? null : (
              <Sequence
                moments={moments}
                atS={moment.atS}
                spanS={spanS}
                flow={number}
                story={{
                  drop: moments[story.drop],
                  payload,
                  duplicates: occasionOf(moment) === 'loss' ? duplicateAcks(moments, place).length : 0,
                }}
              />
            )}
          </section>
          <Changed moment={moment} algorithm={channel ? '' : (directory.flows[number]?.algorithm ?? '')} />
          {channel ? null : <Rules moment={moment} directory={directory} number={number} />}
          {stepping ? (
            <Steps moments={moments} story={story.places} main={place} onEnd={() => setStepping(false)} />
          ) : (
            <button type="button" className="button framed why-through" onClick={() => setStepping(true)}>
              {t.stepThrough}
            </button>
          )}
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

function nextDecrease(moments: readonly Moment[], place: number): number | null {
  const found = moments.findIndex((m, i) => i > place && decreased(m));
  return found < 0 ? null : found;
}

/** The question that a moment answers. A flow without a window has a rate. */
function question(moment: Moment): string {
  const occasion = occasionOf(moment);
  const { before, after, rule } = moment;
  if (occasion === 'drop' || occasion === 'queue') return t.questions[occasion];
  if (before.cwnd == null && after.cwnd == null) return t.questions.rate;
  // Not every loss makes a controller reduce its window.
  if (rule != null && occasion !== 'growth' && occasion !== 'steady' && !decreased(moment))
    return t.questions.response;
  return t.questions[occasion];
}

function Effects({ moment, directory }: { moment: Moment; directory: Directory }) {
  const effects = effectWords(moment.effects, directory);
  if (effects.length === 0) return null;
  return (
    <ul className="why-effects">
      {effects.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

function Rules({ moment, directory, number }: { moment: Moment; directory: Directory; number: number }) {
  const catalogue = useCatalogue();
  const flow = directory.flows[number];
  const row = catalogue?.algorithms.find((a) => a.id === flow?.algorithm);
  return row && flow ? <RuleOf moment={moment} row={row} flow={flow.id} /> : null;
}

/** The drop that a moment goes back to, and the moments between. */
function storyAt(moments: readonly Moment[], place: number): { drop: number; places: number[] } {
  const moment = moments[place];
  if (!moment) return { drop: -1, places: [] };
  const occasion = occasionOf(moment);
  if (occasion === 'drop') return { drop: place, places: [place] };
  const lost = occasion === 'loss' || occasion === 'timeout' ? lostPacket(moments, place) : null;
  const drop = lost ? dropOf(moments, place, lost) : -1;
  return { drop, places: lost ? storyOf(moments, place, drop) : [place] };
}

/** Where the drop may lie that a moment goes back to and that is not among the moments, s; null: there is none to look for. */
function earlierThan(moments: readonly Moment[], place: number): number | null {
  const moment = moments[place];
  if (!moment) return null;
  const { drop, places } = storyAt(moments, place);
  if (drop >= 0 || places.length === 0) return null;
  const { srttMs, rtoMs } = moment.before;
  const occasion = occasionOf(moment);
  if (occasion !== 'loss' && occasion !== 'timeout') return null;
  return moment.atS - (3 * (srttMs ?? 0) + (occasion === 'timeout' ? 2 * (rtoMs ?? 0) : 0)) / 1000;
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
