/** What an embed shows and allows, as written in the fragment: `&embed=1&panels=plots,time&allow=/links/core/forward/rateMbps&theme=dark`. */
import { LANGUAGES, type Language } from '../language/language';
import { linkTexts as t } from '../scenario/link-texts';
import { LinkError } from '../scenario/payload';
import { parameter } from '../scenario/view';
import { type Allow, isOpen } from './lock';

export const PANELS = ['network', 'plots', 'notes', 'results', 'controls', 'time'] as const;
export type Panel = (typeof PANELS)[number];

export interface EmbedOptions {
  panels: readonly Panel[];
  allow: Allow;
  /** The open parameter that has a slider; '' for none. */
  slider: string;
  theme: 'auto' | 'light' | 'dark';
  /** `auto`: the reader's language. */
  language: 'auto' | Language;
  /** The decimal mark in numbers. */
  decimals: 'point' | 'comma';
  /** Origins of pages that may control the embed, beside its own; `*`: any. */
  origins: readonly string[];
}

export const defaultEmbed: EmbedOptions = {
  panels: PANELS.filter((panel) => panel !== 'results'),
  allow: { kind: 'play' },
  slider: '',
  theme: 'auto',
  language: 'auto',
  decimals: 'point',
  origins: [],
};

/** Limits on lists in the fragment. */
const MAX_PATHS = 50;
const MAX_ORIGINS = 20;

export function isEmbed(fragment: string): boolean {
  return new URLSearchParams(fragment.replace(/^#/, '')).get('embed') === '1';
}

export function readEmbed(fragment: string): EmbedOptions {
  const params = new URLSearchParams(fragment.replace(/^#/, ''));
  const list = (key: string) => params.get(key)?.split(',').filter(Boolean);
  const theme = params.get('theme');
  const language = LANGUAGES.find((name) => name === params.get('lang'));
  const allow = readAllow(params);
  const slider = params.get('slider') ?? '';
  return {
    panels: list('panels')?.filter(isPanel) ?? defaultEmbed.panels,
    allow,
    slider: isOpen(allow, slider) ? slider : '',
    theme: theme === 'light' || theme === 'dark' ? theme : 'auto',
    language: language ?? 'auto',
    decimals: params.get('decimals') === 'comma' ? 'comma' : 'point',
    origins: (list('api') ?? []).slice(0, MAX_ORIGINS),
  };
}

/** Paths that may be changed. A value that cannot be read unlocks nothing. */
function readAllow(params: URLSearchParams): Allow {
  const texts = params.getAll('allow');
  if (texts.includes('everything')) return { kind: 'everything' };
  const paths = texts.filter((text) => /^\/[^/]+/.test(text));
  if (paths.length > MAX_PATHS) throw new LinkError(t.tooManyParameters(paths.length, MAX_PATHS));
  return paths.length > 0 ? { kind: 'some', paths } : { kind: 'play' };
}

export function writeEmbed(options: EmbedOptions): string {
  const { panels, allow, slider, theme, language, decimals, origins } = options;
  const usual = panels.join() === defaultEmbed.panels.join();
  return [
    '&embed=1',
    usual ? '' : parameter('panels', panels.join(',')),
    allow.kind === 'everything' ? parameter('allow', 'everything') : '',
    ...(allow.kind === 'some' ? allow.paths.map((path) => parameter('allow', path)) : []),
    slider === '' || !isOpen(allow, slider) ? '' : parameter('slider', slider),
    theme === 'auto' ? '' : parameter('theme', theme),
    language === 'auto' ? '' : parameter('lang', language),
    decimals === 'point' ? '' : parameter('decimals', decimals),
    origins.length === 0 ? '' : parameter('api', origins.join(',')),
  ].join('');
}

function isPanel(name: string): name is Panel {
  return (PANELS as readonly string[]).includes(name);
}
