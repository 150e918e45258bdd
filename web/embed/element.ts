/**
 * `<droptail-lab link="#g=one-reno" allow="/links/core/forward/rateMbps">`: the laboratory in another page, with an API for scripts. A
 * single classic script without imports, served beside the laboratory.
 */
import type { CallName, Calls, EventMessage, EventName, Events, Reply, State } from './protocol';

/** The address of the laboratory, which is beside this script. */
const home = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

/** Attributes that are copied into the address. */
const PASSED_ATTRIBUTES = [
  'panels',
  'slider',
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

/** Time limit for loading the frame, ms. */
const LOAD_TIMEOUT_MS = 60_000;
/** Time limit without an answer while calls are pending, ms. The frame itself ends a call after 60 s. */
const ANSWER_TIMEOUT_MS = 75_000;

interface PendingCall {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

/** The document in the frame, which changes with every load. */
interface FrameDocument {
  /** The frame has fired its load event. */
  loaded: boolean;
  /** The target origin for messages, once the document listens. An opaque page has no origin. */
  target: string | null;
  ready: Promise<string>;
  isReady: (target: string) => void;
  fail: (error: Error) => void;
}

function newFrameDocument(): FrameDocument {
  const one = { loaded: false, target: null } as FrameDocument;
  one.ready = new Promise((resolve, reject) => {
    one.isReady = (target) => {
      one.target = target;
      resolve(target);
    };
    one.fail = reject;
  });
  // A failure is ignored if no call waits for the document.
  one.ready.catch(() => undefined);
  return one;
}

const REMOVED = 'The laboratory was removed from the page.';
const RELOADED = 'The laboratory was reloaded; calls without an answer are lost.';
const NOT_LOADED = `The laboratory did not load within ${LOAD_TIMEOUT_MS / 1000} s. Check its address. For a sandboxed page, the server has to send Access-Control-Allow-Origin.`;
const SILENT = `The laboratory has not answered for ${ANSWER_TIMEOUT_MS / 1000} s.`;

const failed = (message: string) => Object.assign(new Error(message), { code: 'unreachable' as const });

class DroptailLab extends HTMLElement {
  static observedAttributes = ['link', 'allow', ...PASSED_ATTRIBUTES];
  private frame: HTMLIFrameElement | null = null;
  private document: FrameDocument = newFrameDocument();
  private lastId = 0;
  private readonly waiting = new Map<number, PendingCall>();
  private answerTimer: ReturnType<typeof setTimeout> | undefined;

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
    // The browser loads it once the reader scrolls near.
    frame.loading = 'lazy';
    frame.allow = 'fullscreen; clipboard-write';
    frame.src = this.address();
    frame.addEventListener('load', () => {
      if (this.document.loaded) this.frameGone(RELOADED);
      this.document.loaded = true;
    });
    this.frame = frame;
    this.shadowRoot?.append(frame);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.receive);
    this.frame?.remove();
    this.frame = null;
    this.frameGone(REMOVED);
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
  /** Events are dispatched as DOM events of the same names, with their data as `detail`. */
  subscribe(events: EventName[], everyMs?: number): Promise<null> {
    return this.call('subscribe', everyMs === undefined ? { events } : { events, everyMs });
  }
  unsubscribe(events: EventName[]): Promise<null> {
    return this.call('unsubscribe', { events });
  }

  private address(): string {
    const link = this.getAttribute('link') ?? '';
    const fragment = link.slice(link.indexOf('#') + 1);
    const more = PASSED_ATTRIBUTES.flatMap((name) => {
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
    // A frame far down the page loads lazily, but the script needs it now.
    frame.loading = 'eager';
    const timer = setTimeout(() => document.fail(failed(NOT_LOADED)), LOAD_TIMEOUT_MS);
    const target = await document.ready.finally(() => clearTimeout(timer));
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      if (this.waiting.size === 1) this.restartTimer();
      frame.contentWindow?.postMessage({ ...args, droptail: 1, id, call }, target);
    });
  }

  /** Rejects all pending calls if there is no answer for some time. Calls are answered in order. */
  private restartTimer(): void {
    clearTimeout(this.answerTimer);
    if (this.waiting.size > 0) this.answerTimer = setTimeout(() => this.reject(SILENT), ANSWER_TIMEOUT_MS);
  }

  private reject(message: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(failed(message));
  }

  /** Rejects the calls to a document that has left the frame. */
  private frameGone(message: string): void {
    const { document } = this;
    this.document = newFrameDocument();
    document.fail(failed(message));
    this.reject(message);
    this.restartTimer();
  }

  private readonly receive = (message: MessageEvent): void => {
    if (message.source !== this.frame?.contentWindow) return;
    // The sandbox of this page also applies to its frames, so the laboratory has no origin either.
    const opaque = message.origin === 'null' && self.origin === 'null';
    if (message.origin !== home.origin && !opaque) return;
    const data = message.data as Reply | EventMessage;
    if (typeof data !== 'object' || data === null || data.droptail !== 1) return;
    if ('event' in data) {
      if (data.event === 'ready') {
        if (this.document.target !== null) this.frameGone(RELOADED);
        this.document.isReady(opaque ? '*' : home.origin);
      }
      this.dispatchEvent(new CustomEvent<Events[keyof Events]>(data.event, { detail: data.data }));
    } else {
      const pending = this.waiting.get(data.id as number);
      this.waiting.delete(data.id as number);
      if (data.ok) pending?.resolve(data.value as never);
      else pending?.reject(Object.assign(new Error(data.error.message), data.error));
      this.restartTimer();
    }
  };
}

if (!customElements.get('droptail-lab')) customElements.define('droptail-lab', DroptailLab);

declare global {
  interface HTMLElementTagNameMap {
    'droptail-lab': DroptailLab;
  }
}
