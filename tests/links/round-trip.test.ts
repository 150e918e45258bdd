/** Any valid document with its branches and view is restored from its link unchanged; links stay short. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Channel, Flow, Link, Node, Scenario } from '../../web/generated/types';
import type { BranchTree } from '../../web/scenario/branches';
import { unpackBranches } from '../../web/scenario/branches';
import { entryChecksum, writeFragment } from '../../web/scenario/link';
import { setPath } from '../../web/scenario/path';
import { NO_VIEW } from '../../web/scenario/view';
import { revisionOf } from '../../web/store/gallery';
import { galleryEntries, galleryScenario, normalized, problemsOf, readCatalogue } from '../support/engine';
import { cases } from '../support/fuzz';
import { fragmentOf, readLink } from '../support/links';
import { stress } from '../support/scenarios';

const { algorithms } = await readCatalogue();
const entries = (await galleryEntries()).map((e) => e.id);
const tcp = algorithms.filter((a) => a.transport === 'tcp').map((a) => a.id);
/** The address before the fragment. */
const ADDRESS = 'https://droptail.example.org/lab/';

const text = fc.string({ unit: 'grapheme', maxLength: 30 });
const id = (prefix: string, i: number) => `${prefix}${i}`;
const channel: fc.Arbitrary<Channel> = fc.record({
  rateMbps: fc.oneof(fc.integer({ min: 1, max: 1000 }), fc.double({ min: 0.1, max: 1000, noNaN: true })),
  delayMs: fc.oneof(fc.integer({ min: 0, max: 200 }), fc.double({ min: 0, max: 200, noNaN: true })),
  queue: fc.record({
    kind: fc.constant('droptail'),
    params: fc.record({ limitPackets: fc.integer({ min: 1, max: 2000 }) }),
  }),
});

/** A chain of routers with hosts at both ends, flows between them, and edits of these parts. */
const scenario: fc.Arbitrary<Scenario> = fc
  .record({ pairs: fc.integer({ min: 1, max: 6 }), routers: fc.integer({ min: 1, max: 4 }) })
  .chain(({ pairs, routers }) => {
    const hosts = [...Array(pairs).keys()];
    const nodes: Node[] = [
      ...hosts.flatMap((i): Node[] => [
        { id: id('s', i), kind: 'host', x: 0, y: 80 * i },
        { id: id('d', i), kind: 'host', x: 1000, y: 80 * i },
      ]),
      ...[...Array(routers).keys()].map((i): Node => ({ id: id('r', i), kind: 'router', x: 100 * i, y: 0 })),
    ];
    const ends = [
      ...hosts.map((i) => [id('s', i), 'r0'] as const),
      ...[...Array(routers - 1).keys()].map((i) => [id('r', i), id('r', i + 1)] as const),
      ...hosts.map((i) => [id('r', routers - 1), id('d', i)] as const),
    ];
    const link = (i: number): fc.Arbitrary<Link> =>
      fc.record(
        {
          id: fc.constant(id('l', i)),
          a: fc.constant(ends[i]?.[0] as string),
          b: fc.constant(ends[i]?.[1] as string),
          forward: channel,
          backward: channel,
        },
        { requiredKeys: ['id', 'a', 'b', 'forward'] },
      ) as fc.Arbitrary<Link>;
    const flow = (i: number): fc.Arbitrary<Flow> =>
      fc.record(
        {
          id: fc.constant(id('f', i)),
          from: fc.constant(id('s', i)),
          to: fc.constant(id('d', i)),
          algorithm: fc.constantFrom(...tcp),
          startS: fc.integer({ min: 0, max: 20 }),
          name: text,
        },
        { requiredKeys: ['id', 'from', 'to', 'algorithm', 'startS'] },
      ) as fc.Arbitrary<Flow>;
    return fc.record({
      version: fc.constant(1),
      title: text,
      notes: text,
      seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      durationS: fc.integer({ min: 21, max: 300 }),
      nodes: fc.constant(nodes),
      links: fc.tuple(...ends.map((_, i) => link(i))),
      flows: fc.tuple(...hosts.map(flow)),
      edits: fc
        .array(
          fc.record({
            atS: fc.double({ min: 0, max: 20, noNaN: true }),
            path: fc.constant('/links/l0/forward/rateMbps'),
            value: fc.integer({ min: 1, max: 1000 }) as fc.Arbitrary<unknown>,
          }),
          { maxLength: 4 },
        )
        .map((edits) => edits.sort((a, b) => a.atS - b.atS)),
    }) as fc.Arbitrary<Scenario>;
  });

