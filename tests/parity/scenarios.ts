import type { Scenario } from '../../web/generated/types';
import { galleryScenario, readCatalogue } from '../support/engine';
import { everyRow, fluid, stress } from '../support/scenarios';

const gallery = ['four-recoveries', 'parking-lot', 'red-droptail', 'udp-tcp'];

/**
 * Scenarios that must give the same results everywhere: random loss, several bottlenecks, an edit, datagrams, all of
 * these together, both models, and every row of the catalogue.
 */
export const parityScenarios: [name: string, scenario: () => Promise<Scenario>][] = [
  ...gallery.map((id): [string, () => Promise<Scenario>] => [id, () => galleryScenario(id)]),
  ['everything at once', async () => stress()],
  ['fluid', async () => fluid('fluid')],
  ['packet and fluid model', async () => fluid('both')],
  ['every row of the catalogue', async () => everyRow(await readCatalogue())],
];
