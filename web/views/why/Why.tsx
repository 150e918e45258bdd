import './why.css';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatTime } from '../../drawing/format';
import type { Directory, Moment } from '../../generated/types';
import {
  flowStyle,
  latestFrame,
  pinCursor,
  seek,
  sessionNow,
  setView,
  setWhy,
  setWhyMarks,
  trace,
  unpinCursor,
  useCatalogue,
  useRun,
  type WhySubject,
} from '../../store';
import { Choice } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { LineSample } from '../../ui/LineSample';
import { between } from '../plots/model/window';
import { NearbyEvents } from './Around';
import { ChangedVariables } from './Changed';
import { EventNavigation } from './EventNavigation';
import { algorithmsAt } from './edits';
import { droppedIn, duplicateAcks, lossStoryAt, markedIn, occasionOf, payloadOf, withDrop } from './explain';
import { WhatHappened } from './Happened';
import { decreased, pickMoment } from './pick';
import { QueueRule } from './QueueRule';
import { AppliedRule } from './RuleOf';
import { ScriptCalls } from './ScriptCalls';
import { Sequence } from './Sequence';
import { Steps } from './Steps';
import { whyTexts as t } from './texts';
import { channelText, effectTexts } from './words';

/** Time examined on both sides, RTTs. */
const ROUND_TRIPS = 3;
/** Minimum time examined, s. */
const MIN_SPAN_S = 0.02;
const MAX_MOMENTS = 20_000;
/** The state at a time is the state before the events of that time. This much later, it includes them, s. */
const JUST_AFTER_S = 1e-9;

/** Explains a point of a curve: what happened, by which rule, and the packets around it. */
export function Why({ subject, onClose }: { subject: WhySubject; onClose: () => void }) {
  const directory = useRun((r) => r.directory);
  const [moments, setMoments] = useState<readonly Moment[] | null>(null);
  const [failed, setFailed] = useState('');
  const [tries, setTries] = useState(0);
  const [place, setPlace] = useState(-1);
  /** Place in the story; null: the visitor does not step through it. */
  const [step, setStep] = useState<number | null>(null);
  const section = useRef<HTMLElement>(null);
  /** The last step has just been left. */
  const stepped = useRef(false);
  useLayoutEffect(() => takeFocus(section.current), []);
  const { channel, number, atS, event } = subject;
  const spanS = directory ? searchSpan(directory, subject) : 1;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry sends the request again
  useEffect(() => {
    const left = new AbortController();
    const ask = (from: number) =>
      trace({ channel, number }, Math.max(0, from), atS + spanS, MAX_MOMENTS, left.signal);
    // While one steps along a curve, the answer so far stays until the next one.
    if (event === undefined) setMoments(null);
    setFailed('');
    setStep(null);
    const answer = async () => {
      const around = await ask(atS - spanS);
      const picked = placeOf(around, event) ?? pickMoment(around, atS, spanS / ROUND_TRIPS);
      const [found, chosen] = await withDrop(around, picked, ask, MAX_MOMENTS);
      if (left.signal.aborted) return;
      setMoments(found);
      setPlace(chosen);
    };
    answer().catch((error: Error) => left.signal.aborted || setFailed(error.message));
    return () => left.abort();
  }, [channel, number, atS, event, spanS, tries]);

  const moment = moments?.[place];
  const payload = useMemo(() => payloadOf(moments ?? []), [moments]);
  const story = useMemo(() => lossStoryAt(moments ?? [], place), [moments, place]);
  // While the visitor steps through the story, its main moment stays the one being explained.
  const drop = story.drop >= 0 ? droppedIn(moments?.[story.drop] as Moment) : undefined;
  const atQueue = drop ?? (channel && moment ? markedIn(moment) : undefined);
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
              queue: drop.queue?.packets ?? null,
            }
          : null,
    });
    return () => setWhyMarks(null);
  }, [moments, moment, story, drop, channel, number]);

  // The page shows the moment being explained. The same moment may be asked about again after the page has shown another one.
  const atMoment = moment ? moment.atS + JUST_AFTER_S : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `subject` is new with each question
  useEffect(() => {
    if (atMoment === null) return;
    pinCursor(atMoment);
    return () => {
      if (sessionNow().cursor === atMoment) unpinCursor();
    };
  }, [atMoment, subject]);

  if (!directory) return null;
  const flow = channel ? '' : (directory.flows[number]?.id ?? '');
  const algorithms = moment && flow ? algorithmsAt(moment, flow) : { before: '', after: '' };
  /** Explains another event. The answer is computed from it alone, so that it does not depend on the way there. */
  const about = ({ atS, events }: Moment) => {
    const frame = latestFrame();
    if (frame && (atS < frame.t0 || atS > frame.t1)) {
      const half = (frame.t1 - frame.t0) / 2;
      setView(between(atS - half, atS + half, frame.directory.durationS));
    }
    setWhy({ channel, number, atS, event: events });
  };
  const show = (at: number) => {
    const shown = moments?.[at];
    if (shown) seek(shown.atS);
  };
  const endSteps = () => {
    stepped.current = true;
    setStep(null);
  };
  return (
    <section className="why" aria-label={t.label} ref={section}>
      <p className="visually-hidden" role="status">
        {moment ? `${question(moment)} ${formatTime(moment.atS, 2)}` : ''}
      </p>
      <div className="why-head">
        {/* The same sign stands at the event in the plot of windows. */}
        <span className="why-badge" aria-hidden="true">
          ?
        </span>
        <h2 tabIndex={-1}>{moment ? question(moment) : t.label}</h2>
        <button type="button" className="button small square" aria-label={t.close} onClick={onClose}>
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
      {moments ? (
        <EventNavigation
          {...{ subject, moments, place, spanS }}
          onMoment={about}
          ask={(from, to) => trace({ channel, number }, from, to, MAX_MOMENTS)}
          most={MAX_MOMENTS}
        />
      ) : null}
      {moments && moment ? (
        <>
          <section>
            <h3>{t.happened}</h3>
            <WhatHappened {...{ moments, place, directory, payload }} onShow={show} />
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
          <ChangedVariables moment={moment} algorithms={algorithms} />
          {channel ? null : <ScriptCalls moment={moment} algorithm={algorithms.after} />}
          {channel ? null : (
            <Rules moment={moment} algorithm={algorithms.after} flow={directory.flows[number]} />
          )}
          {atQueue ? <QueueRule effect={atQueue} directory={directory} /> : null}
          <Effects moment={moment} directory={directory} />
          {step !== null ? (
            <Steps {...{ moments, payload, step }} story={story.places} onStep={setStep} onEnd={endSteps} />
          ) : (
            <button
              type="button"
              className="button framed why-through"
              ref={(button) => {
                if (!button || !stepped.current) return;
                stepped.current = false;
                button.focus();
              }}
              onClick={() => setStep(0)}
            >
              {t.stepThrough}
            </button>
          )}
          <NearbyEvents
            {...{ moments, place, payload }}
            story={step === null ? [] : story.places}
            shown={(step === null ? undefined : story.places[step]) ?? place}
            onPick={about}
          />
        </>
      ) : null}
    </section>
  );
}

