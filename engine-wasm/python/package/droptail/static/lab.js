/**
 * The page in a notebook: an anywidget module. The page comes from the kernel, not from a network, and is shown in a frame of its own.
 * Traits and frame follow each other by the messages of embeds (docs/embeds.md).
 */

/** Most bytes a second that are asked for: a Jupyter server stops messages beyond 1 MB/s. */
const BYTES_PER_S = 800_000;
const VERSION = 1;

/** Address of the page, the same for all widgets of a notebook. @type {Promise<string> | undefined} */
let page;

/** Fetches the page from the kernel, in chunks. @param {any} model */
async function fetchPage(model) {
  /** @type {BlobPart[]} */
  const chunks = [];
  let received = 0;
  const begun = performance.now();
  for (let total = 1; received < total; ) {
    const { data, buffers } = await ask(model, { kind: 'page', from: received });
    if (data.error) throw new Error(data.error);
    total = data.total;
    chunks.push(buffers[0]);
    received += buffers[0].byteLength;
    const ahead = (received / BYTES_PER_S) * 1000 - (performance.now() - begun);
    if (received < total && ahead > 0) await new Promise((resolve) => setTimeout(resolve, ahead));
  }
  const text = new Blob(chunks).stream().pipeThrough(new DecompressionStream('gzip'));
  const html = await new Response(text).text();
  return URL.createObjectURL(new Blob([html], { type: 'text/html' }));
}

/** Sends a message to the kernel and waits for the answer to it. @param {any} model @param {Record<string, unknown>} message */
function ask(model, message) {
  const id = crypto.randomUUID();
  return new Promise((resolve) => {
    /** @param {any} data @param {DataView[]} buffers */
    const receive = (data, buffers) => {
      if (data.id !== id) return;
      model.off('msg:custom', receive);
      resolve({ data, buffers });
    };
    model.on('msg:custom', receive);
    model.send({ ...message, id });
  });
}

/** Text that is equal for equal values. @param {unknown} value */
const text = (value) => JSON.stringify(value);

/** The part of an embed's state that is not the scenario. @param {any} state */
function rest({ scenario: _, ...others }) {
  return others;
}

/** @param {{ model: any, el: HTMLElement }} view */
async function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.title = 'Droptail';
  frame.allow = 'fullscreen; clipboard-write';
  frame.style.cssText = `display:block;width:100%;height:${model.get('height')}px;border:0`;
  el.append(frame);

  /** Calls without an answer. @type {Map<number, (reply: any) => void>} */
  const waiting = new Map();
  let last = 0;
  /** @type {() => void} */
  let isReady = () => undefined;
  const ready = new Promise((/** @type {(value?: undefined) => void} */ resolve) => {
    isReady = resolve;
  });
  /** The scenario that both sides have, as text. */
  let shared = '';

  /** @param {string} name @param {object} args */
  async function call(name, args) {
    await ready;
    last += 1;
    const id = last;
    const target = self.origin === 'null' ? '*' : self.origin;
    frame.contentWindow?.postMessage({ ...args, droptail: VERSION, id, call: name }, target);
    const reply = await new Promise((resolve) => waiting.set(id, resolve));
    if (!reply.ok) throw reply.error;
    return reply.value;
  }

  /** Tells the kernel. @param {any} state */
  function told(state) {
    shared = text(state.scenario);
    model.set('scenario', state.scenario);
    model.set('state', rest(state));
    model.save_changes();
  }

  /** @param {MessageEvent} message */
  function receive({ source, data }) {
    if (source !== frame.contentWindow || data?.droptail !== VERSION) return;
    if (data.event === 'ready') isReady();
    else if (data.event === 'state') told(data.data);
    else if (data.event === 'sample') {
      model.set('sample', data.data);
      model.save_changes();
    } else if (waiting.has(data.id)) {
      waiting.get(data.id)?.(data);
      waiting.delete(data.id);
    }
  }

  /** Runs a call of the kernel and answers it. @param {any} data */
  async function serve(data) {
    if (data.kind !== 'call') return;
    try {
      const value = await call(data.call, data.args);
      if (value?.scenario) told(value);
      model.send({ kind: 'answer', call: data.call, number: data.number });
    } catch (/** @type {any} */ error) {
      const { code = 'unreachable', message = String(error), problems = [] } = error;
      model.send({
        kind: 'answer',
        call: data.call,
        number: data.number,
        error: { code, message, problems },
      });
    }
  }

  /** The kernel set another scenario. */
  function follow() {
    const scenario = model.get('scenario');
    if (text(scenario) !== shared) void serve({ kind: 'call', call: 'load', args: { scenario }, number: 0 });
  }

  addEventListener('message', receive);
  model.on('msg:custom', serve);
  model.on('change:scenario', follow);
  try {
    page ??= fetchPage(model);
    const options = new URLSearchParams([['embed', '1'], ['api', self.origin], ...model.get('options')]);
    // What the page opens first; an embed without a scenario would wait for one.
    frame.src = `${await page}${model.get('link')}&${options}`;
    await ready;
    told(await call('getState', {}));
    await call('subscribe', { events: ['state', 'sample'], everyMs: model.get('every_ms') });
  } catch (/** @type {any} */ error) {
    page = undefined;
    frame.remove();
    el.append(`Droptail: ${error.message ?? error}`);
  }

  return () => {
    removeEventListener('message', receive);
    model.off('msg:custom', serve);
    model.off('change:scenario', follow);
    frame.remove();
  };
}

export default { render };
