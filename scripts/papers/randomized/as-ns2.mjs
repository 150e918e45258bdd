// Figures and tables with Reno flows in locked phases, with two habits of the simulator of the paper.

/** @import { PaperExperiment } from '../build.mjs' */

/** A window that falls is rounded down to whole packets, and the ACK that ends fast recovery counts for growth. */
const HABITS = { wholePackets: true, growOnExit: true };

/** Figures 6, 7 and 10 to 16 and tables V to VII: their Reno flows are in locked phases, and which flows lose together decides them. */
const LOCKED = /-(fig-([67]|1[0-6])|table-[567])$/;

/** The figures with the most packets have half of the runs. */
const LARGE = /-fig-[67]$/;
const FEWER = { replications: { count: 5, firstSeed: 1 }, quick: { count: 1, durationS: 100 } };

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function asNs2({ id, label, title, summary, document }) {
  const { published: _, ...rest } = /** @type {any} */ (document);
  const flows = rest.base.flows.map((/** @type {any} */ flow) =>
    flow.stack?.kind === 'ns2-1999'
      ? { ...flow, stack: { ...flow.stack, params: { ...flow.stack.params, ...HABITS } } }
      : flow,
  );
  return {
    id: `${id}-as-ns2`,
    label: `${label}, as in ns-2`,
    title: `${title}, as in ns-2`,
    summary: `${summary.replace(/\.$/, '')}, with two habits of the paper’s simulator.`,
    document: {
      ...rest,
      title: `${title}, as in ns-2 (Randomized TCP, ${label})`,
      notes: `As *${label}*, with two habits of ns-2 before 2006, the paper’s simulator, that no text about TCP has: a window that falls is rounded down to whole packets (\`wholePackets\`), and the ACK that ends fast recovery counts for growth (\`growOnExit\`). With both, thirty Reno flows lock in step as they do in ns-2.35.

**Look at** the difference from *${label}*. **Try** one of the two habits alone: they are options of the flows’ stack.`,
      base: { ...rest.base, flows },
      ...(LARGE.test(id) ? { ...FEWER, quick: { ...rest.quick, ...FEWER.quick } } : {}),
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const habits = (all) => all.filter(({ id }) => LOCKED.test(id)).map(asNs2);
