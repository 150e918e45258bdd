import type { Scenario } from '../../web/generated/types';
import type { LinkView } from '../../web/scenario/view';

/** An entry of `published.json`. */
export interface PublishedLink {
  name: string;
  fragment: string;
  /** The document that the link has named since it was published. */
  document: Scenario;
  /** Names of the branches, and for each the rate of its bottleneck after all its changes, Mb/s. */
  futures?: [name: string, coreMbps: number][];
  /** The view, as far as the link states it. */
  view?: Partial<LinkView>;
}

/**
 * What a published link must name for ever: the whole document, or, for an entry without a revision, the simulated
 * part of the entry as it is now.
 */
export function lasting(fragment: string, scenario: Scenario): Partial<Scenario> {
  const current = /[#&]g=[a-z0-9-]+(?:&|$)/.test(fragment) && !/&b=/.test(fragment);
  if (!current) return scenario;
  const { title: _title, notes: _notes, ...simulated } = scenario;
  return simulated;
}
