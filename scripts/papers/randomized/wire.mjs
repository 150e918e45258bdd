// Tables I to IV at all phases, with headers beside the 500 bytes of a packet.

/** @import { PaperExperiment } from '../build.mjs' */

/** 500 bytes of payload and 40 of headers, over the 500 bytes that the other runs have on the wire. */
const LONGER = 540 / 500;

const SUFFIX = '-540';
const PHASES = /-table-[134]-phases/;

/** @typedef {{ name: string, sets: { times?: number }[] }} Axis */
/** @typedef {{ unit: string, times?: number }} Measure */

/** Phases are fractions of a transmission time, which grows with the packet. @param {Axis} axis @returns {Axis} */
const phases = (axis) =>
  axis.name === 'Phase'
    ? { ...axis, sets: axis.sets.map((set) => ({ ...set, times: (set.times ?? 1) * LONGER })) }
    : axis;

/** A rate of 1 Mb/s is fewer packets per second. @param {Measure} measure @returns {Measure} */
const perPacket = (measure) =>
  measure.unit === 'packets/s' ? { ...measure, times: (measure.times ?? 1) / LONGER } : measure;

/** @param {PaperExperiment} one @returns {PaperExperiment} */
function withHeaders({ id, label, title, summary, document }) {
  const { axes, measures, base, ...rest } = /** @type {any} */ (document);
  const flows = base.flows.map((/** @type {any} */ flow) => ({
    ...flow,
    stack: { ...flow.stack, params: { ...flow.stack.params, mss: 500 } },
  }));
  return {
    id: `${id}${SUFFIX}`,
    label: `${label}, 540 bytes`,
    title: `${title}, packets of 540 bytes`,
    summary: `${summary.replace(/\.$/, '')}; packets have 540 bytes on the wire.`,
    document: {
      ...rest,
      title: `${title}, packets of 540 bytes (Randomized TCP, ${label})`,
      notes: `As *${label}*, with packets of 540 bytes on the wire. The paper says “a Maximum Segment Size of 500 bytes” (section IV): that is 500 bytes of payload, and 40 of headers come on top. Its simulator counts \`packetSize_\` as the whole packet, which is the reading of *${label}*. A transmission time and the steps of the phase are 8 % longer.

**Look at** the difference from *${label}*. **Try** other segment sizes: they are an option of the flows’ stack.`,
      base: { ...base, flows },
      axes: axes.map(phases),
      measures: measures.map(perPacket),
    },
  };
}

/** @param {PaperExperiment[]} all the paper’s experiments @returns {PaperExperiment[]} */
export const headers = (all) => all.filter(({ id }) => PHASES.test(id)).map(withHeaders);
