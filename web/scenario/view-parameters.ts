/** The view of a run in a link, in a form that can be written by hand: `&t=12.5&plots=cwnd,queue&select=flow/f1`. Loaded with the first link. */

import { linkTexts as t } from './link-texts';
import { LinkError } from './payload';
import { type LinkView, parameter } from './view';

/** The limit of names in a list of plots, measures or flows. */
const MAX_NAMES = 1000;

export function readView(params: URLSearchParams): LinkView {
  const select = params.get('select');
  const [kind, ...id] = select?.split('/') ?? [];
  if (select !== null && !(id.length > 0 && (kind === 'flow' || kind === 'link' || kind === 'node')))
    throw invalid('select', select, t.right.selection);
  const zoom = params.get('zoom');
  // The hyphen in 5e-7 is not a separator.
  const ends = zoom === null ? [] : zoom.split(/(?<!e)-/).map((text) => seconds('zoom', text));
  const [t0, t1] = ends;
  if (zoom !== null && !(ends.length === 2 && (t0 as number) < (t1 as number)))
    throw invalid('zoom', zoom, t.right.span);
  const at = params.get('t');
  const span = params.get('span');
  const speed = params.get('speed');
  return {
    atS: at === null ? null : seconds('t', at),
    playing: readBoolean(params, 'play'),
    zoom: t0 === undefined || t1 === undefined ? null : { t0, t1 },
    plots: readNames(params, 'plots'),
    select: select === null ? null : { kind: kind as 'flow' | 'link' | 'node', id: id.join('/') },
    hide: readNames(params, 'hide'),
    measures: readNames(params, 'measures'),
    pinned: readNames(params, 'pin'),
    log: readNames(params, 'log'),
    units: byPlot(params, 'units', (unit) => unit),
    values: byPlot(params, 'values', readRange),
    without: readNames(params, 'without'),
    groups: readBoolean(params, 'groups'),
    fluid: readBoolean(params, 'fluid'),
    portrait: readPortrait(params),
    spanS: span === null ? null : positive('span', span),
    speed: speed === null ? null : speed === 'max' ? Number.POSITIVE_INFINITY : positive('speed', speed),
    inspector: params.get('inspector') === '1',
  };
}

export function writeView(view: LinkView): string {
  const list = (key: string, value: string[] | null) =>
    value === null ? '' : parameter(key, writeList(value));
  const flag = (key: string, value: boolean | null) =>
    value === null ? '' : parameter(key, value ? '1' : '0');
  const byId = <T>(key: string, value: Readonly<Record<string, T>> | null, text: (item: T) => string) =>
    list(key, value && Object.entries(value).map(([plot, item]) => `${plot}:${text(item)}`));
  return [
    view.atS === null ? '' : parameter('t', String(view.atS)),
    flag('play', view.playing),
    view.zoom === null ? '' : parameter('zoom', `${view.zoom.t0}-${view.zoom.t1}`),
    list('plots', view.plots),
    view.select === null ? '' : parameter('select', `${view.select.kind}/${view.select.id}`),
    list('hide', view.hide),
    list('measures', view.measures),
    list('pin', view.pinned),
    list('log', view.log),
    byId('units', view.units, (unit) => unit),
    byId('values', view.values, ({ low, end }) => `${low}..${end}`),
    list('without', view.without),
    flag('groups', view.groups),
    flag('fluid', view.fluid),
    list('portrait', view.portrait && [view.portrait.quantity, ...view.portrait.pair]),
    view.spanS === null ? '' : parameter('span', String(view.spanS)),
    view.speed === null ? '' : parameter('speed', Number.isFinite(view.speed) ? String(view.speed) : 'max'),
    view.inspector ? parameter('inspector', '1') : '',
  ].join('');
}

/** Names separated by commas. A backslash escapes commas and backslashes in names. */
function writeList(list: readonly string[]): string {
  return list.map((name) => name.replace(/[\\,]/g, '\\$&')).join(',');
}

/** A backslash before any other character stands for itself, so that handwritten links rarely need escapes. */
function readList(text: string): string[] {
  const list = [''];
  for (const [part] of text.matchAll(/\\[\\,]|[^\\,]+|[\\,]/g)) {
    if (part === ',') list.push('');
    else list[list.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return list;
}

function readNames(params: URLSearchParams, key: string): string[] | null {
  const text = params.get(key);
  if (text === null) return null;
  const list = readList(text).filter((name) => name !== '');
  if (list.length > MAX_NAMES) throw invalid(key, text, t.right.names(MAX_NAMES));
  return list;
}

/** Values by plot, such as `cwnd:kB,throughput:packets/s`. Ids of plots may contain colons, values do not. */
function byPlot<T>(
  params: URLSearchParams,
  key: string,
  read: (text: string, key: string) => T,
): Record<string, T> | null {
  const list = readNames(params, key);
  if (list === null) return null;
  return Object.fromEntries(
    list.map((item) => {
      const colon = item.lastIndexOf(':');
      if (colon < 1) throw invalid(key, item, t.right.byPlot);
      return [item.slice(0, colon), read(item.slice(colon + 1), key)];
    }),
  );
}

function readRange(text: string, key: string): { low: number; end: number } {
  const ends = text.split('..');
  const [low, end] = ends.map((n) => (n.trim() === '' ? Number.NaN : Number(n)));
  const right = ends.length === 2 && Number.isFinite(low) && Number.isFinite(end);
  if (!right || (low as number) >= (end as number)) throw invalid(key, text, t.right.range);
  return { low: low as number, end: end as number };
}

function readPortrait(params: URLSearchParams): LinkView['portrait'] {
  const text = params.get('portrait');
  if (text === null) return null;
  const [quantity, right = '', up = ''] = readList(text);
  if (quantity !== 'cwnd' && quantity !== 'throughput') throw invalid('portrait', text, t.right.portrait);
  return { quantity, pair: [right, up] };
}

function readBoolean(params: URLSearchParams, key: string): boolean | null {
  const text = params.get(key);
  return text === null ? null : text === '1';
}

function seconds(key: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw invalid(key, text, t.right.seconds);
  return value;
}

function positive(key: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw invalid(key, text, key === 'speed' ? t.right.speed : t.right.positive);
  return value;
}

function invalid(key: string, text: string, right: string): LinkError {
  return new LinkError(t.badValue(key, text.slice(0, 40), right));
}
