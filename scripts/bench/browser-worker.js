// A classic worker, as the page's is; it lies beside the two modules wherever it is served.
self.onmessage = async ({ data: task }) => {
  try {
    const beside = (/** @type {string} */ name) => import(new URL(name, self.location.href).href);
    const [engine, { measure }] = await Promise.all(['engine.js', 'measure.js'].map(beside));
    self.postMessage({ measured: await measure(engine, task) });
  } catch (error) {
    // Nobody hears of a promise that was rejected in a worker.
    self.postMessage({ error: String(error) });
  }
};
