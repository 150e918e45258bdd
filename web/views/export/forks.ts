/** What pictures of plots show of other branches and of changes of the run: as on the page, pale curves and vertical lines. */
import { formatUpTo } from '../../drawing/format';
import { BRANCH_ALPHA, UNNAMED_ALPHA } from '../../drawing/rules';
import type { PlotSpec } from '../../drawing/spec';
import { branches, type Frame, type ShownFork, shownFork } from '../../store';
import { palette } from '../../ui/palette';
import { overlayTexts } from '../plots/components/texts';
import { changesOf } from '../plots/model/changes';
import { linesOf, strokeOf } from '../plots/model/strokes';
import type { Change, Line } from './svg';

/** The fork that the page shows; null if there is none. */
const forkNow = (): ShownFork | null => shownFork(branches.getState());

/** The directory of the branch behind, and since when it differs, for its limits. */
export function branchBehind() {
  const fork = forkNow();
  const directory = fork && branches.getState().directories.get(fork.other);
  return fork && directory ? { directory, fromS: fork.atS } : undefined;
}

/**
 * The curves of the other branches in a plot.
 * @param converted a value in the plot's unit
 */
export function branchLines(
  spec: PlotSpec,
  { others }: Frame,
  selected: number,
  converted: (value: number) => number,
): Line[] {
  const drawn = linesOf(spec).filter(({ curve, fluid }) => !fluid && curve.role !== 'ssthresh');
  const named = forkNow()?.other;
  return others.flatMap(({ run, plot }) =>
    drawn.flatMap(({ curve, series }) => {
      const y = plot.y(series);
      const { colour } = strokeOf(curve, spec.curves.length, selected);
      return y
        ? [{ ...lookOf(run === named), name: '', colour, unlisted: true, x: plot.x, y: y.map(converted) }]
        : [];
    }),
  );
}

/** A line of the legend for the branch that the page names, and one for fainter ones. */
export function branchKeys(): Line[] {
  const fork = forkNow();
  if (!fork) return [];
  const key = (named: boolean, name: string) => ({
    ...lookOf(named),
    ...{ name, colour: palette().token.ink, x: [], y: [] },
  });
  const { names, fainter } = fork;
  const further = fainter.length > 0 ? [key(false, overlayTexts.fainter(fainter.join(', ')))] : [];
  return [key(true, overlayTexts.pale(names.other)), ...further];
}

const lookOf = (named: boolean) => ({
  width: 1.25,
  dash: [],
  alpha: named ? BRANCH_ALPHA : UNNAMED_ALPHA,
});

/** The fork and the timed edits, as vertical lines. */
export function changesNow(): Change[] {
  const fork = forkNow();
  const edits = changesOf(fork?.atS ?? Number.NaN).map(({ atS, words }) => ({
    atS,
    label: words,
    fork: false,
  }));
  if (!fork) return edits;
  const { atS, change } = fork;
  const label =
    atS === 0 ? overlayTexts.lastRun(change) : overlayTexts.fork(`${formatUpTo(atS, 2)} s`, change);
  return [...edits, { atS, label, fork: true }];
}
