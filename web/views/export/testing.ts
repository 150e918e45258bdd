/** Colours of pictures in tests. */
import type { Colours } from './svg';

export const colours: Colours = {
  bg: '#ffffff',
  ink: '#111111',
  ink2: '#555555',
  ink3: '#888888',
  line: '#eeeeee',
  accent: '#0055aa',
  bad: '#aa0000',
};
