/** Readable names of measures: `flows/f1/goodputMbps` is "SACK 1: goodput (Mb/s)". */
import { formatVariable } from '../../drawing/format';
import type { Quantity, Scenario } from '../../generated/types';
import { fieldWords } from '../../language/field-words';
import { checkTexts, measureTexts as t } from './texts';

/** Names the owners of measures. */
export interface OwnerNames {
  flow: (id: string) => string;
  queue: (id: string) => string;
  algorithm: (id: string) => string;
}

interface Owner {
  name: string;
  /** The rest of the measure's path. */
  fields: string;
  backlog: boolean;
}

/** The name of a quantity with owner and unit; for a ratio, the names of both parts. */
export function quantityName(
  { measure, per, times }: Quantity,
  scenario: Scenario,
  names: OwnerNames,
): string {
  const dividend = nameOf(measure, scenario, names);
  if (per) return t.ratio(dividend.words, nameOf(per, scenario, names).words);
  // A ratio times 100 is a percentage.
  const unit = dividend.unit || (times === 100 ? '%' : '');
  return unit ? t.withUnit(dividend.words, unit) : dividend.words;
}

/** A value of a quantity with its unit: "7.31 Mb/s"; a ratio of two measures has none. */
export function quantityText({ measure, per, times }: Quantity, value: number | null): string {
  if (value === null) return checkTexts.undefined;
  const own = per ? '' : fieldWords(measure.split('/').at(-1) ?? '').unit;
  const unit = own || (times === 100 ? '%' : '');
  return unit ? `${formatVariable(value)} ${unit}` : formatVariable(value);
}

function nameOf(measure: string, scenario: Scenario, names: OwnerNames): { words: string; unit: string } {
  const owner = ownerOf(measure, scenario, names);
  const fields = (owner?.fields ?? measure).split('/').map(fieldWords);
  const unit = fields.at(-1)?.unit ?? '';
  // For nested fields, the last one is enough: "deadlines missed".
  const bare = fields
    .slice(-2)
    .map(({ name }) => (owner || fields.length > 1 ? lower(name) : name))
    .join(' ');
  const words = owner?.backlog && unit === 'packets' ? t.backlog(bare) : bare;
  return { words: owner ? t.owned(owner.name, words) : words, unit };
}

/** In lower case, unless it is an abbreviation. */
const lower = (name: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1);

/** Ids may contain slashes. */
function ownerOf(measure: string, scenario: Scenario, names: OwnerNames): Owner | null {
  const flow = scenario.flows.find(({ id }) => measure.startsWith(`flows/${id}/`));
  if (flow) {
    return { name: names.flow(flow.id), fields: measure.slice(`flows/${flow.id}/`.length), backlog: false };
  }
  const [, channel, fields = ''] = /^queues\/(.+?\/(?:forward|backward))\/(.+)$/.exec(measure) ?? [];
  if (channel) return { name: names.queue(channel), fields, backlog: true };
  const [, algorithm, rest = ''] = /^groups\/([^/]+)\/(.+)$/.exec(measure) ?? [];
  return algorithm ? { name: names.algorithm(algorithm), fields: rest, backlog: false } : null;
}
