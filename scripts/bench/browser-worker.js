// A classic worker, as the page's is.
self.onmessage = async ({ data: task }) => {
  const [engine, { measure }] = await Promise.all([import('./engine.js'), import('./measure.mjs')]);
  self.postMessage(await measure(engine, task));
};
