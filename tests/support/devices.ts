/** Screens of phones, for `visit`. */
export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
export const sideways = { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true };

/** Both ways of holding a phone, by name, for `test.for`. */
export const HELD = [
  ['upright', phone],
  ['sideways', sideways],
] as const;
