import { useLayoutEffect, useMemo, useRef } from 'react';
import { latestFrame, useDocument } from '../../../store';
import { redraw } from '../../../ui/redraw';
import { changesOf } from '../model/changes';
import { firstTitle, forkRoom, forkText, measuredOnce, placeOf, put } from './overlay-place';

interface Props {
  left: number;
  width: number;
  /** The fork has a line of its own; NaN without one. */
  forkAtS: number;
}

/** From a line to its text, and from the text to what follows, px. */
const GAP = 10;
/** Width of the word beside the line of now, px. */
const NOW_WORD = 44;

/** Marks the times at which the run was changed: a line through all plots, with what changed where there is room. */
export function EditMarks({ left, width, forkAtS }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const edits = useDocument((d) => d.edits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words come from the document with these edits
  const changes = useMemo(() => changesOf(forkAtS), [edits, forkAtS]);
  useLayoutEffect(() => {
    const marks = [...(root.current?.children ?? [])] as HTMLElement[];
    const labels = marks.map((mark) => mark.firstElementChild as HTMLElement | null);
    // Measured once, because measuring in each frame would force layout.
    const widths = labels.map((label) => label?.scrollWidth ?? 0);
    const title = firstTitle(root.current);
    const endOfTitle = title ? title.offsetLeft + title.offsetWidth : 0;
    const forkLabel = root.current?.parentElement?.querySelector<HTMLElement>('.fork-line span') ?? null;
    const forkWidth = measuredOnce((label) => label.offsetWidth);
    const handle = redraw.register('marks', () => {
      const frame = latestFrame();
      if (!frame) return;
      const place = (t: number) => placeOf(t, frame, left, width);
      const fork = place(forkAtS);
      // The text of a fork before the span shown stands at its start.
      const line = Math.max(left, fork);
      const [forkFrom, forkTo] =
        line <= width
          ? forkRoom(line, forkText(line, left, width, endOfTitle), forkWidth(forkLabel))
          : [Number.NaN, Number.NaN];
      const present = place(frame.now);
      const others = [...changes.map((c) => place(c.atS)), fork, present];
      marks.forEach((mark, i) => {
        const x = others[i] as number;
        put(mark, x, left, width);
        const end = x + GAP + (widths[i] as number) + GAP;
        const free = x > endOfTitle && end < width && !others.some((at) => at > x + 1 && at < end);
        const overlaps = (x >= present && x < present + NOW_WORD) || (x < forkTo + GAP && end > forkFrom);
        mark.classList.toggle('wordless', !free || overlaps);
      });
    });
    return handle.dispose;
  }, [changes, left, width, forkAtS]);
  return (
    <div ref={root}>
      {changes.map(({ atS, words }) => (
        <div key={atS} className="edit-line wordless" data-testid="edit-line">
          <span>{words}</span>
        </div>
      ))}
    </div>
  );
}
