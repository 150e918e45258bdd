/** Makes an experiment from a scenario: it varies the bottleneck's buffer and has the usual measures. */
import type { Axis, Catalogue, Directory, Experiment, Measure, Scenario } from '../../generated/types';
import { bottlenecksOf } from '../../scenario/bottlenecks';
import { joinPath } from '../../scenario/path';
import { replaces } from '../../scenario/replaces';
import { saveNow } from '../autosave';
import { editWords } from '../change-names';
import { openExperiment } from '../open';
import { run } from '../run';
import { sweepTexts as t } from './texts';

/** The values of the axis, as multiples of the present one. */
const FACTORS = [0.25, 0.5, 1, 2, 4];
const REPLICATIONS = 10;
const QUICK_REPLICATIONS = 3;
const MAX_ALGORITHMS = 6;

/** Opens an experiment of the visitor's own on a scenario. */
export async function fromScenario(scenario: Scenario): Promise<boolean> {
  const { directory, catalogue } = run.getState();
  const document = sweepOf(scenario, directory, catalogue);
  if (!(await openExperiment(JSON.stringify(document)))) return false;
  await saveNow('experiment');
  return true;
}

/** @param directory of a run of the scenario: it says which queues there are and which links are bottlenecks */
export function sweepOf(
  scenario: Scenario,
  directory: Directory | null,
  catalogue: Catalogue | null,
): Experiment {
  const channel = bottleneck(directory);
  const axis = channel && axisOf(scenario, channel, catalogue);
  const measures = measuresOf(scenario, channel, catalogue);
  // A change during the run would replace what the axis sets, so that all variants would be the same from then on.
  const edits = scenario.edits ?? [];
  const gone = edits.flatMap((edit, i) => (axis?.sets.some(({ path }) => replaces(edit, path)) ? [i] : []));
  const shown = Math.max(
    0,
    measures.findIndex((m) => m.name === 'Utilisation'),
  );
  return {
    version: 1,
    title: scenario.title ? `${scenario.title}: sweep` : 'Sweep',
    notes: gone.length > 0 ? t.without(gone.map((i) => editWords(scenario, i)).join('; ')) : '',
    base: gone.length > 0 ? { ...scenario, edits: edits.filter((_, i) => !gone.includes(i)) } : scenario,
    axes: axis ? [axis] : [],
    replications: { count: REPLICATIONS, firstSeed: scenario.seed ?? 1 },
    measures,
    chart: { kind: 'line', shows: [shown], logX: axis !== null },
    quick: { count: QUICK_REPLICATIONS },
  };
}

type Channel = Directory['channels'][number];

/** The bottleneck of the most flows. */
function bottleneck(directory: Directory | null): Channel | null {
  if (!directory) return null;
  const flows = (channel: number) => directory.flows.filter((f) => f.path.includes(channel)).length;
  const found = [...bottlenecksOf(directory)].sort((a, b) => flows(b) - flows(a) || a - b)[0];
  return found === undefined ? null : (directory.channels[found] ?? null);
}

/** An axis over its buffer if that is counted in packets, else over its rate. */
function axisOf(scenario: Scenario, channel: Channel, catalogue: Catalogue | null): Axis {
  const link = scenario.links.find((l) => l.id === channel.link);
  // A link with two equal channels has only one of them in the document.
  const direction = channel.id.endsWith('/backward') && link?.backward ? 'backward' : 'forward';
  const at = (...path: string[]) => joinPath('links', channel.link, direction, ...path);
  const row = catalogue?.queues.find((q) => q.id === channel.discipline);
  if (channel.limitPackets > 0 && row?.params.some((p) => p.id === 'limitPackets')) {
    return {
      name: 'Buffer',
      unit: 'packets',
      values: multiplesOf(channel.limitPackets, (packets) => Math.max(1, Math.round(packets))),
      sets: [{ path: at('queue', 'params', 'limitPackets') }],
    };
  }
  return {
    name: 'Rate',
    unit: 'Mb/s',
    values: multiplesOf(channel.rateMbps, (rate) => rate),
    sets: [{ path: at('rateMbps') }],
  };
}

/** The multiples of a value, without duplicates. */
function multiplesOf(value: number, plain: (value: number) => number): [number, ...number[]] {
  const values = new Set(FACTORS.map((share) => plain(share * value)));
  return [...values] as [number, ...number[]];
}

function measuresOf(
  scenario: Scenario,
  channel: Channel | null,
  catalogue: Catalogue | null,
): Experiment['measures'] {
  const measures: [Measure, ...Measure[]] = [{ name: 'Goodput', unit: 'Mb/s', of: 'goodputMbps' }];
  const algorithms = [...new Set(scenario.flows.map((f) => f.algorithm))];
  if (algorithms.length > 1 && algorithms.length <= MAX_ALGORITHMS) {
    for (const id of algorithms) {
      const name = catalogue?.algorithms.find((a) => a.id === id)?.name ?? id;
      measures.push({ name: `Goodput per flow, ${name}`, unit: 'Mb/s', of: `groups/${id}/meanGoodputMbps` });
    }
  }
  if (channel) {
    const of = (number: string) => `queues/${channel.id}/${number}`;
    measures.push(
      { name: 'Utilisation', unit: '%', of: of('utilisation'), times: 100 },
      { name: 'Mean queue', unit: 'packets', of: of('meanPackets') },
      { name: 'Loss', unit: '%', of: of('lossRate'), times: 100 },
    );
  }
  if (scenario.flows.length > 1) measures.push({ name: 'Jain’s index', of: 'jain' });
  if (scenario.flows.length > 0) measures.push({ name: 'Mean RTT', unit: 'ms', of: 'flows/*/rttMeanMs' });
  return measures;
}
