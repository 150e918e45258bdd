/** The frame's side of the protocol: checks origins and answers calls. */
import { app } from '../store/app';
import { branches } from '../store/branches';
import { documentStore } from '../store/document';
import { subscribeFrame } from '../store/frames';
import { run } from '../store/run';
import { session } from '../store/session';
import { type CallError, call, stateNow } from './calls';
import { embed } from './embed-store';
import type { CallName, ErrorCode, EventMessage, EventName, Events, Reply, Request } from './protocol';
import { sampleOf, sentMarks } from './samples';

const VERSION = 1;
const DEFAULT_INTERVAL_MS = 100;
const MIN_INTERVAL_MS = 16;
/** The origin of a sandboxed page or a file. */
const OPAQUE_ORIGIN = 'null';

const EVENTS: ReadonlySet<unknown> = new Set<EventName>(['sample', 'state', 'mark']);
const subscribed = new Set<EventName>();
let intervalMs = DEFAULT_INTERVAL_MS;
/** Origin of the containing page; null until it has called. */
let peer: string | null = originOf(location.ancestorOrigins?.[0]);
/** Calls are answered in order, so that each sees the result of the previous one. */
let queue: Promise<void> = Promise.resolve();

/** @param wake starts the engine; a call from a script does this like a touch */
export function startApi(wake: () => void): void {
  if (window.parent === window) return;
  addEventListener('message', (event) => {
    if (event.source !== window.parent || !isRequest(event.data)) return;
    const request = event.data;
    const answer = (reply: Answer) =>
      window.parent.postMessage({ droptail: VERSION, id: request.id, ...reply }, targetOf(event.origin));
    if (!acceptsOrigin(event.origin))
      answer(failure('origin', `The link of this laboratory does not allow scripts of ${event.origin}.`));
    else if (request.droptail !== VERSION)
      answer(failure('version', `This laboratory supports version ${VERSION} of the protocol.`));
    else {
      peer = event.origin;
      wake();
      // Later calls are served even if this one fails.
      queue = queue
        .then(() => serve(request))
        .then(answer)
        .catch((error: unknown) => answer(failure('call', `The answer could not be sent: ${String(error)}`)))
        .catch(() => undefined);
    }
  });
  const { origins } = embed.getState().options;
  // If the browser does not report the containing page's origin, it still delivers only to the right one.
  const targets = peer === null ? [location.origin, ...origins] : acceptsOrigin(peer) ? [peer] : [];
  for (const origin of targets) post('ready', { versions: [VERSION] }, origin);
  sendEvents();
}

/** A page from a file is listed with its scheme, and its messages have no origin. */
function originOf(listed: string | undefined): string | null {
  return listed?.startsWith('file:') ? OPAQUE_ORIGIN : (listed ?? null);
}

/** An opaque origin cannot be addressed, so messages go to the containing page whatever it is. */
function targetOf(origin: string): string {
  return origin === OPAQUE_ORIGIN ? '*' : origin;
}

/** A page of the laboratory's own origin, or one listed in the address. */
function acceptsOrigin(origin: string): boolean {
  const { origins } = embed.getState().options;
  if (origins.includes(origin) || origins.includes('*')) return true;
  // Two opaque origins differ, although both are called "null".
  return origin === location.origin && origin !== OPAQUE_ORIGIN;
}

type Answer = { ok: true; value: unknown } | { ok: false; error: (Reply & { ok: false })['error'] };

function failure(code: ErrorCode, message: string): Answer {
  return { ok: false, error: { code, message } };
}

async function serve(request: Request): Promise<Answer> {
  try {
    if (request.call === 'subscribe' || request.call === 'unsubscribe') {
      subscribe(request as Request<'subscribe'>);
      return { ok: true, value: null };
    }
    return { ok: true, value: await call(request) };
  } catch (error) {
    const { code = 'call', message, problems } = error as Partial<CallError> & Error;
    return { ok: false, error: { code, message, ...(problems ? { problems } : {}) } };
  }
}

function subscribe(request: Request<'subscribe'> | Request<'unsubscribe'>): void {
  const { events } = request;
  if (!Array.isArray(events)) throw new Error('`events` must be a list of names.');
  for (const name of events.filter((one) => EVENTS.has(one))) {
    if (request.call === 'subscribe') subscribed.add(name);
    else subscribed.delete(name);
  }
  const ms = (request as Request<'subscribe'>).everyMs;
  if (typeof ms === 'number' && ms > 0) intervalMs = Math.max(MIN_INTERVAL_MS, ms);
}

function isRequest(data: unknown): data is Request<CallName> {
  if (typeof data !== 'object' || data === null || !('droptail' in data) || !('call' in data)) return false;
  const id = 'id' in data ? data.id : undefined;
  return typeof data.call === 'string' && (typeof id === 'number' || typeof id === 'string');
}

function post<N extends keyof Events>(event: N, data: Events[N], origin: string): void {
  const message = { droptail: VERSION, event, data } as EventMessage;
  try {
    window.parent.postMessage(message, targetOf(origin));
  } catch {
    // The address does not contain a valid origin, so no page can be notified.
  }
}

/** Sends an event to the containing page, which has called before. */
function postEvent<N extends EventName>(event: N, data: () => Events[N]): void {
  if (peer !== null && subscribed.has(event)) post(event, data(), peer);
}

function sendEvents(): void {
  let last = Number.NEGATIVE_INFINITY;
  subscribeFrame((frame) => {
    const time = performance.now();
    const marks = sentMarks(frame);
    for (const mark of marks) postEvent('mark', () => mark);
    if (!frame.ended && time - last < intervalMs) return;
    last = time;
    postEvent('sample', () => sampleOf(frame));
  });
  const state = () => postEvent('state', stateNow);
  run.subscribe((now, before) => {
    if (now.playing !== before.playing || now.ended !== before.ended || now.digestAt !== before.digestAt)
      state();
  });
  documentStore.subscribe((now, before) => {
    if (now.source !== before.source) state();
  });
  branches.subscribe((now, before) => {
    if (now.active !== before.active) state();
  });
  session.subscribe((now, before) => {
    if (now.speed !== before.speed) state();
  });
  app.subscribe((now, before) => {
    if (now.opened !== before.opened) state();
  });
}
