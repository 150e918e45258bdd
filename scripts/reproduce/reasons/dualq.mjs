/** Why claims do not hold here, by claim: Markdown. @type {Record<string, string>} */
export const reasons = {};
