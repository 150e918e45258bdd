/** What is known of claims that do not hold here, by claim. @type {Record<string, import('../verdict.mjs').Explanation>} */
export const explanations = {
  D5: {
    verdict: 'alone',
    ran: '"Section 4.1" with receivers that delay ACKs, as Linux does, and "Section 4.1, an ACK for every packet".',
    found:
      'With delayed ACKs a sender sends two packets at once for each ACK, and the maximum is K + 3, K + 4, K + 4, K + 3.6 and K + 3 for K of 5, 10, 20, 40 and 65. With an ACK for every packet it is K + 2 for each.',
    records: ['dctcp-threshold', 'dctcp-threshold-acks'],
  },
};
