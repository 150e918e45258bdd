import './experiment.css';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AxisValue, Experiment, ExperimentTable } from '../../generated/types';
import { useSession } from '../../store';
import {
  experiment,
  openVariant,
  randomizeStarts,
  redoExperiment,
  undoExperiment,
  useExperiment,
} from '../../store/experiment';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { Overlay } from '../../ui/Overlay';
import { isBusy, isTyping } from '../../ui/typing';
import { type Layout, useLayout } from '../../ui/use-layout';
import { Messages } from '../messages/Messages';
import { Claims } from './Claims';
import { ExperimentBar } from './ExperimentBar';
import type { ExportData } from './exports';
import { FigureView } from './FigureView';
import { hasFigure } from './figure';
import { centre, shownMeasures, variantName } from './figure/data';
import { estimateText } from './figure/text';
import { previewOf, storePreview } from './previews';
import { ResultsTable } from './ResultsTable';
import { Side, SideSheet } from './Side';
import { RunStrip, runOrPause } from './Strip';
import { pageTexts as t } from './texts';
import { usePaper } from './use-paper';

const RANDOM_START_S = 1;

/** An experiment: its figure and table, the claims of its paper, its runs, and its setup. */
export function ExperimentPage() {
  const document = useExperiment((s) => s.document);
  useKeys();
  useEffect(() => {
    // Nothing is open.
    if (document === null) session.setState({ page: 'papers' });
  }, [document]);
  return document ? <Page document={document} /> : null;
}

export default ExperimentPage;

/** Undo and redo of the experiment; Space runs and pauses. */
function useKeys(): void {
  useEffect(() => {
    const keys = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        if (isTyping(event.target)) return;
        if (key === 'y' || (key === 'z' && event.shiftKey)) redoExperiment();
        else if (key === 'z') undoExperiment();
        else return;
      } else if (key === ' ' && session.getState().shortcuts && !isBusy(event.target)) {
        const { status, done, total } = experiment.getState();
        if (total === 0 || done >= total) return;
        runOrPause(status);
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', keys);
    return () => removeEventListener('keydown', keys);
  }, []);
}

function Page({ document }: { document: Experiment }) {
  const layout = useLayout();
  const published = usePaper();
  const table = useTable();
  const size = useExperiment((s) => s.size);
  const seeds = useExperiment((s) => s.seeds);
  const dark = useSession((s) => s.dark);
  const open = useSession((s) => s.inspectorOpen);
  const [picked, setPicked] = useState<number | null>(null);
  const onPick = useCallback((row: number) => setPicked((old) => (old === row ? null : row)), []);
  useStoredPreview(document, table);
  const known = picked !== null && picked < table.rows.length ? picked : null;
  const exported: ExportData = { document, table, size, seeds, dark };
  const closeSide = () => session.setState({ inspectorOpen: false });
  return (
    <div className={`lab experiment ${layout}`}>
      <ExperimentBar
        document={document}
        published={published}
        layout={layout}
        exported={table.rows.some((row) => row.runs > 0) ? exported : null}
        onSide={() => session.setState({ inspectorOpen: !open })}
      />
      <main className="stage">
        <Messages />
        <Notice />
        <IdenticalRuns />
        <div className="stage-scroll">
          {hasFigure(document) ? (
            <section className="exp-figure" aria-label={t.figure}>
              <NothingYet table={table} />
              <FigureView document={document} table={table} runs={seeds.length} onPick={onPick} />
            </section>
          ) : null}
          <ResultsTable
            document={document}
            table={table}
            runs={seeds.length}
            picked={known}
            onPick={onPick}
          />
          {published ? <Claims published={published} document={document} table={table} /> : null}
        </div>
        {known === null ? null : (
          <SelectedVariant document={document} table={table} row={known} onClose={() => setPicked(null)} />
        )}
      </main>
      <SideColumn layout={layout} open={open} onBack={closeSide}>
        {(close) => (
          <Side document={document} published={published} {...(close ? { onClose: closeSide } : {})} />
        )}
      </SideColumn>
      <RunStrip document={document} />
      {layout === 'phone' ? <SideSheet document={document} published={published} /> : null}
    </div>
  );
}

