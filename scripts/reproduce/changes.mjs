// What has changed since the papers were first judged with each reading mixed and phases locked, and what each change rests on.

/** @import { Entry } from './recorded.mjs' */

/** The claims that did not hold then. */
const FAILED = `
W1 W3 W4 W5 W8 H1 H6 Q1 Q2 Q5 Q6 D5 L2 R2.1 R2.2 R2.3 R5.2 R5.3 R5.4 R3.1 R3.2 R3.3 R3.4 R4.1 R4.2
R4.3 R5.1 R6.1 R6.2 R6.3 R6.4 R7.7 R7.2 R7.5 R7.6 R8.2 R8.5 R8.6 R11.1 R11.2 RT1.1 RT1.2 RT1.3 RT2.1
RT2.3 RT3.1 RT3.2 RT3.5 RT3.6 RT3.7 RT4.1 RT4.2 RT4.3 RT4.4 RT6.2 RT6.5 R10.1 R10.6 RT8.1 R14.1
R16.1 R16.3 T2.1 T2.2 T2.6 T2.7 T4.1 T4.4 T5.3 T5.4 T6.2 T8.1 T8.2 T9.1 PS1 PS4 PF3.2 PF4.1 PF4.3
PF5.1 PT3.1 C9.2 C9.4 C9.6 C13.2 C13.3 C14.1 C14.3 C14.5 C15.3 C15.5 C16.2 CT2.1 CT2.3 C17.2 C19.4
CT3.3 S3.4 S8.1 S8.4 S9.2 S9.15 S9.4 S9.6 S9.11 S9.12 S9.17 S10.5 S10.10 S10.11 S12.4 S12.5
`
  .trim()
  .split(/\s+/);

/**
 * A change of the set-up by which claims are judged. `sentence`: what it rests on, in the paper’s words; `where`: the section; `gained` and `lost`: claims whose result it changed.
 * @typedef {{ paper: string, what: string, sentence: string, where: string, gained: string[], lost: string[] }} Change
 */

/** @type {Change[]} */
export const CHANGES = [
  {
    paper: 'Randomized TCP',
    what: 'Tables I to IV are averaged over ten phases; before, delays were whole milliseconds, which is one phase.',
    sentence:
      'The authors also note that an appropriate randomization included in the delay would reduce the phase effects.',
    where: 'section VII-A, of Floyd and Jacobson',
    gained: ['RT1.1', 'RT1.2', 'RT1.3', 'RT2.3'],
    lost: ['RT2.2'],
  },
  {
    paper: 'Randomized TCP',
    what: 'In table VIII each packet waits up to one transmission time.',
    sentence:
      'The authors also note that an appropriate randomization included in the delay would reduce the phase effects.',
    where: 'section VII-A, of Floyd and Jacobson',
    gained: ['RT8.1'],
    lost: ['RT8.4'],
  },
  {
    paper: 'TFRCP',
    what: 'In figure 4 the random wait is one transmission time of the figure’s link, 5 to 25 ms; before, it was that of the T1 line. The buffer is four BDP.',
    sentence: 'before each packet is sent out, a small random delay is added to simulate processing overhead',
    where: 'section III.A',
    gained: ['T4.1'],
    lost: [],
  },
  {
    paper: 'Pseudo-rate TCP',
    what: 'Claims are judged by section 3.2 as printed: the rate is counted over a cycle, and the bound is a real number. Before, some were judged by the spacing of ACKs, and the bound was rounded down.',
    sentence: 'T_segment is the time to service a segment, the value is RTT divided by N_data.',
    where: 'section 3.2',
    gained: ['PS4'],
    lost: ['PT1.1', 'PT1.2', 'PT1.3', 'PF1.1', 'PF4.4'],
  },
  {
    paper: 'CODE TCP',
    what: 'In figures 10 to 13, 15 and 16 each packet waits up to one transmission time; before, nothing was random but the start times.',
    sentence:
      'Although each simulation scenario is repeated 20 times, the random start times of competing connections induce uncertainty.',
    where: 'section 4.2; which delays were random besides is not said',
    gained: ['C13.2', 'C13.3', 'C15.5', 'C16.2'],
    lost: [],
  },
  {
    paper: 'Loss synchronization',
    what: 'In the packet runs of figure 8 each packet waits up to one transmission time.',
    sentence:
      'To verify our proposed model compared with the Boston model presented in [1], we used the NS2 simulator.',
    where: 'section 5.1, which states no random waits',
    gained: [],
    lost: [],
  },
];

/** How many claims held then and hold now, of those that were judged then. @param {Entry[]} entries */
export function beforeAndAfter(entries) {
  const results = new Map(entries.flatMap(({ claims }) => Object.entries(claims)));
  const held = [...results.keys()].filter((id) => !FAILED.includes(id));
  const gained = FAILED.filter((id) => results.get(id)?.holds);
  const lost = held.filter((id) => !results.get(id)?.holds);
  return {
    claims: results.size,
    before: held.length,
    after: held.length + gained.length - lost.length,
    gained,
    lost,
  };
}
