/**
 * `<droptail-lab link="#g=one-reno" allow="/links/core/forward/rateMbps">`: the laboratory in a page, and a script's hands in it. One
 * classic script without imports, served beside the laboratory.
 */
import type { CallName, Calls, EventMessage, EventName, Events, Reply, State } from './protocol';

/** Where the laboratory is: beside this script. */
const home = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

/** Attributes that go into the address as they are. */
const PASSED = [
  'panels',
  'theme',
  'lang',
  'decimals',
  't',
  'play',
  'seed',
  'speed',
  'plots',
  'zoom',
  'select',
];

/** What the frame may take to load, ms. */
const LOADING_MS = 60_000;
/** What the frame may be silent for while a call waits, ms: it gives up a call itself after 60 s. */
const SILENCE_MS = 75_000;

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** The document in the frame: another one comes with every load. */
interface Loaded {
  /** The frame's load event has come. */
  loaded: boolean;
  /** It listens, and where messages to it go: an opaque page has no origin to name. */
  target: string | null;
  ready: Promise<string>;
  isReady: (target: string) => void;
  fail: (error: Error) => void;
}

function nothingLoaded(): Loaded {
  const one = { loaded: false, target: null } as Loaded;
  one.ready = new Promise((resolve, reject) => {
    one.isReady = (target) => {
      one.target = target;
      resolve(target);
    };
    one.fail = reject;
  });
  // If no call waits for it, its failure is ignored.
  one.ready.catch(() => undefined);
  return one;
}

const GONE = 'The laboratory was removed from the page.';
const RELOADED = 'The laboratory was reloaded; calls without an answer are lost.';
const NOT_LOADED = `The laboratory did not load within ${LOADING_MS / 1000} s. Check its address. For a sandboxed page, the server has to send Access-Control-Allow-Origin.`;
const SILENT = `The laboratory has not answered for ${SILENCE_MS / 1000} s.`;

const failed = (message: string) => Object.assign(new Error(message), { code: 'unreachable' as const });

class DroptailLab extends HTMLElement {
  static observedAttributes = ['link', 'allow', ...PASSED];
  private frame: HTMLIFrameElement | null = null;
  private document: Loaded = nothingLoaded();
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();
  private silence: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent =
      ':host{display:block;height:520px}:host([hidden]){display:none}iframe{display:block;width:100%;height:100%;border:0}';
    this.attachShadow({ mode: 'open' }).append(style);
  }

  connectedCallback(): void {
    addEventListener('message', this.receive);
    const frame = document.createElement('iframe');
    frame.title = this.title || 'Droptail';
    // The browser fetches nothing of it before the reader comes near.
    frame.loading = 'lazy';
    frame.allow = 'fullscreen; clipboard-write';
    frame.src = this.address();
    frame.addEventListener('load', () => {
      if (this.document.loaded) this.forget(RELOADED);
      this.document.loaded = true;
    });
    this.frame = frame;
    this.shadowRoot?.append(frame);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.receive);
    this.frame?.remove();
    this.frame = null;
    this.forget(GONE);
  }

  attributeChangedCallback(): void {
    if (this.frame && this.frame.src !== this.address()) this.frame.src = this.address();
  }

  load(what: string | object): Promise<State> {
    return this.call('load', typeof what === 'string' ? { link: what } : { scenario: what });
  }
  play(speed?: number): Promise<State> {
    return this.call('play', speed === undefined ? {} : { speed });
  }
  pause(): Promise<State> {
    return this.call('pause', {});
  }
  seek(atS: number): Promise<State> {
    return this.call('seek', { atS });
  }
  step(unit: Calls['step']['args']['unit'] = 'rtt'): Promise<State> {
    return this.call('step', { unit });
  }
  set(path: string, value: unknown): Promise<State> {
    return this.call('set', { path, value });
  }
  fork(): Promise<State> {
    return this.call('fork', {});
  }
  getState(): Promise<State> {
    return this.call('getState', {});
  }
  /** They come as DOM events of the same names, with their data as `detail`. */
  subscribe(events: EventName[], everyMs?: number): Promise<null> {
    return this.call('subscribe', everyMs === undefined ? { events } : { events, everyMs });
  }
  unsubscribe(events: EventName[]): Promise<null> {
    return this.call('unsubscribe', { events });
  }

  private address(): string {
    const link = this.getAttribute('link') ?? '';
    const fragment = link.slice(link.indexOf('#') + 1);
    const more = PASSED.flatMap((name) => {
      const value = this.getAttribute(name);
      return value === null ? [] : [`${name}=${encodeURIComponent(value || '1')}`];
    });
    const allow = (this.getAttribute('allow') ?? '')
      .split(/[\s,]+/)
      .filter((path) => path && path !== 'play');
    const paths = allow.map((path) => `allow=${encodeURIComponent(path)}`);
    const parts = [fragment, 'embed=1', `api=${encodeURIComponent(self.origin)}`, ...more, ...paths];
    return `${home.href}#${parts.filter(Boolean).join('&')}`;
  }

  private async call<C extends CallName>(call: C, args: Calls[C]['args']): Promise<Calls[C]['value']> {
    const { frame, document } = this;
    if (!frame) throw failed('The element is not in a page.');
    // A frame far down the page is loaded lazily, but a script needs it now.
    frame.loading = 'eager';
    const timer = setTimeout(() => document.fail(failed(NOT_LOADED)), LOADING_MS);
    const target = await document.ready.finally(() => clearTimeout(timer));
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.waiting.size === 1) this.listen();
      frame.contentWindow?.postMessage({ ...args, droptail: 1, id, call }, target);
    });
  }

  /** Gives up all that waits if no answer comes for long. Calls are answered in their order. */
  private listen(): void {
    clearTimeout(this.silence);
    if (this.waiting.size > 0) this.silence = setTimeout(() => this.reject(SILENT), SILENCE_MS);
  }

  private reject(message: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(failed(message));
  }

  /** The document in the frame is gone, and what it was asked with it. */
  private forget(message: string): void {
    const { document } = this;
    this.document = nothingLoaded();
    document.fail(failed(message));
    this.reject(message);
    this.listen();
  }

  private readonly receive = (message: MessageEvent): void => {
    if (message.source !== this.frame?.contentWindow) return;
    // A sandbox around this page is one around its frames as well: the laboratory has no origin either then.
    const opaque = message.origin === 'null' && self.origin === 'null';
    if (message.origin !== home.origin && !opaque) return;
    const data = message.data as Reply | EventMessage;
    if (typeof data !== 'object' || data === null || data.droptail !== 1) return;
    if ('event' in data) {
      if (data.event === 'ready') {
        if (this.document.target !== null) this.forget(RELOADED);
        this.document.isReady(opaque ? '*' : home.origin);
      }
      this.dispatchEvent(new CustomEvent<Events[keyof Events]>(data.event, { detail: data.data }));
    } else {
      const waiting = this.waiting.get(data.id as number);
      this.waiting.delete(data.id as number);
      if (data.ok) waiting?.resolve(data.value as never);
      else waiting?.reject(Object.assign(new Error(data.error.message), data.error));
      this.listen();
    }
  };
}

if (!customElements.get('droptail-lab')) customElements.define('droptail-lab', DroptailLab);

declare global {
  interface HTMLElementTagNameMap {
    'droptail-lab': DroptailLab;
  }
}
