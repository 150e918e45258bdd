import { keyTexts } from './texts';

/** All keys of the laboratory, as the sheet under `?` lists them. */
export interface KeyGroup {
  title: string;
  /** Keys, and what they do. */
  keys: readonly (readonly [keys: string, does: string])[];
}

export const KEYS: readonly KeyGroup[] = keyTexts;
