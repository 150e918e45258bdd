import { createStore } from 'zustand/vanilla';
import { defaultEmbed, type EmbedOptions } from '../store/embed-options';

/** How the containing page shows the laboratory. */
export const embed = createStore<{
  options: EmbedOptions;
  /** Whether it is visible or was until a moment ago. Only then is it drawn. */
  drawn: boolean;
}>(() => ({ options: defaultEmbed, drawn: false }));
