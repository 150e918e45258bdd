// Figures with CUBIC as its authors described it in 2008.

/** @import { PaperExperiment } from '../build.mjs' */

/** Figure 9(b) and 10(a) are CUBIC's; in figure 12 two of ten flows run it. */
const FIGURES = ['9b', '10a', '12'].map((figure) => `loss-synchronization-fig-${figure}`);

/** What is kept of the window: 0.8, where Linux since 2008 and RFC 9438 keep 0.7. */
const BETA = 0.8;

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function asIn2008({ id, label, title, summary, document }) {
  const { base, notes, ...rest } = /** @type {any} */ (document);
  const flows = base.flows.map((/** @type {any} */ flow) =>
    flow.algorithm === 'cubic' ? { ...flow, params: { ...flow.params, beta: BETA } } : flow,
  );
  return {
    id: `${id}-beta`,
    label: `${label}, β = ${BETA}`,
    title: `${title}, β = ${BETA}`,
    summary: `${summary.replace(/\.$/, '')}; CUBIC keeps ${BETA} of its window.`,
    document: {
      ...rest,
      title: `${title}, β = ${BETA}`,
      notes: `As *${label}*, with CUBIC as Ha, Rhee and Xu described it in 2008: a loss leaves ${BETA} of its window. Linux and RFC 9438 keep 0.7, which the other figures have. The paper states no constants of any controller.

**Look at** the difference from *${label}*. **Try** other values of β.

${notes}`,
      base: { ...base, flows },
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const cubic2008 = (all) => all.filter(({ id }) => FIGURES.includes(id)).map(asIn2008);
