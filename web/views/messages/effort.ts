/** The hops that an ordinary computer simulates in a minute, and the number above which the page warns. */
export const HOPS_PER_MINUTE = 5e8;
export const WARNING_HOPS = 2 * HOPS_PER_MINUTE;
