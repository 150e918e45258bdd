import { describe, expect, it } from 'vitest';
import type { Catalogue, Directory, DirectoryFlow } from '../../../generated/types';
import { bdpOf, buildSpecs, DEFAULT_PLOTS, plotChoices, type SpecInput, watchedChannels } from './specs';

const channel = (id: string, rateMbps: number, bottleneck: boolean) => ({
  id,
  link: id.split('/')[0] ?? '',
  from: 'r1',
  to: 'r2',
  rateMbps,
  delayMs: 5,
  discipline: 'droptail',
  limitPackets: 40,
  bottleneck,
  removed: false,
});

const directory: Directory = {
  version: 1,
  durationS: 60,
  estimatedHops: 1,
  channels: [
    channel('access/forward', 100, false),
    channel('core/forward', 20, true),
    channel('core/backward', 20, false),
  ],
  flows: [
    {
      id: 'f1',
      algorithm: 'cubic',
      path: [0, 1],
      back: [2],
      baseRttMs: 40,
      bdpPackets: 66.7,
      window: 'one',
      removed: false,
    },
    {
      id: 'f2',
      algorithm: 'reno',
      path: [1],
      back: [2],
      baseRttMs: 60,
      bdpPackets: 100,
      window: 'one',
      removed: false,
    },
  ],
  series: [
    { owner: 'f1', kind: 'cwnd' },
    { owner: 'f1', kind: 'ssthresh' },
    { owner: 'f2', kind: 'cwnd' },
    { owner: 'f2', kind: 'ssthresh' },
    { owner: 'access/forward', kind: 'queue' },
    { owner: 'core/forward', kind: 'queue' },
    { owner: '', kind: 'jain' },
    { owner: 'f1', kind: 'probe', variable: 'wmax' },
    { owner: 'f1', kind: 'probe', variable: 'k' },
    { owner: 'core/forward', kind: 'probe', variable: 'avg' },
  ],
};

const input: SpecInput = {
  directory,
  catalogue: null,
  plots: DEFAULT_PLOTS,
  hidden: new Set(),
  hiddenProbes: [],
  measures: ['jain'],
  fluid: false,
  selected: -1,
  link: '',
  name: (f) => ['CUBIC', 'Reno'][f] ?? '',
  nodeName: (id) => id,
  units: {},
  grouped: false,
};

const ids = (more: Partial<SpecInput>) => buildSpecs({ ...input, ...more }).map((p) => p.id);

describe('both models', () => {
  const fluid = (owner: string, kind: 'cwnd' | 'queue' | 'jain') => ({ owner, kind, fluid: true });
  const both: Directory = {
    ...directory,
    series: [...directory.series, fluid('', 'jain'), fluid('core/forward', 'queue'), fluid('f2', 'cwnd')],
  };
  const curves = (id: string, shown: boolean) =>
    buildSpecs({ ...input, directory: both, fluid: shown }).find((p) => p.id === id)?.curves ?? [];

  it('a curve comes with the fluid model’s line of the same quantity', () => {
    expect(curves('cwnd', true).map((c) => [c.series, c.fluid])).toEqual([
      [0, undefined],
      [2, 12],
    ]);
    expect(curves('queue', true).map((c) => [c.series, c.fluid])).toEqual([[5, 11]]);
    expect(curves('fairness', true).map((c) => [c.series, c.fluid])).toEqual([[6, 10]]);
  });

  it('a curve comes without it if fluid lines are hidden', () => {
    expect(curves('cwnd', false).map((c) => c.fluid)).toEqual([undefined, undefined]);
  });
});

