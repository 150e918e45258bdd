/** What can be taken away: figure and table as files. */

import { outcomes, type Size } from '../../experiment';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { fileName, saveBlob } from '../../store/save';
import { pngOf } from '../picture';
import { drawFigure } from './figure';
import { tableCsv } from './table';

export interface Exported {
  document: Experiment;
  table: ExperimentTable;
  size: Size;
  seeds: readonly number[];
  dark: boolean;
}

/** px; what a page of A4 takes in print. */
const WIDTH = 960;

function save({ document, size }: Exported, ending: string, content: Blob | string, type: string): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  saveBlob(`${fileName(document.title || 'experiment')}-${size}.${ending}`, blob);
}

/** The figure as it leaves the page: with its title, and with what it takes to make it again. */
function picture({ document, table, size, seeds, dark }: Exported): SVGSVGElement {
  const from = seeds[0];
  const to = seeds.at(-1);
  const which = from === to ? `seed ${from}` : `seeds ${from} to ${to}`;
  const svg = drawFigure(document, table, {
    width: WIDTH,
    dark,
    runs: seeds.length,
    title: document.title ?? '',
    foot: [`Droptail, ${size} size, ${which}.`],
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
