import { createStore } from 'zustand/vanilla';
import { type EmbedOptions, usualEmbed } from '../store/embed-options';

/** How the containing page shows the laboratory. */
export const embed = createStore<{
  options: EmbedOptions;
  /** Whether it is visible, or was a moment ago; it is drawn only then. */
  drawn: boolean;
}>(() => ({ options: usualEmbed, drawn: false }));
