import { describe, expect, it } from 'vitest';
import type { Directory, Link, Node } from '../../generated/types';
import { crosses, overlaps } from './labels';
import { layOut } from './layout';
import { baseFit } from './layout-fit';
import { barBoxes } from './layout-queues';
import type { FlowEnds, LayoutInput, PlacedNode } from './layout-types';
import { formatRate } from './rates';

/** `n` senders, two routers, `n` receivers, one flow each. */
function dumbbell(n: number): Pick<LayoutInput, 'nodes' | 'links' | 'flows' | 'directory'> {
  const nodes: Node[] = [
    { id: 'R1', kind: 'router', x: 200, y: 100 },
    { id: 'R2', kind: 'router', x: 600, y: 100 },
  ];
  const links: Link[] = [{ id: 'core', a: 'R1', b: 'R2', forward: { rateMbps: 20, delayMs: 15 } }];
  const flows: LayoutInput['flows'][number][] = [];
  for (let i = 0; i < n; i++) {
    const y = n === 1 ? 100 : (200 * i) / (n - 1);
    nodes.push({ id: `s${i}`, kind: 'host', x: 0, y }, { id: `d${i}`, kind: 'host', x: 800, y });
    links.push({ id: `a${i}`, a: `s${i}`, b: 'R1', forward: { rateMbps: 100, delayMs: 5 * (i + 1) } });
    links.push({ id: `b${i}`, a: 'R2', b: `d${i}`, forward: { rateMbps: 100, delayMs: 1 } });
    flows.push({ index: i, id: `f${i}`, label: 'NewReno', from: `s${i}`, to: `d${i}` });
  }
  const channel = (link: Link, back: boolean): Directory['channels'][number] => ({
    id: `${link.id}/${back ? 'backward' : 'forward'}`,
    link: link.id,
    from: back ? link.b : link.a,
    to: back ? link.a : link.b,
    rateMbps: link.forward.rateMbps,
    delayMs: link.forward.delayMs,
    discipline: 'droptail',
    limitPackets: 40,
    bottleneck: link.id === 'core' && !back,
    removed: false,
  });
  const channels = links.flatMap((l) => [channel(l, false), channel(l, true)]);
  return {
    nodes,
    links,
    flows,
    directory: {
      version: 1,
      durationS: 60,
      estimatedHops: 1,
      series: [],
      channels,
      flows: flows.map(({ id }, i) => ({
        id,
        algorithm: 'newreno',
        // To the first router, over the core, to the receiver: channels go by twos, a link's way back after its way there.
        path: [2 + 4 * i, 0, 4 + 4 * i],
        back: [],
        baseRttMs: 50,
        bdpPackets: 80,
        window: 'one',
        removed: false,
      })),
    },
  };
}

/** A chain of `n` routers, with a flow over all of them and one over each of their links, whose hosts stand above and below. */
function parkingLot(n: number): Pick<LayoutInput, 'nodes' | 'links' | 'flows' | 'directory'> {
  const one = dumbbell(1);
  const nodes: Node[] = [];
  const links: Link[] = [];
  const flows: FlowEnds[] = [];
  const paths: number[][] = [];
  /** Adds a link and returns the channel in its direction. */
  const join = (a: string, b: string, rateMbps: number) => {
    links.push({ id: `${a}-${b}`, a, b, forward: { rateMbps, delayMs: 24 / 7 } });
    return 2 * (links.length - 1);
  };
  const flow = (from: string, to: string, path: number[]) => {
    paths.push(path);
    flows.push({ index: flows.length, id: `f${flows.length}`, label: `Hop ${flows.length}`, from, to });
  };
  for (let i = 1; i <= n; i++) {
    const x = 140 + ((i - 1) * 720) / (n - 1);
    nodes.push({ id: `r${i}`, kind: 'router', x, y: 160 });
    if (i < n) nodes.push({ id: `s${i}`, kind: 'host', x, y: 40 });
    if (i > 1) nodes.push({ id: `d${i - 1}`, kind: 'host', x, y: 280 });
  }
  nodes.push({ id: 's0', kind: 'host', x: 0, y: 160 }, { id: 'd0', kind: 'host', x: 1000, y: 160 });
  const hops = Array.from({ length: n - 1 }, (_, i) => join(`r${i + 1}`, `r${i + 2}`, 20));
  flow('s0', 'd0', [join('s0', 'r1', 200), ...hops, join(`r${n}`, 'd0', 200)]);
  hops.forEach((hop, i) => {
    const way = [join(`s${i + 1}`, `r${i + 1}`, 200), hop, join(`r${i + 2}`, `d${i + 1}`, 200)];
    flow(`s${i + 1}`, `d${i + 1}`, way);
  });
  const [channel, path] = [one.directory?.channels[0], one.directory?.flows[0]];
  return {
    nodes,
    links,
    flows,
    directory: {
      ...(one.directory as Directory),
      channels: links.flatMap(({ id, a, b, forward: { rateMbps, delayMs } }) =>
        [[a, b] as const, [b, a] as const].map(
          ([from, to]) =>
            ({ ...channel, link: id, from, to, rateMbps, delayMs }) as Directory['channels'][number],
        ),
      ),
      flows: flows.map(({ id }, i) => ({ ...path, id, path: paths[i] }) as Directory['flows'][number]),
    },
  };
}

