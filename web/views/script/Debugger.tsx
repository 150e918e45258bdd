import { useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import type { ScriptCall } from '../../generated/types';
import {
  knownEnd,
  latestFrame,
  pause,
  sessionNow,
  trace,
  unpinCursor,
  useDocument,
  useRun,
} from '../../store';
import { goTo, isSameTime } from '../../store/scripts';
import { Choice } from '../../ui/Choice';
import { type CallPlace, callAfter, callAt, callBefore } from './calls';
import { declared } from './context';
import { inputsOf, isControl, isHandler } from './names';
import { debuggerTexts as t } from './texts';

/** The span of the first request, in RTTs, and at least, s. */
const ROUND_TRIPS = 3;
const MIN_SPAN_S = 0.02;
const MAX_MOMENTS = 2000;
/** The state at a time is the state before the events of that time. This much later, it includes them, s. */
const JUST_AFTER_S = 1e-9;
const DECIMALS = 6;

interface Props {
  /** Id of the flow. */
  flow: string;
  /** The version of the script that is being written. */
  script: string;
  /** Called with the numbers of the lines to mark. */
  onRan: (lines: readonly number[]) => void;
}

const NO_LINES: readonly number[] = [];

/** Goes from call to call of the script's handlers, along the run. */
export function Debugger({ flow, script, onRan }: Props) {
  const number = useRun((s) => s.directory?.flows.findIndex((f) => f.id === flow) ?? -1);
  const now = useRun((s) => s.now);
  const playing = useRun((s) => s.playing);
  const known = useDocument((d) => {
    const algorithm = d.flows.find((f) => f.id === flow)?.algorithm;
    return d.controllers?.find((c) => c.id === algorithm)?.script;
  });
  const [handler, setHandler] = useState('');
  const [place, setPlace] = useState<CallPlace | null>(null);
  const [looking, setLooking] = useState(false);
  const [found, setFound] = useState('');
  const search = useRef<AbortController>(null);
  useEffect(() => () => search.current?.abort(), []);
  useEffect(() => {
    if (playing) search.current?.abort();
  }, [playing]);

  const call = place && isSameTime(now, justAfter(place)) ? callAt(place) : undefined;
  const ran = call && known === script ? call.lines : NO_LINES;
  useEffect(() => {
    onRan(ran);
    return () => onRan(NO_LINES);
  }, [ran, onRan]);

  const step = async (find: typeof callAfter) => {
    search.current?.abort();
    const aborting = new AbortController();
    search.current = aborting;
    setLooking(true);
    setFound('');
    pause();
    const { cursor, cursorPinned } = sessionNow();
    const start = cursorPinned && cursor !== null ? cursor : now;
    unpinCursor();
    const frame = latestFrame();
    const spanS = Math.max(
      MIN_SPAN_S,
      (ROUND_TRIPS * (frame?.directory.flows[number]?.baseRttMs ?? 0)) / 1000,
    );
    try {
      const next = await find(
        {
          ask: (from, to) =>
            trace({ channel: false, number }, Math.max(0, from), to, MAX_MOMENTS, aborting.signal),
          most: MAX_MOMENTS,
          from: call && place ? place : start,
          handler,
          spanS,
        },
        {
          known: knownEnd,
          endS: frame?.directory.durationS ?? 0,
          advance: (atS) => goTo(atS, aborting.signal),
        },
      );
      await goTo(next ? justAfter(next) : now, aborting.signal);
      if (next) setPlace(next);
      else setFound(find === callBefore ? t.noneBefore : t.noneAfter);
    } catch (error) {
      if (!aborting.signal.aborted) setFound(error instanceof Error ? error.message : String(error));
    }
    if (search.current === aborting) setLooking(false);
  };

  if (known === undefined) return <p className="secondary">{t.notRunning}</p>;
  const handlers = declared(known).functions.filter((f) => isHandler(f.name));
  return (
    <>
      <div className="contest-tools step-tools">
        <button type="button" className="button small" onClick={() => step(callBefore)}>
          {t.back}
        </button>
        <button type="button" className="button small filled" onClick={() => step(callAfter)}>
          {t.next}
        </button>
        <Choice
          label={t.handler}
          value={handler}
          options={[{ id: '', name: t.any }, ...handlers.map(({ name }) => ({ id: name, name }))]}
          onChange={setHandler}
        />
        {looking ? (
          <button type="button" className="button small" onClick={() => search.current?.abort()}>
            {t.stop}
          </button>
        ) : null}
        <span role="status">
          {looking ? (
            <span className="secondary">{t.looking}</span>
          ) : found ? (
            found
          ) : call ? (
            <strong>{t.at(call.handler, `${formatValue(place?.moment.atS ?? 0, DECIMALS)} s`)}</strong>
          ) : null}
        </span>
      </div>
      {call ? <Values call={call} /> : <p className="secondary">{t.hint}</p>}
      {call && known !== script ? <p className="secondary">{t.otherVersion}</p> : null}
    </>
  );
}

const justAfter = ({ moment }: CallPlace): number => moment.atS + JUST_AFTER_S;

/** What a call read, and what it changed. */
function Values({ call }: { call: ScriptCall }) {
  const variables = [...call.variables].sort(([a], [b]) => rank(a) - rank(b));
  const units = new Map(inputsOf(call.handler).map(({ name, unit }) => [name, unit]));
  return (
    <div className="step-values">
      {call.inputs.length > 0 ? (
        <Table
          caption={t.inputs}
          head={[t.name, t.value]}
          rows={call.inputs.map(([name, value]) => ({
            name,
            cells: [`${brief(value)} ${unitShown(units.get(name))}`],
            changed: false,
          }))}
        />
      ) : null}
      <Table
        caption={t.variables}
        head={[t.name, t.before, t.after]}
        rows={variables.map(([name, before, after]) => ({
          name,
          cells: [brief(before), brief(after)],
          changed: before !== after,
        }))}
      />
    </div>
  );
}

interface TableProps {
  caption: string;
  head: readonly string[];
  rows: readonly { name: string; cells: readonly string[]; changed: boolean }[];
}

function Table({ caption, head, rows }: TableProps) {
  return (
    <table className="script-log">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {head.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, cells, changed }) => (
          <tr key={name} className={changed ? 'is-changed' : ''}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {cells.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity
              <td key={i} className="numeric">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The window, the threshold, the state, what else a script can set. */
function rank(name: string): number {
  const first = ['cwnd', 'ssthresh'].indexOf(name);
  return first >= 0 ? first : isControl(name) ? 3 : 2;
}

const unitShown = (unit = ''): string => (unit === 'true or false' ? '' : unit);

/** A value as the script writes it, of at most eight digits. */
function brief(value: string): string {
  const number = Number(value);
  return /\.\d{6}/.test(value) && Number.isFinite(number) ? String(Number(number.toPrecision(8))) : value;
}
