import { createStore } from 'zustand/vanilla';
import { type EmbedOptions, usualEmbed } from '../store/embed-options';

/** How the page around shows the laboratory. */
export const embed = createStore<{
  options: EmbedOptions;
  /** Somebody can see it, or could a moment ago: only then is it drawn. */
  drawn: boolean;
}>(() => ({ options: usualEmbed, drawn: false }));
