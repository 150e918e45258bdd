/** Attaches a loop to a worker: the first message carries the engine, all others go to the loop. */
import type { Ping, Pong, Role, Start } from './protocol';

const scope = self as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
};

/** What a worker gives to its loop. */
export interface Host {
  post(message: unknown, transfer?: Transferable[]): void;
  /** Real time in ms. */
  clock(): number;
  /** Calls back after waiting messages were handled. */
  soon(call: () => void): void;
  /** Calls back after some ms. */
  later(call: () => void, ms: number): void;
}

/** Gives on what the page says. Its pings are answered here, before anything else, whatever the worker is there for. */
export function listen<To>(handle: (message: To) => void): void {
  scope.onmessage = ({ data }: MessageEvent<To | Ping>) => {
    if ((data as Ping).type === 'ping') scope.postMessage({ type: 'pong' } satisfies Pong, []);
    else handle(data as To);
  };
}

/** @param start makes the loop; each loop knows its own messages */
export function attach(
  start: (module: WebAssembly.Module, host: Host, role: Role) => { handle(message: never): void },
): void {
  let loop: { handle(message: never): void } | null = null;
  const host: Host = {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    clock: () => performance.now(),
    soon: yieldOnce(),
    later: (call, ms) => {
      setTimeout(call, ms);
    },
  };
  listen<Start>((data) => {
    if (data.type !== 'start') {
      loop?.handle(data as never);
      return;
    }
    try {
      loop = start(data.module, host, data.role);
    } catch (error) {
      host.post({ type: 'crashed', message: error instanceof Error ? error.message : String(error) });
    }
  });
}

/** A message to ourselves stands in line behind those from the page, and is not clamped to 4 ms as timers are. */
function yieldOnce(): (call: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return (call) => {
    waiting.push(call);
    channel.port2.postMessage(null);
  };
}
