// Figures of the paper with another setting that it does not state.

/** @import { PaperExperiment } from '../build.mjs' */

/**
 * @param {PaperExperiment} one @param {{ id: string, label: string, title: string, note: string, set: { path: string, values: unknown[] } }} other
 * @returns {PaperExperiment}
 */
function changed(one, { id, label, title, note, set }) {
  const document = structuredClone(one.document);
  const [first] = /** @type {{ sets: object[] }[]} */ (document.axes);
  first?.sets.push(set);
  return {
    ...one,
    id: `${one.id}-${id}`,
    label: `${one.label}, ${label}`,
    title: `${one.title}, ${title}`,
    document: {
      ...document,
      title: `${document.title}, ${title}`,
      notes: `As *${one.label}*, but ${note}\n\n${document.notes}`,
    },
  };
}

/** Senders wait up to a millisecond before a packet instead of one transmission time. @param {PaperExperiment} one */
export const withShortWaits = (one) =>
  changed(one, {
    id: 'waits',
    label: 'waits up to 1 ms',
    title: 'waits up to 1 ms',
    note: 'each packet waits up to 1 ms at random. The paper says “small random delay” without a number.',
    set: { path: '/flows/*/sendOverheadUs', values: [1000] },
  });

/** A buffer of a hundred packets. @param {PaperExperiment} one */
export const withLargerBuffer = (one) =>
  changed(one, {
    id: 'buffer',
    label: 'buffer of 100 packets',
    title: 'buffer of 100 packets',
    note: 'the buffer holds 100 packets. The paper does not give the buffer of this figure.',
    set: { path: '/links/core/forward/queue/params/limitPackets', values: [100] },
  });
