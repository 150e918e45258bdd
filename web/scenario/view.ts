/** The view of a run in a link, in a form that can be written by hand: `&t=12.5&plots=cwnd,queue&select=flow/f1`. */

import { linkTexts as t } from './link-texts';
import { LinkError } from './payload';

/** Null and empty: as the page has it. */
export interface LinkView {
  /** The moment on screen, s. */
  atS: number | null;
  /** Whether it runs on from there. */
  playing: boolean | null;
  /** Shown span of time, s. */
  zoom: { t0: number; t1: number } | null;
  /** Plots, in order. */
  plots: string[] | null;
  select: { kind: 'flow' | 'link' | 'node'; id: string } | null;
  /** Flows that plots hide. */
  hide: string[] | null;
  /** Measures of fairness that are plotted. */
  measures: string[] | null;
  /** Plots that are pinned above the others. */
  pinned: string[] | null;
  /** Single plots whose values have a logarithmic scale. */
  log: string[] | null;
  /** Units of single plots, by id. */
  units: Readonly<Record<string, string>> | null;
  /** The part of the values that single plots show, by id, in the engine's units. */
  values: Readonly<Record<string, { low: number; end: number }>> | null;
  /** Variables that plots leave out, as `algorithm/variable`. */
  without: string[] | null;
  /** Many flows are drawn as groups. */
  groups: boolean | null;
  /** The fluid model's lines are drawn beside those of packets. */
  fluid: boolean | null;
  /** What the phase portrait shows: a quantity, and the flows to the right and upwards. */
  portrait: { quantity: 'cwnd' | 'throughput'; pair: readonly [string, string] } | null;
  /** Width of the span that follows the run, s. */
  spanS: number | null;
  /** Simulated seconds a real second; Infinity: as fast as it goes. */
  speed: number | null;
  /** Whether the inspector is open where it is not a column of its own. */
  inspector: boolean;
}

export const NO_VIEW: LinkView = {
  atS: null,
  playing: null,
  zoom: null,
  plots: null,
  select: null,
  hide: null,
  measures: null,
  pinned: null,
  log: null,
  units: null,
  values: null,
  without: null,
  groups: null,
  fluid: null,
  portrait: null,
  spanS: null,
  speed: null,
  inspector: false,
};

/** Names in a list: of plots, measures, flows. */
const MOST_NAMES = 1000;

export function readView(params: URLSearchParams): LinkView {
  const select = params.get('select');
  const [kind, ...id] = select?.split('/') ?? [];
  if (select !== null && !(id.length > 0 && (kind === 'flow' || kind === 'link' || kind === 'node')))
    throw wrong('select', select, t.right.selection);
  const zoom = params.get('zoom');
  // The hyphen of 5e-7 parts nothing.
  const ends = zoom === null ? [] : zoom.split(/(?<!e)-/).map((text) => seconds('zoom', text));
  const [t0, t1] = ends;
  if (zoom !== null && !(ends.length === 2 && (t0 as number) < (t1 as number)))
    throw wrong('zoom', zoom, t.right.span);
  const at = params.get('t');
  const span = params.get('span');
  const speed = params.get('speed');
  return {
    atS: at === null ? null : seconds('t', at),
    playing: yesOrNo(params, 'play'),
    zoom: t0 === undefined || t1 === undefined ? null : { t0, t1 },
    plots: names(params, 'plots'),
    select: select === null ? null : { kind: kind as 'flow' | 'link' | 'node', id: id.join('/') },
    hide: names(params, 'hide'),
    measures: names(params, 'measures'),
    pinned: names(params, 'pin'),
    log: names(params, 'log'),
    units: byPlot(params, 'units', (unit) => unit),
    values: byPlot(params, 'values', values),
    without: names(params, 'without'),
    groups: yesOrNo(params, 'groups'),
    fluid: yesOrNo(params, 'fluid'),
    portrait: portrait(params),
    spanS: span === null ? null : positive('span', span),
    speed: speed === null ? null : speed === 'max' ? Number.POSITIVE_INFINITY : positive('speed', speed),
    inspector: params.get('inspector') === '1',
  };
}

