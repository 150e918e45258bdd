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

/**
 * No limit on a rate that doubles: section II.B has none. The formula's own W_m never counts in these figures: a round of a thousand packets has a loss rate of
 * 0.001 at least, for which the model's window is 36 packets.
 * @param {PaperExperiment} one
 */
export const withoutLimit = (one) =>
  changed(one, {
    id: 'unlimited',
    label: 'no limit while doubling',
    title: 'no limit while doubling',
    note: 'a rate that doubles may exceed W_m/RTT. The paper has W_m in its formula only. With 25 packets of buffer no rate comes near the limit: one run of nine variants of each of figures 2(a) to 5(b) is the same with it and without.',
    set: { path: '/flows/tfrcp/params/maxWindow', values: [100_000] },
  });

/** R in ticks of the clock of TCP's timer, 100 ms, instead of exact samples. @param {PaperExperiment} one */
export const withTicks = (one) =>
  changed(one, {
    id: 'ticks',
    label: 'R in ticks',
    title: 'R in ticks',
    note: 'TFRCP’s R is what the retransmission timer of TCP has: whole ticks of 100 ms, smoothed in eighths of a tick. The paper updates R and B “exactly as in TCP”. Smoothing in whole numbers rounds, so that such an R is some 45 ms longer than the mean RTT and the formula gives a lower rate.',
    set: { path: '/flows/tfrcp*/params/rtt', values: ['timer'] },
  });
