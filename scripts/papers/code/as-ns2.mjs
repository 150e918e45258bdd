// Figure 9 with a habit of ns-2’s Reno.

/** @import { PaperExperiment } from '../build.mjs' */

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function asNs2({ id, label, title, summary, document }) {
  const { published: _, base, ...rest } = /** @type {any} */ (document);
  const flows = base.flows.map((/** @type {any} */ flow) =>
    flow.algorithm === 'reno'
      ? { ...flow, stack: { ...flow.stack, params: { ...flow.stack.params, growOnExit: true } } }
      : flow,
  );
  return {
    id: `${id}-as-ns2`,
    label: `${label}, as in ns-2`,
    title: `${title}, as in ns-2`,
    summary: `${summary.replace(/\.$/, '')}, with a habit of ns-2’s Reno.`,
    document: {
      ...rest,
      base: { ...base, flows },
      replications: { count: 10 },
      title: `${rest.title}, as in ns-2`,
      notes: `As *${label}*, with ten runs of each variant and a habit of ns-2’s Reno that no text about TCP has: the ACK that ends fast recovery counts for growth (\`growOnExit\`). Its other habit, a window that falls to whole packets, is that of ns-2 before 2006. **Look at** how little changes. **Try** both.`,
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const habit = (all) => all.filter(({ id }) => id === 'code-fig-9').map(asNs2);
