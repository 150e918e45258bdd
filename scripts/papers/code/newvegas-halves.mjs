// NewVegas that halves its window at a loss, as the kernel in which the authors implemented it does, against Reno.

import { PARAMS, variantAxis } from './pair.mjs';

/** @import { PaperExperiment } from '../build.mjs' */

/** Figures with NewVegas against Reno, apart from those against the RTT. */
const FIGURES = ['code-fig-9', 'code-fig-14', 'code-fig-15-no-phase'];

const HALVES = variantAxis([
  { name: 'NewVegas', algorithm: 'newvegas', params: { ...PARAMS.newvegas, cut: 'half' } },
]);

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function halving({ id, label, title, summary, document }) {
  const { published: _, axes, ...rest } = /** @type {any} */ (document);
  return {
    id: `${id}-halves`,
    label: `${label}, NewVegas halves`,
    title: `${title}, NewVegas halves`,
    summary: `${summary.replace(/\.$/, '')}; NewVegas alone, whose window a loss halves.`,
    document: {
      ...rest,
      title: `${rest.title}, NewVegas halves`,
      axes: axes.map((/** @type {{ name: string }} */ axis) => (axis.name === HALVES.name ? HALVES : axis)),
      notes: `As *${label}*, with NewVegas alone, whose window a loss halves. The kernel in which the authors implemented NewVegas and CODE halves; elsewhere here a loss takes a quarter, as in Vegas. **Look at** the ratio: NewVegas stays below Reno. **Try** *A quarter* as its decrease.`,
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const newvegasHalves = (all) => all.filter(({ id }) => FIGURES.includes(id)).map(halving);
