import type { Scenario } from '../../web/generated/types';

/** An entry of `published.json`. */
export interface PublishedLink {
  name: string;
  fragment: string;
  /** What the link has named since it was published. */
  document: Scenario;
}
