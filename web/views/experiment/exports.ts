/** Saves figure and table as files. */

import type { Experiment, ExperimentTable } from '../../generated/types';
import { outcomes, type Size } from '../../store/experiment';
import { fileName, saveBlob } from '../../store/save';
import { pngOf } from '../../ui/png';
import { drawFigure } from './figure';
import { tableCsv } from './table';
import { barTexts as t } from './texts';

export interface Exported {
  document: Experiment;
  table: ExperimentTable;
  size: Size;
  seeds: readonly number[];
  dark: boolean;
}

/** px; it fits on a page of A4. */
const WIDTH = 960;

function save({ document, size }: Exported, ending: string, content: Blob | string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  saveBlob(`${fileName(document.title || 'experiment')}-${size}.${ending}`, blob);
}

/** The figure as a file: with its title, and with the seeds that reproduce it. */
function picture({ document, table, size, seeds, dark }: Exported): SVGSVGElement {
  const svg = drawFigure(document, table, {
    width: WIDTH,
    dark,
    runs: seeds.length,
    title: document.title ?? '',
    foot: [t.caption(size === 'quick', seeds[0], seeds.at(-1))],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return svg;
}

const svgText = (what: Exported) => new XMLSerializer().serializeToString(picture(what));

export function saveSvg(what: Exported): void {
  save(what, 'svg', svgText(what), 'image/svg+xml');
}

export async function savePng(what: Exported): Promise<void> {
  const blob = await pngOf(svgText(what));
  if (blob) save(what, 'png', blob, 'image/png');
}

export function saveCsv(what: Exported): void {
  save(what, 'csv', tableCsv(what.document, what.table), 'text/csv');
}

/** Document, table and every run. */
export function saveJson(what: Exported): void {
  const { document, size, table } = what;
  save(what, 'json', JSON.stringify({ document, size, table, outcomes: outcomes() }), 'application/json');
}