function SideColumn({
  layout,
  open,
  onBack,
  children,
}: {
  layout: Layout;
  open: boolean;
  onBack: () => void;
  children: (close: boolean) => React.ReactNode;
}) {
  if (layout === 'desktop')
    return (
      <aside className="inspector-area" aria-label={t.aboutAndSetup}>
        {children(false)}
      </aside>
    );
  if (layout !== 'medium' || !open) return null;
  return (
    <Overlay label={t.aboutAndSetup} onBack={onBack}>
      {children(true)}
    </Overlay>
  );
}

/** The table; before the first run, with all variants and no values. */
function useTable(): ExperimentTable {
  const table = useExperiment((s) => s.table);
  const points = useExperiment((s) => s.points);
  const measures = useExperiment((s) => s.document?.measures.length ?? 0);
  return useMemo(() => {
    if (table && table.rows.length === points.length) return table;
    const row = (at: AxisValue[]) => ({ at, runs: 0, cells: Array.from({ length: measures }, () => null) });
    return { confidence: 0.95, rows: points.map(row) };
  }, [table, points, measures]);
}

function Notice() {
  const notice = useExperiment((s) => s.notice);
  if (!notice) return null;
  return (
    <div className="message">
      <div className="message-text">{notice}</div>
      <button
        type="button"
        className="button small square"
        aria-label={t.dismiss}
        onClick={() => experiment.setState({ notice: '' })}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Says in an empty figure how to fill it. */
function NothingYet({ table }: { table: ExperimentTable }) {
  const resting = useExperiment((s) => s.status === 'idle');
  if (!resting || table.rows.some((row) => row.runs > 0)) return null;
  return (
    <p className="nothing-yet">
      <strong>{t.nothingYet}</strong> {t.howToRun}
    </p>
  );
}

/** Warns that all replications are identical. */
function IdenticalRuns() {
  const alike = useExperiment((s) => s.deterministic);
  if (!alike) return null;
  return (
    <div className="message">
      <div className="message-text">
        <strong>{t.alike}</strong> {t.alikeReason}
        <button
          type="button"
          className="button small framed"
          onClick={() => void randomizeStarts(RANDOM_START_S)}
        >
          {t.randomStarts(RANDOM_START_S)}
        </button>
      </div>
    </div>
  );
}

/** Stores a preview for the card of a published experiment, as long as its results are stored. */
function useStoredPreview(document: Experiment, table: ExperimentTable): void {
  const id = useExperiment((s) => (s.origin.kind === 'paper' ? s.origin.id : null));
  const resting = useExperiment((s) => s.status !== 'running');
  useEffect(() => {
    if (id !== null && resting) storePreview(id, previewOf(document, table));
  }, [id, resting, document, table]);
}

/** The variant that is selected in the figure or in the table, with a button that opens it in the laboratory. */
function SelectedVariant({
  document,
  table,
  row,
  onClose,
}: {
  document: Experiment;
  table: ExperimentTable;
  row: number;
  onClose: () => void;
}) {
  const seeds = useExperiment((s) => s.seeds);
  const variant = table.rows[row];
  if (!variant) return null;
  const values = shownMeasures(document).flatMap((m) => {
    const cell = variant.cells[m];
    const measure = document.measures[m];
    if (!cell || !measure) return [];
    const { value, halfWidth } = centre(document, cell);
    return [`${measure.name} ${estimateText(value, halfWidth)}${measure.unit ? ` ${measure.unit}` : ''}`];
  });
  return (
    <section className="picked" aria-label={t.selected}>
      <span className="picked-what">
        <strong>{variantName(document, variant.at)}</strong>{' '}
        <span className="secondary">{values.join(', ')}</span>
      </span>
      <button
        type="button"
        className="button small framed"
        onClick={() => void openVariant(row, seeds[0] ?? 1)}
      >
        {t.openInLab}
      </button>
      <button type="button" className="button small square" aria-label={t.selectNone} onClick={onClose}>
        <Icon name="close" />
      </button>
    </section>
  );
}
