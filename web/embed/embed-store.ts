import { createStore } from 'zustand/vanilla';
import { type EmbedOptions, usualEmbed } from './options';

/** How the page around shows the laboratory. */
export const embed = createStore<{ options: EmbedOptions }>(() => ({ options: usualEmbed }));
