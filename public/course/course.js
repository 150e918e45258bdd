// Drives two laboratories side by side: one starts both, one slider changes one of them.
const byId = (id) => document.getElementById(id);
const labs = [byId('left'), byId('right')];
const BUFFER = '/links/core/forward/queue/params/limitPackets';
let playing = false;

for (const lab of labs) {
  let losses = 0;
  lab.subscribe(['sample', 'state', 'mark'], 200);
  lab.addEventListener('sample', ({ detail }) => {
    const [flow] = detail.flows;
    byId(`${lab.id}-rate`).textContent = `${flow.throughputMbps.toFixed(1)} Mb/s`;
    byId(`${lab.id}-rtt`).textContent = flow.srttMs === null ? '–' : `${flow.srttMs.toFixed(0)} ms`;
    if (detail.nowS === 0) losses = 0;
    byId(`${lab.id}-losses`).textContent = losses;
  });
  lab.addEventListener('mark', ({ detail }) => {
    if (detail.kind === 'loss') losses += 1;
  });
  lab.addEventListener('state', ({ detail }) => {
    if (detail.ended) show(false);
  });
}

function show(now) {
  playing = now;
  byId('play').textContent = now ? 'Pause both' : 'Play both';
}

/** Does the same to both, and says what went wrong. */
async function both(action) {
  try {
    byId('said').textContent = '';
    await Promise.all(labs.map(action));
  } catch (error) {
    byId('said').textContent = error.message;
  }
}

byId('play').addEventListener('click', () => {
  show(!playing);
  void both((lab) => (playing ? lab.play() : lab.pause()));
});

byId('start').addEventListener('click', () => {
  show(false);
  void both((lab) => lab.seek(0));
});

byId('buffer').addEventListener('input', ({ target }) => {
  byId('packets').textContent = `${target.value} packets`;
});
byId('buffer').addEventListener('change', async ({ target }) => {
  try {
    await labs[1].set(BUFFER, Number(target.value));
    byId('said').textContent = '';
  } catch (error) {
    byId('said').textContent = error.message;
  }
});
