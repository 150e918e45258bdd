import { recorded } from '../verdict.mjs';

/** What is known of claims that do not hold under section 3.2, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  PS1: {
    verdict: 'alone',
    ran: 'The start of a single flow under the four readings.',
    found: `Under section 3.2 the bound is at most the window plus three packets, and the window grows by three packets per round trip: it is 8, 16 and 32 packets after 0.52, 1.02 and 2.12 s, that of Vegas after 0.42, 0.62 and 0.82 s. With ACK spacing the
window doubles in each round trip, that of Vegas in every other one.`,
    records: ['pseudo-rate-slow-start'],
  },
  'PT1.1': {
    verdict: 'alone',
    ran: 'Table 1 under the four readings.',
    found:
      'Under section 3.2 the window grows by three packets per round (PS1). With ACK spacing and a real bound it is 1, 2, 4, 8, 16, 17, then the bound itself, 16.6. With whole packets it is 1, 2, 4, 8, 16.',
    records: ['pseudo-rate-table-1'],
  },
  'PT1.2': {
    verdict: 'alone',
    ran: 'Table 1 under the four readings.',
    found:
      'The base is the window less one, and the window is the bound, which is a real number: 15.6 and 1. With the bound rounded down it is 15 and 1, whichever way the service rate is measured.',
    records: ['pseudo-rate-table-1'],
  },
  'PT1.3': {
    verdict: 'alone',
    ran: 'Table 1 under the four readings.',
    found:
      'The steps are the paper’s, 1, 2, 4 and 8 packets, from 16.6 instead of 16. With the bound rounded down the window is 17, 19, 23.',
    records: ['pseudo-rate-table-1'],
  },
  'PF1.1': {
    verdict: 'alone',
    ran: 'Figure 1 under the four readings.',
    found:
      'As PT1.1 before the change and PT1.3 after it. With ACK spacing and whole packets it is 1, 2, 4, 8, then 9, 11, 15, 23.',
    records: ['pseudo-rate-fig-1'],
  },
  'PT3.1': {
    verdict: 'alone',
    ran: 'Table 3 under the four readings, and with links of 0.1 to 2 ms ("Table 3, other delays"): the paper’s delays are in a figure that is not in its text.',
    found: `Under section 3.2 the ramps take longer than those of Vegas (PF4.1): 98.8 and 99.2 %. With ACK spacing throughput is 99.4 %. With 1 ms per link three of the paper’s four numbers are near with ACK spacing: fairness 0.890 with Vegas and
0.996 (published 0.889 and 0.993), throughput 98.6 % (98); that of Vegas is 97.8 % (95).`,
    records: ['pseudo-rate-table-3', 'pseudo-rate-table-3-delays'],
  },
  'PF3.2': {
    verdict: 'alone',
    ran: 'Figure 3 and Table 3, and Table 3 with links of 0.1 to 2 ms.',
    found: `A window is a rate times a round trip. Sources 5, 4 and 2 have base RTTs of 1.2, 2.2 and 4.2 ms here, so equal windows take rates as 3.5 to 1.9 to 1. With Vegas they have 36, 28 and 20 Mb/s: 1.9 to 1.4 to 1, and windows of 17, 20 and 29
packets. The rates are nearer to each other than the inverse RTTs with links of 0.1, 0.2, 0.5 and 1 ms, too. With windows merely equal, Jain’s index of the three rates is 0.81, below the paper’s own 0.889.`,
    records: ['pseudo-rate-fig-3', 'pseudo-rate-table-3', 'pseudo-rate-table-3-delays'],
    part: `The rates that Vegas gives to its RTTs. The claimed order of windows needs rates of sources 5 and 2 that differ by more than their base RTTs, which are as 2.5, 3.5, 3.7 and 3.9 to 1 with links of 0.1, 0.5, 1 and 2 ms. The rates are as 1.6, 1.9, 2.3 and 7.4 to 1. With 2 ms they do, but Jain’s index is 0.64 there, and the paper has 0.889.`,
    measured: [
      ...recorded('pseudo-rate-table-3-delays', 'source 2', [
        { 'delay of a link': 0.1, scheme: 'Vegas' },
        { 'delay of a link': 0.5, scheme: 'Vegas' },
        { 'delay of a link': 1, scheme: 'Vegas' },
        { 'delay of a link': 2, scheme: 'Vegas' },
      ]),
      ...recorded('pseudo-rate-table-3-delays', 'source 4', [
        { 'delay of a link': 0.1, scheme: 'Vegas' },
        { 'delay of a link': 0.5, scheme: 'Vegas' },
        { 'delay of a link': 1, scheme: 'Vegas' },
        { 'delay of a link': 2, scheme: 'Vegas' },
      ]),
      ...recorded('pseudo-rate-table-3-delays', 'source 5', [
        { 'delay of a link': 0.1, scheme: 'Vegas' },
        { 'delay of a link': 0.5, scheme: 'Vegas' },
        { 'delay of a link': 1, scheme: 'Vegas' },
        { 'delay of a link': 2, scheme: 'Vegas' },
      ]),
    ],
  },
  'PF4.1': {
    verdict: 'alone',
    ran: 'Figures 3 and 4 under the four readings, with links of 0.1 to 2 ms ("Table 3, other delays").',
    found:
      'With links of 0.5 ms the ramps take 46 and 33.5 ms under section 3.2, at three packets per round trip, 16.5 and 46.5 ms with ACK spacing; those of Vegas take 14.5 and 19 ms. With ACK spacing and whole packets they are shorter than those of Vegas from links of 1 ms on: 47.5 and 78 ms, Vegas 74 and 99; with 2 ms 104 and 77.5, Vegas 299 and 204.',
    records: ['pseudo-rate-fig-3', 'pseudo-rate-fig-4', 'pseudo-rate-table-3-delays'],
  },
  'PF4.3': {
    verdict: 'alone',
    ran: 'Figure 4 under the four readings, with links of 0.1 to 2 ms ("Table 3, other delays").',
    found:
      'Under section 3.2 no window doubles, with any delay. With ACK spacing windows double. With links of 0.5 ms the ramps then take 16.5 and 46.5 ms, with 0.4 ms 14 and 13.5 ms.',
    records: ['pseudo-rate-fig-4', 'pseudo-rate-table-3-delays'],
  },
  'PF4.4': {
    verdict: 'alone',
    ran: 'Figure 4 under the four readings.',
    found:
      '8.1 %, and the limit is 7.5 %. With ACK spacing it is 11.3 %, with ACK spacing and whole packets 9.2 %. With section 3.2 and whole packets windows do not move.',
    records: ['pseudo-rate-fig-4'],
  },
  'PF5.1': {
    verdict: 'alone',
    ran: 'Figure 5 under the four readings.',
    found:
      'The order of the ramps again (PF4.1): an average since the start keeps what was lost in the first 50 ms. Under section 3.2 Pseudo-rate is always below Vegas, with ACK spacing always above it.',
    records: ['pseudo-rate-fig-5'],
  },
};
