// The same experiments without phase effects: S. Floyd, V. Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992.

/** @import { PaperExperiment } from '../build.mjs' */

/** A packet's transmission time at the bottleneck, µs. @param {number} rateMbps */
const transmissionUs = (rateMbps) => 8000 / rateMbps;

/** @typedef {{ name: string, sets: Record<string, unknown>[], values: number[] }} RateAxis */

const NOTE =
  'Same as the figure without *no phase effects* in its title, except that each sender adds a random delay of up to one transmission time before each packet. Without ' +
  'this delay, as in ns-2, all senders are clocked by the bottleneck, and phases decide which flow loses packets. The phases depend on delays that the paper does not state. ' +
  'It does not say whether its senders added random delays, so both versions are shown.';

/**
 * A second document whose senders add a random delay, of up to one transmission time at the bottleneck, before each packet.
 * @param {PaperExperiment} experiment
 * @returns {PaperExperiment}
 */
export function withoutPhaseEffects(experiment) {
  const document = structuredClone(experiment.document);
  const { base } = document;
  const links = /** @type {{ id: string, forward: { rateMbps: number } }[]} */ (base.links);
  const core = links.find(({ id }) => id === 'core');
  const sendOverheadUs = transmissionUs(core?.forward.rateMbps ?? Number.NaN);
  base.flows = /** @type {object[]} */ (base.flows).map((flow) => ({ ...flow, sendOverheadUs }));
  const axes = /** @type {RateAxis[]} */ (document.axes);
  const rates = axes.find(({ name }) => name === 'Bottleneck rate');
  rates?.sets.push({ path: '/flows/*/sendOverheadUs', values: rates.values.map(transmissionUs) });
  return {
    ...experiment,
    id: `${experiment.id}-no-phase`,
    label: `${experiment.label}, no phase effects`,
    title: `${experiment.title}, no phase effects`,
    summary: `${experiment.summary} Senders add random delays, which removes phase effects.`,
    document: {
      ...document,
      title: `${document.title}, no phase effects`,
      notes: `${NOTE}\n\n${document.notes}`,
    },
  };
}