const sizes = [
  { width: 1096, height: 256, compact: false },
  { width: 390, height: 124, compact: true },
  { width: 406, height: 96, compact: true },
  { width: 760, height: 256, compact: false },
];

function inputOf(n: number, size: (typeof sizes)[number]): LayoutInput {
  return {
    ...dumbbell(n),
    size,
    compact: size.compact,
    finger: false,
    tools: size.width === 390 ? 'button' : size.compact ? 'none' : 'all',
    selected: null,
    discipline: () => ({ name: 'Drop-tail', classes: [] }),
    behaviourWords: () => '',
  };
}

const around = ({ p, rx, ry }: PlacedNode) => ({ x: p.x - rx, y: p.y - ry, width: 2 * rx, height: 2 * ry });

function laidOut(n: number, size: (typeof sizes)[number]) {
  const input = inputOf(n, size);
  return layOut(input, baseFit(input));
}

/** The rule of an active queue management. */
const early = { words: '', formula: '' };

describe('layout', () => {
  it('keeps all labels apart and inside the panel, at every size and number of flows', () => {
    for (const size of sizes) {
      for (const n of [1, 2, 3, 10, 50]) {
        const { tags, links, channels, button } = laidOut(n, size);
        const boxes = [
          ...(button && n < 10 ? [button] : []),
          ...tags.map((t) => t.box),
          ...links.flatMap((l) => (l.box ? [l.box] : [])),
          ...channels.flatMap((c) => [c?.head, c?.foot].filter((b) => b !== undefined)),
        ];
        boxes.forEach((a, i) => {
          expect(a.x).toBeGreaterThanOrEqual(0);
          expect(a.y).toBeGreaterThanOrEqual(0);
          expect(a.x + a.width).toBeLessThanOrEqual(size.width);
          expect(a.y + a.height).toBeLessThanOrEqual(size.height);
          for (const b of boxes.slice(i + 1))
            expect(overlaps(a, b), `${n} flows in ${size.width}`).toBe(false);
        });
      }
    }
  });

  it('aligns the line samples of a column, names the selected flow first, and no flow on the side of the links', () => {
    for (const size of sizes) {
      const input = { ...inputOf(50, size), selected: { kind: 'flow', id: 'f7' } };
      const { tags, nodes } = layOut(input, baseFit(input));
      const senders = tags.filter((t) => t.kind === 'sender');
      expect(senders.map((t) => t.id)).toContain('f7');
      expect(new Set(senders.map((t) => t.box.x)).size).toBe(1);
      const edge = Math.min(...nodes.flatMap((n) => (n.node.id.startsWith('s') ? [n.p.x] : [])));
      for (const { box } of senders) expect(box.x + box.width).toBeLessThan(edge);
    }
  });

  it('has every value beside its host, although the links of a column are steep', () => {
    const narrow = inputOf(9, { width: 370, height: 278, compact: true });
    const high = narrow.nodes.map((n) => ({ ...n, y: 3 * (n.y ?? 0) }));
    for (const finger of [false, true]) {
      const input: LayoutInput = { ...narrow, nodes: high, finger, tools: 'none' };
      const { tags, nodes } = layOut(input, baseFit(input));
      expect(tags).toHaveLength(18);
      for (const { box, node, kind } of tags) {
        const host = nodes.find((n) => n.node.id === node) as PlacedNode;
        const side =
          kind === 'sender' ? host.p.x - host.rx - (box.x + box.width) : box.x - host.p.x - host.rx;
        expect(side, node).toBeCloseTo(10);
        expect(Math.abs(box.y + box.height / 2 - host.p.y), node).toBeLessThan(7);
      }
    }
  });

  it('has one label with the range of delays for links of one rate that have no room for theirs', () => {
    const texts = (n: number) =>
      laidOut(n, { width: 1096, height: 256, compact: false }).links.flatMap((l) => (l.box ? [l.text] : []));
    expect(texts(10).filter((text) => text.includes('–'))).toEqual(['100 Mb/s, 5–50 ms']);
    expect(texts(2).filter((text) => text.includes('–'))).toEqual([]);
  });

  it('divides a dense column among its hosts, so that each can be pointed at', () => {
    const { nodes } = laidOut(20, { width: 1096, height: 256, compact: false });
    const hosts = nodes.filter((n) => n.node.id.startsWith('s'));
    for (const [i, a] of hosts.entries())
      for (const b of hosts.slice(i + 1))
        expect(overlaps({ ...a.reach, height: a.reach.height - 0.01 }, b.reach)).toBe(false);
  });

  it('is as wide as the panel, however many hosts are in a column', () => {
    for (const n of [3, 10, 50]) {
      const { nodes } = laidOut(n, { width: 1096, height: 256, compact: false });
      const xs = nodes.map((node) => node.p.x);
      expect(Math.max(...xs) - Math.min(...xs), `${n} flows`).toBeGreaterThan(0.6 * 1096);
    }
  });

  it('puts the button beside the names of three flows, one below the other, not over them', () => {
    const rows = [0, 1, 2].map((row) => {
      const at = (id: string, kind: 'host' | 'router', x: number): Node => ({
        id: `${id}${row}`,
        kind,
        x,
        y: 70 * row,
      });
      const link = (id: string, a: string, b: string) =>
        ({ ...dumbbell(1).links[0], id: `${id}${row}`, a: `${a}${row}`, b: `${b}${row}` }) as Link;
      return {
        nodes: [at('s', 'host', 0), at('p', 'router', 200), at('q', 'router', 700), at('d', 'host', 900)],
        links: [link('in', 's', 'p'), link('core', 'p', 'q'), link('out', 'q', 'd')],
        flows: [
          {
            index: row,
            id: `f${row}`,
            label: ['CUBIC', 'BBR', 'Vegas'][row] ?? '',
            from: `s${row}`,
            to: `d${row}`,
          },
        ],
      };
    });
    const input: LayoutInput = {
      nodes: rows.flatMap((r) => r.nodes),
      links: rows.flatMap((r) => r.links),
      flows: rows.flatMap((r) => r.flows),
      directory: null,
      size: { width: 390, height: 124 },
      compact: true,
      finger: false,
      tools: 'button',
      selected: null,
      discipline: () => ({ name: '', classes: [] }),
      behaviourWords: () => '',
    };
    const { button, tags } = layOut(input, baseFit(input));
    expect(tags.length).toBe(6);
    const covers = tags.map((tag) => {
      if (!button) return Number.NaN;
      const wide =
        Math.min(button.x + button.width, tag.box.x + tag.box.width) - Math.max(button.x, tag.box.x);
      const high =
        Math.min(button.y + button.height, tag.box.y + tag.box.height) - Math.max(button.y, tag.box.y);
      return Math.max(0, wide) * Math.max(0, high);
    });
    // Less than a letter.
    expect(covers.reduce((a, b) => a + b, 0)).toBeLessThan(60);
  });

  it('finds a place for a button where it covers no link', () => {
    const rows = [0, 1, 2, 3].map((row) => {
      const one = dumbbell(1);
      const id = (end: string) => `${row}${end}`;
      return {
        nodes: one.nodes.map((n) => ({ ...n, id: id(n.id), y: 100 * row })),
        links: one.links.map((l) => ({ ...l, id: id(l.id), a: id(l.a), b: id(l.b) })),
        flows: one.flows.map((f) => ({ ...f, index: row, from: id(f.from), to: id(f.to) })),
      };
    });
    const input: LayoutInput = {
      nodes: rows.flatMap((r) => r.nodes),
      links: rows.flatMap((r) => r.links),
      flows: rows.flatMap((r) => r.flows),
      directory: null,
      size: { width: 390, height: 140 },
      compact: true,
      finger: false,
      tools: 'button',
      selected: null,
      discipline: () => ({ name: '', classes: [] }),
      behaviourWords: () => '',
    };
    const { button, links } = layOut(input, baseFit(input));
    expect(button).toBeDefined();
    for (const { a, b, width } of links) expect(button && crosses(button, { a, b, width })).toBe(false);
  });

  it('names every flow and its queue while there is room', () => {
    for (const size of sizes) {
      for (const n of [1, 2, 3]) {
        const { tags, channels } = laidOut(n, size);
        expect(tags.filter((t) => t.kind === 'sender')).toHaveLength(n);
        expect(tags.filter((t) => t.kind === 'receiver')).toHaveLength(n);
        expect(channels.filter((c) => c?.bar && c.head)).toHaveLength(1);
      }
    }
  });

  it('has a bar for the queue of every bottleneck, beside links that are too short for one', () => {
    for (const size of sizes) {
      const input = { ...inputOf(1, size), ...parkingLot(8) };
      const { channels, nodes, links } = layOut(input, baseFit(input));
      const hops = input.links.map((l) => l.a.startsWith('r') && l.b.startsWith('r'));
      const bars = channels.filter((_, c) => hops[c >> 1] && c % 2 === 0);
      expect(bars.map((c) => c?.bar !== undefined)).toEqual(Array(7).fill(true));
      const boxes = [...barBoxes(channels), ...nodes.map(around)];
      boxes.forEach((a, i) => {
        for (const b of boxes.slice(i + 1, i < 7 ? undefined : 0)) expect(overlaps(a, b)).toBe(false);
      });
      if (size.width < 1000) continue;
      expect(bars.map((c) => c?.head !== undefined)).toEqual(Array(7).fill(true));
      const rates = links.filter((l) => l.box && l.text.startsWith('20 Mb/s'));
      expect(rates).toHaveLength(7);
    }
  });

  it('counts the flows that it has no room to list, and heads queues on one side', () => {
    const size = { width: 1096, height: 256, compact: false };
    for (const each of [2, 4, 10]) {
      const one = dumbbell(1);
      const rows = [0, 1, 2].map((row) => ({
        nodes: one.nodes.map((n) => ({ ...n, id: `${row}${n.id}`, y: 100 * row })),
        links: one.links.map((l) => ({ ...l, id: `${row}${l.id}`, a: `${row}${l.a}`, b: `${row}${l.b}` })),
        channels: (one.directory?.channels ?? []).map((c) => ({
          ...c,
          link: `${row}${c.link}`,
          from: `${row}${c.from}`,
          to: `${row}${c.to}`,
        })),
        flows: Array.from({ length: each }, (_, i) => ({
          index: each * row + i,
          id: `f${row}-${i}`,
          label: 'NewReno',
          from: `${row}s0`,
          to: `${row}d0`,
        })),
      }));
      const flows = rows.flatMap((r) => r.flows);
      const input: LayoutInput = {
        nodes: rows.flatMap((r) => r.nodes),
        links: rows.flatMap((r) => r.links),
        flows,
        directory: {
          ...(one.directory as Directory),
          channels: rows.flatMap((r) => r.channels),
          // Each over the three links of its row, which have two channels apiece.
          flows: flows.map(({ id }, i) => ({
            ...(one.directory?.flows[0] as Directory['flows'][number]),
            id,
            path: [2, 0, 4].map((c) => c + 6 * Math.floor(i / each)),
          })),
        },
        size,
        compact: false,
        finger: false,
        tools: 'all',
        selected: null,
        discipline: () => ({ name: 'Drop-tail', classes: [] }),
        behaviourWords: () => '',
      };
      const { tags, channels } = layOut(input, baseFit(input));
      for (const host of rows.flatMap((_, row) => [`${row}s0`, `${row}d0`])) {
        const here = tags.filter((t) => t.node === host);
        const listed = here.filter((t) => t.kind !== 'more').length;
        const more = here.find((t) => t.kind === 'more')?.text;
        expect(listed + Number(more?.split(' ')[0] ?? 0), `${each} flows at ${host}`).toBe(each);
      }
      const headed = channels.flatMap((c) => (c?.bar ? [c.head && c.head.y < c.track.from.y] : []));
      expect(headed).toEqual([true, true, true]);
    }
  });

  it('names a flow although its host is at the edge and a link passes on its other side', () => {
    const input = inputOf(2, { width: 390, height: 230, compact: true });
    // Placed before there were flows, so that no room is left for names.
    const places: Record<string, [number, number]> = {
      ...{ R1: [97, 182], R2: [203, 138] },
      ...{ s0: [48, 81], s1: [48, 195], d0: [268, 81], d1: [268, 195] },
    };
    const nodes = input.nodes.map((n) => ({ ...n, x: places[n.id]?.[0] ?? 0, y: places[n.id]?.[1] ?? 0 }));
    const fit = { sx: 1, sy: 1, tx: 0, ty: 0 };
    for (const id of ['f0', 'f1']) {
      const { tags } = layOut({ ...input, nodes, selected: { kind: 'flow', id } }, fit);
      const named = tags.filter((tag) => tag.kind === 'sender').map((tag) => tag.id);
      expect(named.sort()).toEqual(['f0', 'f1']);
    }
  });

  it('names every flow of a row of hosts, above and below a chain of eight routers', () => {
    const size = sizes[0] as (typeof sizes)[number];
    const input = { ...inputOf(1, size), ...parkingLot(8) };
    const { tags } = layOut(input, baseFit(input));
    for (const kind of ['sender', 'receiver'] as const)
      expect(tags.filter((t) => t.kind === kind).map((t) => t.text)).toHaveLength(8);
    // In the row names stand alone; the flow at the end of the chain has room for its value.
    expect(tags.filter((t) => t.kind === 'sender' && !t.brief).map((t) => t.node)).toEqual(['s0']);
  });

  it('has a row of the bar for each class of packets', () => {
    const input = inputOf(2, sizes[0] as (typeof sizes)[number]);
    const classes = ['L', 'C'];
    const placed = (names: string[]) => {
      const discipline = () => ({ name: 'AQM', early, classes: names });
      return layOut({ ...input, discipline }, baseFit(input)).channels[0];
    };
    expect(placed(classes)?.classes).toEqual(classes);
    expect(placed([])?.classes).toEqual([]);
    // Two rows fit into the usual height.
    expect(placed([])?.bar).toEqual(placed(classes)?.bar);
  });

  it('shows the whole buffer unless an AQM never fills it', () => {
    const input = inputOf(2, sizes[0] as (typeof sizes)[number]);
    const bar = (limitPackets: number, aqm: boolean) => {
      const channels = (input.directory?.channels ?? []).map((c) => ({ ...c, limitPackets }));
      const directory = { ...(input.directory as Directory), channels };
      const discipline = () => ({ name: 'Discipline', ...(aqm ? { early } : {}), classes: [] });
      const shown = layOut({ ...input, directory, discipline }, baseFit(input)).channels[0]?.bar;
      return { open: shown?.open, packets: Math.round((shown?.slots ?? 0) * (shown?.perSlot ?? 0)) };
    };
    // The product of each flow is 80 packets.
    expect(bar(100, true)).toEqual({ open: false, packets: 100 });
    expect(bar(640, true)).toEqual({ open: false, packets: 640 });
    expect(bar(10_000, true)).toEqual({ open: true, packets: 160 });
    expect(bar(10_000, false)).toEqual({ open: false, packets: 10_000 });
  });

  it('says a rate once, and then what differs', () => {
    const texts = laidOut(3, sizes[0] as (typeof sizes)[number]).links.map((l) => l.text);
    expect(texts).toContain('20 Mb/s, 15 ms');
    expect(texts).toContain('100 Mb/s, 5 ms');
    expect(texts).toContain('10 ms');
    expect(texts).toContain('15 ms');
  });

  it('writes rates in their own unit', () => {
    expect([0.064, 1.5, 100, 10000].map(formatRate)).toEqual(['64 kb/s', '1.5 Mb/s', '100 Mb/s', '10 Gb/s']);
  });
});
