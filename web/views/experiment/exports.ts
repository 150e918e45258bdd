/** What can be taken away: figure and table as files. */

import { outcomes, type Size } from '../../experiment';
import type { Experiment, ExperimentTable } from '../../generated/types';
import { fileName, saveBlob } from '../../store/save';
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
const SCALE = 2;

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
  const image = new Image();
  const url = URL.createObjectURL(new Blob([svgText(what)], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = window.document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
    if (blob) save(what, 'png', blob, 'image/png');
  } finally {
    URL.revokeObjectURL(url);
  }
}

export function saveCsv(what: Exported): void {
  save(what, 'csv', tableCsv(what.document, what.table), 'text/csv');
}

/** Document, table and every run. */
export function saveJson(what: Exported): void {
  const { document, size, table } = what;
  save(what, 'json', JSON.stringify({ document, size, table, outcomes: outcomes() }), 'application/json');
}
