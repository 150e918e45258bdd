import type { Scenario } from '../../web/generated/types';
import type { LinkView } from '../../web/scenario/view';

/** An entry of `published.json`. */
export interface PublishedLink {
  name: string;
  fragment: string;
  /** What the link has named since it was published. */
  document: Scenario;
  /** Names of the futures, and of each the rate of its bottleneck once all its changes are made, Mb/s. */
  futures?: [name: string, coreMbps: number][];
  /** The look at it, as far as the link says one. */
  view?: Partial<LinkView>;
}

/** What a published link has to name for ever: all of a document, or, without a revision, what is simulated of the entry as it is now. */
export function lasting(fragment: string, scenario: Scenario): Partial<Scenario> {
  const current = /[#&]g=[a-z0-9-]+(?:&|$)/.test(fragment) && !/&b=/.test(fragment);
  if (!current) return scenario;
  const { title: _title, notes: _notes, ...simulated } = scenario;
  return simulated;
}
