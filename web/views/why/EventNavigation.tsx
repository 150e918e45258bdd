import { useEffect, useRef, useState } from 'react';
import type { Moment } from '../../generated/types';
import { latestFrame, type WhySubject } from '../../store';
import { changesCourse, decreased, nextChange, signals } from './pick';
import { type Ask, search } from './search';
import { whyTexts as t } from './texts';

interface Props {
  subject: WhySubject;
  moments: readonly Moment[];
  place: number;
  onMoment: (moment: Moment) => void;
  /** Looks at another part of the run. */
  ask: Ask;
  most: number;
  spanS: number;
}

const KINDS = ['earlier', 'later', 'nextDecrease'] as const;
type Kind = (typeof KINDS)[number];

/** Leads to what changed the curve's course before and after, among the moments at hand or anywhere in the run. */
export function EventNavigation({ subject, moments, place, onMoment, ask, most, spanS }: Props) {
  const [looking, setLooking] = useState<Kind | null>(null);
  const [none, setNone] = useState<readonly Kind[]>([]);
  const [failed, setFailed] = useState('');
  const current = useRef(0);
  const from = moments[place]?.atS ?? subject.atS;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another moment has other moments around it
  useEffect(() => {
    setLooking(null);
    setNone([]);
    setFailed('');
    return () => {
      current.current += 1;
    };
  }, [from, subject]);

  /** A queue decreases with every packet that leaves, so what counts there are drops and marks. */
  const wantedNext = (moment: Moment | undefined) =>
    moment !== undefined && (subject.channel ? signals(moment) : decreased(moment));
  const go = async (kind: Kind) => {
    const near = nearest(kind, moments, place, wantedNext);
    if (near) {
      onMoment(near);
      return;
    }
    current.current += 1;
    const mine = current.current;
    setLooking(kind);
    setFailed('');
    const toS = kind === 'earlier' ? 0 : (latestFrame()?.known ?? from);
    const wanted =
      kind === 'nextDecrease' ? (all: readonly Moment[], i: number) => wantedNext(all[i]) : changesCourse;
    try {
      const found = await search({ ask, most, fromS: from, toS, spanS, wanted });
      if (mine !== current.current) return;
      if (found === null) setNone((before) => [...before, kind]);
      else onMoment(found);
    } catch (error) {
      if (mine === current.current) setFailed(error instanceof Error ? error.message : String(error));
    }
    if (mine === current.current) setLooking(null);
  };

  return (
    <>
      <div className="why-steps">
        {KINDS.map((kind) => (
          <button
            type="button"
            key={kind}
            className="button small"
            aria-busy={looking === kind}
            // A disabled button would lose the focus.
            aria-disabled={none.includes(kind)}
            onClick={() => (none.includes(kind) ? undefined : go(kind))}
          >
            {kind === 'nextDecrease' && subject.channel ? t.nextSignal : t[kind]}
          </button>
        ))}
      </div>
      <p className="secondary why-looking" role="status">
        {looking ? t.looking : none.length > 0 ? t.noneFound : ''}
      </p>
      {failed ? <p role="alert">{failed}</p> : null}
    </>
  );
}

function nearest(
  kind: Kind,
  moments: readonly Moment[],
  place: number,
  wanted: (moment: Moment) => boolean,
): Moment | undefined {
  if (kind === 'nextDecrease') return moments.find((m, i) => i > place && wanted(m));
  return moments[nextChange(moments, place, kind === 'later' ? 1 : -1) ?? -1];
}