describe('round trip', () => {
  test('of any valid document', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async (document) => {
        expect(await problemsOf(JSON.stringify(document))).toEqual([]);
        const source = await normalized(document);
        expect((await readLink(await fragmentOf(source))).document).toEqual(source);
      }),
      cases(100),
    );
  });

  test('of any document as the difference from a gallery entry', async () => {
    const entry = await normalized(await galleryScenario('one-reno'));
    const checksum = entryChecksum(await galleryScenario('one-reno'));
    const base = { id: 'one-reno', revision: revisionOf('one-reno', checksum), entry, checksum };
    const [near, core, far] = entry.links as [Link, Link, Link];
    const [flow] = entry.flows as [Flow];
    const changed = fc
      .record({
        title: text,
        notes: fc.oneof(text, fc.constant(entry.notes ?? '')),
        seed: fc.nat(),
        nodes: fc.constantFrom(entry.nodes, [
          ...entry.nodes,
          { id: 'h9', kind: 'host' as const, x: 1, y: 2 },
        ]),
        links: fc
          .tuple(channel, fc.option(channel, { nil: undefined }))
          .map(([forward, backward]) => [near, { ...core, forward, ...(backward && { backward }) }, far]),
        flows: fc
          .subarray(tcp)
          .map((algorithms) =>
            algorithms.map((algorithm, i): Flow => ({ ...flow, id: i === 0 ? 'f1' : `g${i}`, algorithm })),
          ),
      })
      .map((change): Scenario => ({ ...entry, ...change }));
    await fc.assert(
      fc.asyncProperty(changed, async (document) => {
        const source = await normalized(document);
        expect((await readLink(await writeFragment({ source, base }))).document).toEqual(source);
      }),
      cases(60),
    );
  });

  test('of branches, as a tree', async () => {
    const branches = fc
      .tuple(
        scenario,
        fc.array(
          fc.record({
            name: text,
            rate: fc.integer({ min: 1, max: 99 }),
            atS: fc.integer({ max: 20, min: 0 }),
          }),
          {
            minLength: 1,
            maxLength: 6,
          },
        ),
        fc.nat(),
      )
      .map(([source, forks, pick]): BranchTree => {
        const list = [{ name: 'Main', parent: null as number | null, atS: 0, drawn: true, source }];
        for (const [i, { name, rate, atS }] of forks.entries()) {
          const value = { ...source, edits: [{ atS, path: '/links/l0/forward/rateMbps', value: rate }] };
          list.push({ name, parent: i % 2 === 0 ? 0 : i, atS, drawn: i !== 2, source: value });
        }
        return { list, active: pick % list.length };
      });
    await fc.assert(
      fc.asyncProperty(branches, async (tree) => {
        const source = tree.list[tree.active]?.source as Scenario;
        const { content } = await readLink(await writeFragment({ source, branches: tree }));
        expect(unpackBranches(content.branches ?? '', source)).toEqual(tree);
      }),
      cases(50),
    );
  });

  test('of the view', async () => {
    // Ids are any text. In links, commas separate names, colons separate a plot from its content, and backslashes
    // escape both.
    const name = fc.oneof(
      fc.stringMatching(/^[a-z][a-z0-9:/_,\\-]{0,12}$/),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
    );
    const time = fc.double({ min: 0, max: 1000, noNaN: true }).map((t) => Math.round(t * 1e9) / 1e9 + 0);
    const number = fc.double({ min: -1000, max: 1000, noNaN: true }).map((v) => v + 0);
    const each = <T>(value: fc.Arbitrary<T>) =>
      fc.dictionary(name, value, { maxKeys: 4, noNullPrototype: true });
    const view = fc.record({
      atS: fc.option(time),
      playing: fc.option(fc.boolean()),
      zoom: fc.option(
        fc.record({ t0: fc.constantFrom(0, 3e-7, 2.5, 9), t1: fc.integer({ min: 10, max: 99 }) }),
      ),
      plots: fc.option(fc.array(name)),
      select: fc.option(fc.record({ kind: fc.constantFrom('flow', 'link', 'node'), id: name })),
      hide: fc.option(fc.array(name)),
      measures: fc.option(fc.array(name)),
      pinned: fc.option(fc.array(name)),
      log: fc.option(fc.array(name)),
      units: fc.option(each(fc.constantFrom('ms', 'kB', 'packets/s'))),
      values: fc.option(
        each(fc.tuple(number, number).map(([a, b]) => ({ low: Math.min(a, b), end: Math.max(a, b) + 1 }))),
      ),
      without: fc.option(fc.array(name)),
      groups: fc.option(fc.boolean()),
      fluid: fc.option(fc.boolean()),
      portrait: fc.option(
        fc.record({
          quantity: fc.constantFrom('cwnd', 'throughput'),
          pair: fc.tuple(fc.oneof(name, fc.constant('')), fc.oneof(name, fc.constant(''))),
        }),
      ),
      spanS: fc.option(fc.constantFrom(0.001, 2.5, 90)),
      speed: fc.option(fc.constantFrom(0.001, 2, 500, Number.POSITIVE_INFINITY)),
      inspector: fc.boolean(),
    });
    const source = stress();
    await fc.assert(
      fc.asyncProperty(view, async (given) => {
        const fragment = await writeFragment({ source, view: given });
        // Characters that a fragment may contain unescaped (RFC 3986, section 3.5).
        expect(fragment).toMatch(/^#[A-Za-z0-9\-._~!$&'()*+,;=:@/?%]*$/);
        expect((await readLink(fragment)).content.view).toEqual(given);
      }),
      cases(100),
    );
    expect(await writeFragment({ source, view: NO_VIEW })).toBe(await writeFragment({ source }));
  });
});

