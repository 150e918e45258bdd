/** Workers that a test can terminate or silence, like a browser or a hang, neither of which causes an event. */
import type { Page } from 'playwright-core';

export type Role = 'lab' | 'batch' | 'desk' | 'capture' | 'drawing';
/** `gone`: terminated by the browser. `mute`: it receives messages but sends none. `deaf`: it sends messages but receives none. */
export type Fault = 'gone' | 'mute' | 'deaf';

interface FaultyWorker {
  role: Role;
  fault: Fault | null;
  ended: boolean;
  /** Ends the fault, and delivers the messages sent in the meantime, as from a slow worker. */
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
    faultyWorkers: (FaultyWorker & Worker)[];
    /** Applies once, to the next worker of that kind. */
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
  window.Worker = class extends window.Worker implements FaultyWorker {
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
          const deliver = () => listener.call(this, event);
          // An engine that hangs on a document had started before.
          if (this.fault === 'mute' && event.data?.type !== 'ready') this.#unheard.push(deliver);
          else deliver();
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

/** Makes a fault begin in the next worker of a kind that receives a message of a type. */
export function faultAtMessage(page: Page, at: FaultAt): Promise<void> {
  return page.evaluate((at) => {
    window.faultAt = at;
  }, at);
}

/** Whether the fault has begun. */
export function isBroken(page: Page): Promise<boolean> {
  return page.evaluate(() => window.faultAt === undefined);
}

/** Makes one worker of a kind faulty; resolves to false if there is none. */
export function breakWorker(page: Page, role: Role, fault: Fault): Promise<boolean> {
  return page.evaluate(
    ({ role, fault }) => {
      const worker = window.faultyWorkers.find((w) => w.role === role && !w.ended && w.fault === null);
      if (!worker) return false;
      worker.fault = fault;
      // Calls the original `terminate`, because the override would mark the worker as ended by the page.
      if (fault === 'gone') Object.getPrototypeOf(Object.getPrototypeOf(worker)).terminate.call(worker);
      return true;
    },
    { role, fault },
  );
}

/** From the next load of the page on, its engine hangs at messages of this type; null for never. */
export function hangAtMessage(page: Page, type: string | null): Promise<void> {
  return page.evaluate((type) => {
    if (type === null) sessionStorage.removeItem('hangs at');
    else sessionStorage.setItem('hangs at', type);
  }, type);
}
