/**
 * Runs in the page before its own scripts: every engine that starts there answers with rows that it does not have, so
 * that the picker is seen with as many as a full catalogue holds. Nothing of it is in the page itself.
 */
export function longCatalogue(): void {
  const names: Record<string, string> = {
    'Loss-based': 'Half-window,Tail-first,Slow-halver,Early-tail',
    'AIMD and binomial': 'AIMD,Binomial,IIAD,SQRT,Inverse,Root',
    'Paced and randomized': 'Paced Reno,Randomized Reno,Randomized IIAD,Randomized SQRT',
    'Delay-based': 'DUAL,CARD,Tri-S,NewVegas,Vegas-A,CODE,Pseudo-rate',
    'High-speed': 'HSTCP,Scalable,H-TCP,BIC,FAST',
    'Rate-based': 'TFRCP,TFRC,RAP',
  };
  const summaries = [
    'Adds a share of its window each round trip and takes off a part that grows with the square root of it on loss.',
    'Compares the round trip with the smallest one seen and keeps a few packets in queues.',
    'Sends at the rate that the formula gives for the losses of the last round.',
  ];
  const sources = ['Bansal & Balakrishnan, Binomial Congestion Control', 'RFC 3649', 'Wang & Crowcroft'];
  const grown = new WeakSet<object>();
  const grow = (catalogue: { algorithms: { id: string; family: string }[] }) => {
    if (grown.has(catalogue)) return;
    grown.add(catalogue);
    const like = catalogue.algorithms.find((a) => a.id === 'reno');
    let place = 0;
    for (const [family, list] of Object.entries(names)) {
      const rows = list.split(',').map((name) => {
        place += 1;
        return {
          ...like,
          id: name.toLowerCase().replace(/\W/g, ''),
          name,
          family,
          summary: summaries[place % 3],
          source: sources[place % 3],
          year: 1990 + (place % 30),
        };
      });
      const known = catalogue.algorithms;
      const fresh = rows.filter((row) => !known.some((a) => a.id === row.id)) as typeof known;
      const last = known.findLastIndex((a) => a.family === family);
      known.splice(last < 0 ? known.length - 1 : last + 1, 0, ...fresh);
    }
  };
  window.Worker = class extends window.Worker {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        if (data?.type === 'ready') grow(data.catalogue);
      });
    }
  };
}
