import type { Scenario } from '../../web/generated/types';
import { galleryScenario } from '../support/engine';
import { stress } from '../support/scenarios';

const gallery = ['four-recoveries', 'parking-lot', 'red-droptail', 'udp-tcp'];

/** What has to run alike everywhere: random loss, several bottlenecks, an edit, datagrams, and all at once. */
export const parityScenarios: [name: string, scenario: () => Promise<Scenario>][] = [
  ...gallery.map((id): [string, () => Promise<Scenario>] => [id, () => galleryScenario(id)]),
  ['everything at once', async () => stress()],
];
