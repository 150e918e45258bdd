/** The problem that the drawing reports of a link, as its nodes are not to get another one on top of it. */
export const ALREADY_LINKED = 'already linked';
