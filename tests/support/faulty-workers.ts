/** Workers that a test can end or silence, as a browser or a hang would: neither causes an event. */
import type { Page } from 'playwright-core';

export type Role = 'lab' | 'batch' | 'desk' | 'capture' | 'drawing';
/** `gone`: the browser has ended it. `mute`: it hears, and says nothing. `deaf`: it talks, and hears nothing. */
export type Fault = 'gone' | 'mute' | 'deaf';

interface Faulty {
  role: Role;
  fault: Fault | null;
  ended: boolean;
  /** It was only slow: what it has said in the meantime is heard now. */
  heal(): void;
}

/** The fault that begins with a message of this type to a kind of worker. */
export interface FaultAt {
  role: Role;
  type: string;
  fault: Fault;
}

declare global {
  interface Window {
    faultyWorkers: (Faulty & Worker)[];
    /** Once: the next worker of that kind. */
    faultAt: FaultAt | undefined;
    /** From a message of this type on, the worker of the run on screen is mute. */
    hangsAt: string | undefined;
    /** Workers of this kind are mute as soon as they are started. */
    muteFromStart: Role | undefined;
  }
}

/** Runs in the page before its own scripts. */
export function faultyWorkers(): void {
  window.faultyWorkers = [];
  window.hangsAt = sessionStorage.getItem('hangs at') ?? undefined;
  window.Worker = class extends window.Worker implements Faulty {
    role: Role = 'drawing';
    fault: Fault | null = null;
    ended = false;
    #unheard: (() => void)[] = [];
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      window.faultyWorkers.push(this);
    }
    override postMessage(message: { type?: string; role?: Role }, options?: Transferable[] | object): void {
      if (message?.type === 'start' && message.role) {
        this.role = message.role;
        if (this.role === window.muteFromStart) this.fault = 'mute';
      }
      if (this.role === 'lab' && message?.type !== undefined && message.type === window.hangsAt)
        this.fault = 'mute';
      const { faultAt } = window;
      const begins = this.role === faultAt?.role && message?.type === faultAt.type;
      if (begins) {
        window.faultAt = undefined;
        this.fault = faultAt.fault;
      }
      if (this.fault !== 'deaf') super.postMessage(message, options as Transferable[]);
      if (begins && this.fault === 'gone') super.terminate();
    }
    override set onmessage(listener: ((this: Worker, event: MessageEvent) => unknown) | null) {
      super.onmessage =
        listener &&
        ((event) => {
          const hear = () => listener.call(this, event);
          // An engine that hangs over a document was there before.
          if (this.fault === 'mute' && event.data?.type !== 'ready') this.#unheard.push(hear);
          else hear();
        });
    }
    heal(): void {
      this.fault = null;
      for (const hear of this.#unheard.splice(0)) hear();
    }
    override terminate(): void {
      this.ended = true;
      super.terminate();
    }
  };
}

/** Has a fault begin in the next worker of a kind that gets a message of a type. */
export function breakAt(page: Page, at: FaultAt): Promise<void> {
  return page.evaluate((at) => {
    window.faultAt = at;
  }, at);
}

/** Whether that has happened. */
export function isBroken(page: Page): Promise<boolean> {
  return page.evaluate(() => window.faultAt === undefined);
}

/** Has a fault in one worker of a kind; false: there is none. */
export function breakWorker(page: Page, role: Role, fault: Fault): Promise<boolean> {
  return page.evaluate(
    ({ role, fault }) => {
      const worker = window.faultyWorkers.find((w) => w.role === role && !w.ended && w.fault === null);
      if (!worker) return false;
      worker.fault = fault;
      // Behind the page's back: `terminate` of the page's own class would say that it was asked for.
      if (fault === 'gone') Object.getPrototypeOf(Object.getPrototypeOf(worker)).terminate.call(worker);
      return true;
    },
    { role, fault },
  );
}

/** From the next load of the page on, its engine hangs at a message of this type; null: never. */
export function hangAt(page: Page, type: string | null): Promise<void> {
  return page.evaluate((type) => {
    if (type === null) sessionStorage.removeItem('hangs at');
    else sessionStorage.setItem('hangs at', type);
  }, type);
}
