/** Attaches a loop to a worker: the first message carries the engine, all others go to the loop. */

import { spareShare } from './processor-share';
import type { Ping, Pong, Role, Start } from './protocol';
import type { LoopHost } from './schedule';

const scope = self as unknown as {
  postMessage(message: unknown, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent) => void) | null;
};

/** What a loop needs from its worker. */
export interface Host extends LoopHost {
  post(message: unknown, transfer?: Transferable[]): void;
}

/** Passes on the messages from the page, and answers its pings at once, in every kind of worker. */
export function onMessage<To>(handle: (message: To) => void): void {
  scope.onmessage = ({ data }: MessageEvent<To | Ping>) => {
    if ((data as Ping).type === 'ping') scope.postMessage({ type: 'pong' } satisfies Pong, []);
    else handle(data as To);
  };
}

/** @param start makes the loop, which alone knows its messages */
export function attach(
  start: (module: WebAssembly.Module, host: Host, role: Role) => { handle(message: never): void },
): void {
  let loop: { handle(message: never): void } | null = null;
  const host: Host = {
    post: (message, transfer = []) => scope.postMessage(message, transfer),
    clock: () => performance.now(),
    queueTask: taskQueue(),
    delay: (call, ms) => {
      setTimeout(call, ms);
    },
    spare: spareShare(navigator.hardwareConcurrency),
  };
  onMessage<Start>((data) => {
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

/** A message to oneself queues behind those from the page. Unlike a timer, it is not clamped to 4 ms. */
function taskQueue(): (call: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return (call) => {
    waiting.push(call);
    channel.port2.postMessage(null);
  };
}