describe('length', () => {
  const linkDigest = { digest: '0123456789abcdef', atS: null, modelVersion: 1 };
  const view = {
    ...NO_VIEW,
    plots: ['cwnd', 'queue', 'throughput'],
    select: { kind: 'link' as const, id: 'core' },
  };

  test.for(entries)('of %s, lightly edited, is below 300', async (name) => {
    const file = await galleryScenario(name);
    const entry = await normalized(file);
    const checksum = entryChecksum(file);
    const base = { id: name, revision: revisionOf(name, checksum), entry, checksum };
    expect(base.revision).not.toBeNull();
    const link = entry.links.find((l) => l.id === 'core') ?? entry.links[0];
    const flow = entry.flows[0];
    let source = { ...entry, seed: 4711, durationS: entry.durationS + 5 };
    source = setPath(source, `/links/${link?.id}/forward/queue/params/limitPackets`, 137);
    source = setPath(source, `/flows/${flow?.id}/startS`, 2.5);
    const made = ADDRESS + (await writeFragment({ source, base, linkDigest, view }));
    expect(made.length).toBeLessThan(300);
    expect((await readLink(made)).document).toEqual(await normalized(source));
  });

  test('of 20 nodes and 20 flows, all different, is below 2,000', async () => {
    const sides = [...Array(9).keys()];
    const node = (name: string, kind: 'host' | 'router', x: number, y: number): Node => ({
      id: name,
      kind,
      x,
      y,
    });
    const random = fc.sample(fc.integer({ min: 1, max: 997 }), { numRuns: 200, seed: 7 });
    const take = (most: number) => ((random.pop() as number) % most) + 1;
    const link = (name: string, a: string, b: string): Link => ({
      id: name,
      a,
      b,
      forward: {
        rateMbps: take(200),
        delayMs: take(80),
        queue: { kind: 'droptail', params: { limitPackets: take(900) } },
      },
    });
    const source = await normalized({
      version: 1,
      title: 'Twenty flows',
      notes: '',
      seed: 20,
      durationS: 90,
      nodes: [
        ...sides.map((i) => node(`s${i}`, 'host', take(300), take(900))),
        ...sides.map((i) => node(`d${i}`, 'host', 700 + take(300), take(900))),
        node('r1', 'router', 350, 400),
        node('r2', 'router', 650, 400),
      ],
      links: [
        ...sides.map((i) => link(`in${i}`, `s${i}`, 'r1')),
        ...sides.map((i) => link(`out${i}`, 'r2', `d${i}`)),
        link('core', 'r1', 'r2'),
      ],
      flows: [...Array(20).keys()].map((i) => ({
        id: `f${i}`,
        from: `s${i % 9}`,
        to: `d${(i * 2 + 1) % 9}`,
        algorithm: tcp[take(tcp.length) - 1] as string,
        startS: take(30),
      })),
    });
    const made = ADDRESS + (await writeFragment({ source, linkDigest, view }));
    expect(made.length).toBeLessThan(2000);
    expect((await readLink(made)).document).toEqual(source);
  });
});
