// The same experiments without phase effects: S. Floyd, V. Jacobson, "On Traffic Phase Effects in Packet-Switched Gateways", 1992.

/** @import { PaperExperiment } from '../build.mjs' */

/** A packet's transmission time at the bottleneck, µs. @param {number} rateMbps */
const packetTimeUs = (rateMbps) => 8000 / rateMbps;

/** @typedef {{ name: string, sets: Record<string, unknown>[], values: number[] }} RateAxis */

const NOTE =
  'As the figure without *no phase* in its title, except that each sender takes up to a packet’s transmission time over each packet, drawn anew each time. Without ' +
  'that, as in ns-2, all send by the bottleneck’s clock, and the phase decides who loses, that is delays which the paper does not give. ' +
  'Nor does it say whether its senders drew such times, so both are shown.';

/**
 * A second document whose senders take a random time of up to a packet's transmission at the bottleneck over each packet.
 * @param {PaperExperiment} experiment
 * @returns {PaperExperiment}
 */
export function withoutPhase(experiment) {
  const document = structuredClone(experiment.document);
  const { base } = document;
  const links = /** @type {{ id: string, forward: { rateMbps: number } }[]} */ (base.links);
  const core = links.find(({ id }) => id === 'core');
  const sendOverheadUs = packetTimeUs(core?.forward.rateMbps ?? Number.NaN);
  base.flows = /** @type {object[]} */ (base.flows).map((flow) => ({ ...flow, sendOverheadUs }));
  const axes = /** @type {RateAxis[]} */ (document.axes);
  const rates = axes.find(({ name }) => name === 'Bottleneck rate');
  rates?.sets.push({ path: '/flows/*/sendOverheadUs', values: rates.values.map(packetTimeUs) });
  return {
    ...experiment,
    id: `${experiment.id}-no-phase`,
    title: `${experiment.title}, no phase`,
    summary: `${experiment.summary.replace(/\.$/, '')}: with senders that are not in step.`,
    document: { ...document, title: `${document.title}, no phase`, notes: `${NOTE}\n\n${document.notes}` },
  };
}