describe('plots', () => {
  it('offers every default in the menu', () => {
    for (const id of DEFAULT_PLOTS) expect(plotChoices().some((c) => c.id === id)).toBe(true);
  });

  it('shows variables only for a selected flow or link', () => {
    expect(ids({})).toEqual(['cwnd', 'queue', 'throughput', 'rtt', 'fairness']);
    expect(ids({ selected: 0 })).toContain('variables:');
    expect(ids({ selected: 1 })).not.toContain('variables:');
    expect(ids({ link: 'core' })).toContain('variables:');
    expect(ids({ link: 'access' })).not.toContain('variables:');
  });

  it('shows one threshold: that of the selected or the only flow', () => {
    const roles = (more: Partial<SpecInput>) =>
      buildSpecs({ ...input, ...more })[0]?.curves.map((c) => c.role);
    expect(roles({})).toEqual(['line', 'line']);
    expect(roles({ selected: 1 })).toEqual(['line', 'line', 'ssthresh']);
    expect(roles({ hidden: new Set(['f2']) })).toEqual(['line', 'ssthresh']);
    expect(roles({ selected: 1, hidden: new Set(['f2']) })).toEqual(['line', 'ssthresh']);
  });

  it('leaves out hidden variables', () => {
    const curves = (hiddenProbes: string[]) =>
      buildSpecs({ ...input, selected: 0, hiddenProbes })
        .filter((p) => p.group === 'variables')
        .flatMap((p) => p.curves.map((c) => c.name));
    expect(curves([])).toEqual(['wmax', 'k']);
    expect(curves(['cubic/k', 'vegas/wmax'])).toEqual(['wmax']);
    expect(curves(['cubic/k', 'cubic/wmax'])).toEqual([]);
  });

  it('shows the measures of fairness that are both chosen and recorded', () => {
    const fairness = (measures: string[], kinds: string[], probe?: string) => {
      const series = [
        ...directory.series,
        ...kinds.map((kind) => ({ owner: '', kind, variable: probe }) as (typeof directory.series)[number]),
      ];
      return buildSpecs({ ...input, directory: { ...directory, series }, measures }).find(
        (p) => p.id === 'fairness',
      );
    };
    const names = (...of: Parameters<typeof fairness>) => fairness(...of)?.curves.map((c) => c.name);
    expect(names(['jain'], [])).toEqual(['Jain']);
    // A measure that is not recorded is not shown, even if it was chosen.
    expect(names(['jainRtt'], [])).toEqual(['Jain']);
    expect(names(['jain', 'jainRtt'], ['jainRtt', 'maxMin'])).toEqual(['Jain', 'Jain × RTT']);
    expect(fairness(['jain', 'jainRtt'], ['jainRtt'])?.max).toBe(1);
    const friendly = fairness(['friendliness'], ['friendliness']);
    expect(friendly?.max).toBeNull();
    expect(friendly?.references.map((r) => r.label)).toEqual(['fair 1']);
    // One for each algorithm that has flows.
    expect(names(['friendliness'], ['friendliness'], 'cubic')).toEqual(['F, cubic']);
    expect(names(['friendliness'], ['friendliness'], 'tfrc')).toBeUndefined();
  });

  it('shows rates where there are no windows, and says which windows are sums', () => {
    const [one, two] = directory.flows as [DirectoryFlow, DirectoryFlow];
    const catalogue = {
      algorithms: [{ id: 'tfrc', name: 'TFRC', variables: [{ id: 'rate' }] }],
    } as unknown as Catalogue;
    const shown = (flows: DirectoryFlow[]) =>
      buildSpecs({
        ...input,
        catalogue,
        plots: ['cwnd'],
        directory: {
          ...directory,
          flows,
          series: [...directory.series, { owner: 'f2', kind: 'probe', variable: 'rate' }],
        },
      }).map((p) => [p.id, p.group, p.curves.map((c) => c.name)]);
    const rate: DirectoryFlow = { ...two, algorithm: 'tfrc', window: 'none' };
    expect(shown([one, rate])).toEqual([
      ['cwnd', 'cwnd', ['CUBIC', 'ssthresh']],
      ['rate', 'cwnd', ['Reno']],
    ]);
    expect(shown([{ ...one, window: 'sum' }, rate])[0]).toEqual(['cwnd', 'cwnd', ['Σ CUBIC']]);
    // The curve of a removed flow stays.
    expect(shown([{ ...one, removed: true }, rate]).map(([id]) => id)).toEqual(['cwnd', 'rate']);
    // Reno has replaced a rate controller, whose series still exists.
    expect(shown([one, two]).map(([id]) => id)).toEqual(['cwnd']);
  });

  it('shows the queues of bottlenecks, or of the selected link', () => {
    expect(watchedChannels(directory, '')).toEqual([1]);
    expect(watchedChannels(directory, 'access')).toEqual([0]);
    expect(watchedChannels(directory, 'core')).toEqual([1]);
    expect(bdpOf(directory, 1)).toBe(100);
    const queue = buildSpecs(input).find((p) => p.id === 'queue');
    expect(queue?.references.map((r) => r.label)).toEqual(['buffer 40', 'BDP 100']);
  });

  it('says how many queues it leaves out', () => {
    const hops = [1, 2, 3, 4, 5].map((i) => ({
      ...directory.channels[1],
      id: `hop${i}/forward`,
      link: `hop${i}`,
    }));
    const flows = hops.map((_, i) => ({ ...directory.flows[1], id: `f${i}`, path: [i], back: [] }));
    const series = hops.map(({ id }) => ({ owner: id, kind: 'queue' }));
    const lot = { ...directory, channels: hops, flows, series } as Directory;
    const queue = (link: string) =>
      buildSpecs({ ...input, directory: lot, link }).find((p) => p.id === 'queue');
    expect(queue('')?.curves).toHaveLength(4);
    expect(queue('')?.part?.text).toBe('4 of 5 queues');
    expect(queue('hop4')?.curves.map((c) => c.series)).toEqual([3]);
    expect(queue('hop4')?.part).toBeUndefined();
  });

  it('draw the limits of the branch behind since the fork, where they differ', () => {
    const channels = directory.channels.map((c) =>
      c.id === 'core/forward' ? { ...c, limitPackets: 120 } : c,
    );
    const branch = { directory: { ...directory, channels }, fromS: 24 };
    const limits = (of: SpecInput, id: string) =>
      buildSpecs(of)
        .find((s) => s.id === id)
        ?.references.map(({ label, fromS, pale }) => ({ label, fromS, pale }));
    expect(limits({ ...input, branch }, 'queue')).toEqual([
      ...(limits(input, 'queue') ?? []),
      { label: 'buffer 120', fromS: 24, pale: true },
    ]);
    expect(limits({ ...input, branch }, 'throughput')).toEqual(limits(input, 'throughput'));
  });

  it('draw reference lines only where they applied', () => {
    const before = [
      {
        fromS: 0,
        untilS: 12,
        channels: directory.channels.map(({ rateMbps }) => ({ rateMbps, limitPackets: 25, removed: false })),
        flows: directory.flows.map(({ baseRttMs, bdpPackets }) => ({ baseRttMs, bdpPackets })),
      },
    ];
    const plots = buildSpecs({ ...input, directory: { ...directory, before } });
    const lines = (id: string) =>
      plots.find((p) => p.id === id)?.references.map(({ label, fromS, untilS }) => [label, fromS, untilS]);
    expect(lines('queue')).toEqual([
      ['buffer 40', 12, undefined],
      ['BDP 100', undefined, undefined],
      ['buffer 25', undefined, 12],
    ]);
    expect(lines('throughput')).toEqual([['link 20', undefined, undefined]]);
  });

  it('draw reference lines of later edits in a run that has gone back', () => {
    const level = (fromS: number, untilS: number, limitPackets: number) => ({
      fromS,
      untilS,
      channels: directory.channels.map(({ rateMbps }) => ({ rateMbps, limitPackets, removed: false })),
      flows: directory.flows.map(({ baseRttMs, bdpPackets }) => ({ baseRttMs, bdpPackets })),
    });
    const [before, after] = [[level(0, 12, 25)], [level(20, 24, 60), level(24, 30, 80)]];
    const plots = buildSpecs({ ...input, directory: { ...directory, before, after } });
    const lines = plots.find((p) => p.id === 'queue')?.references;
    expect(lines?.map(({ label, fromS, untilS }) => [label, fromS, untilS])).toEqual([
      ['buffer 40', 12, 20],
      ['BDP 100', undefined, undefined],
      ['buffer 80', 24, undefined],
      ['buffer 60', 20, 24],
      ['buffer 25', undefined, 12],
    ]);
  });

  it('end with the link that they are limits of', () => {
    const channels = directory.channels.map((c) => ({ ...c, removed: c.link === 'core' }));
    const flows = directory.flows.map((f) => ({ ...f, path: [], bdpPackets: 0 }));
    const before = [
      {
        fromS: 0,
        untilS: 12,
        channels: directory.channels.map(({ rateMbps, limitPackets }) => ({
          rateMbps,
          limitPackets,
          removed: false,
        })),
        flows: directory.flows.map(({ baseRttMs, bdpPackets }) => ({ baseRttMs, bdpPackets })),
      },
    ];
    const plots = buildSpecs({ ...input, directory: { ...directory, channels, flows, before } });
    const untilS = (id: string, label: string) =>
      plots.find((p) => p.id === id)?.references.find((r) => r.label === label)?.untilS;
    expect(untilS('queue', 'buffer 40')).toBe(12);
    expect(untilS('throughput', 'link 20')).toBe(12);
  });
});
