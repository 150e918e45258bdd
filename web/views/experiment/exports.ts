/** Saves figure and table as files. */

import type { Experiment, ExperimentTable } from '../../generated/types';
import { outcomes, type Size } from '../../store/experiment';
import { fileName, saveBlob } from '../../store/save';
import { pngOf } from '../../ui/png';
import { drawFigure } from './figure';
import { tableCsv } from './table';
import { barTexts as t } from './texts';

export interface ExportData {
  document: Experiment;
  table: ExperimentTable;
  size: Size;
  seeds: readonly number[];
  dark: boolean;
}

/** px; fits on an A4 page. */
const EXPORT_WIDTH = 960;

function save({ document, size }: ExportData, extension: string, content: Blob | string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  saveBlob(`${fileName(document.title || 'experiment')}-${size}.${extension}`, blob);
}

/** The figure with its title and the seeds that reproduce it. */
function exportSvg({ document, table, size, seeds, dark }: ExportData): SVGSVGElement {
  const svg = drawFigure(document, table, {
    width: EXPORT_WIDTH,
    dark,
    runs: seeds.length,
    title: document.title ?? '',
    foot: [t.caption(size === 'quick', seeds[0], seeds.at(-1))],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg;
}

const svgText = (what: ExportData) => new XMLSerializer().serializeToString(exportSvg(what));

export function saveSvg(what: ExportData): void {
  save(what, 'svg', svgText(what), 'image/svg+xml');
}

export async function savePng(what: ExportData): Promise<void> {
  const blob = await pngOf(svgText(what));
  if (blob) save(what, 'png', blob, 'image/png');
}

export function saveCsv(what: ExportData): void {
  save(what, 'csv', tableCsv(what.document, what.table), 'text/csv');
}

/** Document, table and every run. */
export function saveJson(what: ExportData): void {
  const { document, size, table } = what;
  save(what, 'json', JSON.stringify({ document, size, table, outcomes: outcomes() }), 'application/json');
}