/**
 * Takes the focus if the answer was asked for by key. If the focus is in the answer when that closes, it goes to where it was when
 * it opened, else to the plots.
 */
function takeFocus(section: HTMLElement | null): () => void {
  const { activeElement: before, body } = document;
  if (before !== body && before?.matches(':focus-visible')) section?.querySelector('h2')?.focus();
  return () => {
    if (!section?.contains(document.activeElement)) return;
    const crosshair = document.querySelector('.plots-area [role=slider]');
    const to = before === body || !before?.isConnected ? crosshair : before;
    // A node of the network is an SVG element.
    if (to instanceof HTMLElement || to instanceof SVGElement) requestAnimationFrame(() => to.focus());
  };
}

/** The place of an event in a list of moments; null: it is not in the list. */
function placeOf(moments: readonly Moment[], event: number | undefined): number | null {
  const found = event === undefined ? -1 : moments.findIndex((m) => m.events === event);
  return found < 0 ? null : found;
}

/** The question that a moment answers. Flows without a window have a rate. */
function question(moment: Moment): string {
  const occasion = occasionOf(moment);
  const { before, after, rule } = moment;
  if (occasion === 'drop' || occasion === 'mark' || occasion === 'queue') return t.questions[occasion];
  if (before.cwnd == null && after.cwnd == null) return t.questions.rate;
  // A controller does not reduce its window at every loss.
  if (rule != null && occasion !== 'growth' && occasion !== 'steady' && !decreased(moment))
    return t.questions.response;
  return t.questions[occasion];
}

function Effects({ moment, directory }: { moment: Moment; directory: Directory }) {
  // That the scenario was edited is what happened, not what followed.
  const followed = moment.effects.filter((e) => e.kind !== 'mark' || e.mark !== 'edit');
  const effects = effectTexts(followed, directory);
  if (effects.length === 0) return null;
  return (
    <section>
      <h3>{t.effects}</h3>
      <ul className="why-effects">
        {effects.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </section>
  );
}

function Rules({
  moment,
  algorithm,
  flow,
}: {
  moment: Moment;
  algorithm: string;
  flow: Directory['flows'][number] | undefined;
}) {
  const catalogue = useCatalogue();
  const row = catalogue?.algorithms.find((a) => a.id === algorithm);
  if (!row || !flow) return null;
  // No rule of growth explains why the sum of several windows fell.
  const explains = flow.window !== 'sum' || !decreased(moment) || moment.rule !== 'slow-start';
  return (
    <>
      {flow.window === 'sum' ? <p className="secondary">{t.sum}</p> : null}
      {explains ? <AppliedRule moment={moment} row={row} flow={flow.id} /> : null}
    </>
  );
}

/** The time span to search, s: some RTTs of the flow, or of the slowest flow through the queue. */
function searchSpan(directory: Directory, { channel, number }: WhySubject): number {
  const flows = channel ? directory.flows.filter((f) => f.path.includes(number)) : [directory.flows[number]];
  const ms = Math.max(...flows.map((f) => f?.baseRttMs ?? 0));
  return Math.max(MIN_SPAN_S, (ROUND_TRIPS * ms) / 1000);
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
    name: t.queue(channelText(directory, i)),
    gone: c.removed,
  }));
  return [...flows, ...queues].filter((s) => !s.gone);
}
