/**
 * `<droptail-lab link="#g=one-reno" allow="/links/core/forward/rateMbps">`: the laboratory in a page, and a script's hands in it. One
 * classic script without imports, served beside the laboratory.
 */
import type { CallName, Calls, EventMessage, EventName, Events, Reply, State } from './protocol';

/** Where the laboratory is: beside this script. */
const home = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href);

/** Attributes that go into the address as they are. */
const PASSED = ['panels', 'theme', 'decimals', 't', 'play', 'seed', 'speed', 'plots', 'zoom', 'select'];

interface Waiting {
  resolve: (value: never) => void;
  reject: (error: Error) => void;
}

class DroptailLab extends HTMLElement {
  static observedAttributes = ['link', 'allow', ...PASSED];
  private frame: HTMLIFrameElement | null = null;
  private ready: Promise<void>;
  private isReady: () => void = () => undefined;
  private number = 0;
  private readonly waiting = new Map<number, Waiting>();

  constructor() {
    super();
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
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
    this.frame = frame;
    this.shadowRoot?.append(frame);
  }

  disconnectedCallback(): void {
    removeEventListener('message', this.receive);
    this.frame?.remove();
    this.frame = null;
    for (const { reject } of this.waiting.values())
      reject(new Error('The laboratory was taken out of the page.'));
    this.waiting.clear();
    this.ready = new Promise((resolve) => {
      this.isReady = resolve;
    });
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
    const parts = [fragment, 'embed=1', `api=${encodeURIComponent(location.origin)}`, ...more, ...paths];
    return `${home.href}#${parts.filter(Boolean).join('&')}`;
  }

  private async call<C extends CallName>(call: C, args: Calls[C]['args']): Promise<Calls[C]['value']> {
    // A frame far down the page is not fetched before somebody comes near: a script wants it now.
    if (this.frame) this.frame.loading = 'eager';
    await this.ready;
    this.number += 1;
    const id = this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.frame?.contentWindow?.postMessage({ ...args, droptail: 1, id, call }, home.origin);
    });
  }

  private readonly receive = (message: MessageEvent): void => {
    if (message.source !== this.frame?.contentWindow || message.origin !== home.origin) return;
    const data = message.data as Reply | EventMessage;
    if (typeof data !== 'object' || data === null || data.droptail !== 1) return;
    if ('event' in data) {
      if (data.event === 'ready') this.isReady();
      this.dispatchEvent(new CustomEvent<Events[keyof Events]>(data.event, { detail: data.data }));
      return;
    }
    const waiting = this.waiting.get(data.id as number);
    this.waiting.delete(data.id as number);
    if (data.ok) waiting?.resolve(data.value as never);
    else waiting?.reject(Object.assign(new Error(data.error.message), data.error));
  };
}

if (!customElements.get('droptail-lab')) customElements.define('droptail-lab', DroptailLab);

declare global {
  interface HTMLElementTagNameMap {
    'droptail-lab': DroptailLab;
  }
}