export function writeView(view: LinkView): string {
  const list = (key: string, value: string[] | null) =>
    value === null ? '' : parameter(key, writeList(value));
  const yes = (key: string, value: boolean | null) =>
    value === null ? '' : parameter(key, value ? '1' : '0');
  const each = <T>(key: string, value: Readonly<Record<string, T>> | null, text: (item: T) => string) =>
    list(key, value && Object.entries(value).map(([plot, item]) => `${plot}:${text(item)}`));
  return [
    view.atS === null ? '' : parameter('t', String(view.atS)),
    yes('play', view.playing),
    view.zoom === null ? '' : parameter('zoom', `${view.zoom.t0}-${view.zoom.t1}`),
    list('plots', view.plots),
    view.select === null ? '' : parameter('select', `${view.select.kind}/${view.select.id}`),
    list('hide', view.hide),
    list('measures', view.measures),
    list('pin', view.pinned),
    list('log', view.log),
    each('units', view.units, (unit) => unit),
    each('values', view.values, ({ low, end }) => `${low}..${end}`),
    list('without', view.without),
    yes('groups', view.groups),
    yes('fluid', view.fluid),
    list('portrait', view.portrait && [view.portrait.quantity, ...view.portrait.pair]),
    view.spanS === null ? '' : parameter('span', String(view.spanS)),
    view.speed === null ? '' : parameter('speed', Number.isFinite(view.speed) ? String(view.speed) : 'max'),
    view.inspector ? parameter('inspector', '1') : '',
  ].join('');
}

/** `&key=value`, with what is harmless in a fragment left readable. */
export function parameter(key: string, value: string): string {
  const text = encodeURIComponent(value).replace(/%(2F|3A|2C|40)/g, (code) => decodeURIComponent(code));
  return `&${key}=${text}`;
}

/** Names parted by commas. A comma or a backslash that belongs to a name has a backslash before it. */
function writeList(list: readonly string[]): string {
  return list.map((name) => name.replace(/[\\,]/g, '\\$&')).join(',');
}

/** A backslash before anything else is one, too: links by hand need not know of the rule. */
function readList(text: string): string[] {
  const list = [''];
  for (const [part] of text.matchAll(/\\[\\,]|[^\\,]+|[\\,]/g)) {
    if (part === ',') list.push('');
    else list[list.length - 1] += part.length === 2 && part.startsWith('\\') ? part.slice(1) : part;
  }
  return list;
}

function names(params: URLSearchParams, key: string): string[] | null {
  const text = params.get(key);
  if (text === null) return null;
  const list = readList(text).filter((name) => name !== '');
  if (list.length > MOST_NAMES) throw wrong(key, text, t.right.names(MOST_NAMES));
  return list;
}

/** A value for each of some plots, as in `cwnd:kB,throughput:packets/s`. Ids of plots may hold colons, values hold none. */
function byPlot<T>(
  params: URLSearchParams,
  key: string,
  read: (text: string, key: string) => T,
): Record<string, T> | null {
  const list = names(params, key);
  if (list === null) return null;
  return Object.fromEntries(
    list.map((item) => {
      const colon = item.lastIndexOf(':');
      if (colon < 1) throw wrong(key, item, t.right.byPlot);
      return [item.slice(0, colon), read(item.slice(colon + 1), key)];
    }),
  );
}

function values(text: string, key: string): { low: number; end: number } {
  const ends = text.split('..');
  const [low, end] = ends.map((n) => (n.trim() === '' ? Number.NaN : Number(n)));
  const right = ends.length === 2 && Number.isFinite(low) && Number.isFinite(end);
  if (!right || (low as number) >= (end as number)) throw wrong(key, text, t.right.range);
  return { low: low as number, end: end as number };
}

function portrait(params: URLSearchParams): LinkView['portrait'] {
  const text = params.get('portrait');
  if (text === null) return null;
  const [quantity, right = '', up = ''] = readList(text);
  if (quantity !== 'cwnd' && quantity !== 'throughput') throw wrong('portrait', text, t.right.portrait);
  return { quantity, pair: [right, up] };
}

function yesOrNo(params: URLSearchParams, key: string): boolean | null {
  const text = params.get(key);
  return text === null ? null : text === '1';
}

function seconds(key: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw wrong(key, text, t.right.seconds);
  return value;
}

function positive(key: string, text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0)
    throw wrong(key, text, key === 'speed' ? t.right.speed : t.right.positive);
  return value;
}

function wrong(key: string, text: string, right: string): LinkError {
  return new LinkError(t.badValue(key, text.slice(0, 40), right));
}
