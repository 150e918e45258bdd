/** What a link says of the look at a run, in words that can be written by hand: `&t=12.5&plots=cwnd,queue&select=flow/f1`. */
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
  speed: null,
  inspector: false,
};

/** Names in a list: of plots, measures, flows. */
const MOST_NAMES = 1000;

export function readView(params: URLSearchParams): LinkView {
  const select = params.get('select');
  const [kind, ...id] = select?.split('/') ?? [];
  if (select !== null && !(id.length > 0 && (kind === 'flow' || kind === 'link' || kind === 'node')))
    throw wrong('select', select, 'flow/, link/ or node/ and an id');
  const zoom = params.get('zoom');
  const ends = zoom === null ? [] : zoom.split('-').map((text) => seconds('zoom', text));
  const [t0, t1] = ends;
  if (zoom !== null && !(ends.length === 2 && (t0 as number) < (t1 as number)))
    throw wrong('zoom', zoom, 'two moments in seconds, as in 5-12.5');
  const t = params.get('t');
  const speed = params.get('speed');
  const play = params.get('play');
  return {
    atS: t === null ? null : seconds('t', t),
    playing: play === null ? null : play === '1',
    zoom: t0 === undefined || t1 === undefined ? null : { t0, t1 },
    plots: names(params, 'plots'),
    select: select === null ? null : { kind: kind as 'flow' | 'link' | 'node', id: id.join('/') },
    hide: names(params, 'hide'),
    measures: names(params, 'measures'),
    speed: speed === null ? null : speed === 'max' ? Number.POSITIVE_INFINITY : rate(speed),
    inspector: params.get('inspector') === '1',
  };
}

export function writeView(view: LinkView): string {
  const list = (key: string, value: string[] | null) =>
    value === null ? '' : parameter(key, value.join(','));
  return [
    view.atS === null ? '' : parameter('t', String(view.atS)),
    view.playing === null ? '' : parameter('play', view.playing ? '1' : '0'),
    view.zoom === null ? '' : parameter('zoom', `${view.zoom.t0}-${view.zoom.t1}`),
    list('plots', view.plots),
    view.select === null ? '' : parameter('select', `${view.select.kind}/${view.select.id}`),
    list('hide', view.hide),
    list('measures', view.measures),
    view.speed === null ? '' : parameter('speed', Number.isFinite(view.speed) ? String(view.speed) : 'max'),
    view.inspector ? parameter('inspector', '1') : '',
  ].join('');
}

/** `&key=value`, with what is harmless in a fragment left readable. */
export function parameter(key: string, value: string): string {
  const text = encodeURIComponent(value).replace(/%(2F|3A|2C|40)/g, (code) => decodeURIComponent(code));
  return `&${key}=${text}`;
}

function names(params: URLSearchParams, key: string): string[] | null {
  const text = params.get(key);
  if (text === null) return null;
  const list = text.split(',').filter((name) => name !== '');
  if (list.length > MOST_NAMES) throw wrong(key, text, `at most ${MOST_NAMES} names`);
  return list;
}

function seconds(key: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0) throw wrong(key, text, 'seconds');
  return value;
}

function rate(text: string): number {
  const value = Number(text);
  if (!Number.isFinite(value) || value <= 0) throw wrong('speed', text, 'a number above zero, or max');
  return value;
}

function wrong(key: string, text: string, right: string): LinkError {
  return new LinkError(`In the link, ${key}=${text.slice(0, 40)} is not ${right}.`);
}
