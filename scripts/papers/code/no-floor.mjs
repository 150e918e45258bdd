// CODE to the letter of its pseudo-code (section 3.2): no loss keeps the thresholds from falling below their initial values.

/** @import { PaperExperiment } from '../build.mjs' */

/** Figures and tables in which CODE loses packets, as its claims are judged. */
const FIGURES = [
  '5',
  '9',
  '13-no-phase',
  '14',
  '15-no-phase',
  '16-no-phase',
  '17',
  '17-transient',
  '18',
  '19',
];
const JUDGED = [...FIGURES.map((figure) => `code-fig-${figure}`), 'code-table-2', 'code-table-3'];

/** Values of axes that are kept: of the same figures, only those with CODE; beside Vegas where both are compared over time. @param {string} id */
const keptIn = (id) => (/-(16-no-phase|17|17-transient|18)$/.test(id) ? ['CODE', 'Vegas'] : ['CODE']);

/** @typedef {{ name: string, values: (number | string)[], sets: { path: string, values?: unknown[] }[] }} Axis */

/** The values of an axis that name a scheme, without the others. @param {Axis} axis @param {string} id @returns {Axis} */
function withoutOthers(axis, id) {
  if (axis.name !== 'Variant' && axis.name !== 'Varied RTT') return axis;
  const names = axis.name === 'Varied RTT' ? ['Reno', 'CODE'] : keptIn(id);
  const places = axis.values.flatMap((name, i) =>
    names.some((one) => name === one || name === `${one}, ACK per packet`) ? [i] : [],
  );
  const of = (/** @type {unknown[]} */ list) => places.map((i) => list[i]);
  return {
    ...axis,
    values: /** @type {string[]} */ (of(axis.values)),
    sets: axis.sets.map((set) => (set.values ? { ...set, values: of(set.values) } : set)),
  };
}

/** Switches the floor off wherever a document sets the algorithm and its parameters. @param {any} document @returns {any} */
function sink(document) {
  const { base, axes } = document;
  const flows = base.flows.map((/** @type {any} */ flow) =>
    flow.algorithm === 'code' ? { ...flow, params: { ...flow.params, floor: false } } : flow,
  );
  const sunk = axes.map((/** @type {Axis} */ axis) => {
    const algorithms = (/** @type {string} */ path) =>
      axis.sets.find((set) => set.path === path.replace(/params$/, 'algorithm'))?.values ?? [];
    return {
      ...axis,
      sets: axis.sets.map((set) =>
        set.path.endsWith('/params')
          ? {
              ...set,
              values: set.values?.map((params, i) =>
                algorithms(set.path)[i] === 'code'
                  ? { .../** @type {object} */ (params), floor: false }
                  : params,
              ),
            }
          : set,
      ),
    };
  });
  return { ...document, base: { ...base, flows }, axes: sunk };
}

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function withoutFloor({ id, label, title, summary, document }) {
  const { published: _, ...rest } = /** @type {any} */ (document);
  return {
    id: `${id}-no-floor`,
    label: `${label}, no floor`,
    title: `${title}, no floor`,
    summary: `${summary.replace(/\.$/, '')}; CODE’s thresholds have no floor.`,
    document: {
      ...sink({ ...rest, axes: rest.axes.map((/** @type {Axis} */ axis) => withoutOthers(axis, id)) }),
      title: `${rest.title}, no floor`,
      notes: `As *${label}*, with CODE as its pseudo-code has it: a loss multiplies α and β by 0.68 however small they are, so that losses in a row drive them towards 0. Elsewhere they stay at 1 and 3 at least (\`floor\`). NewVegas sets both to 1 and 3 at a loss and lowers α only while it is above 1, so a floor changes nothing there.

**Look at** the difference from *${label}*. **Try** other values of η.`,
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const withoutFloors = (all) => all.filter(({ id }) => JUDGED.includes(id)).map(withoutFloor);
