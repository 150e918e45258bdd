import { describe, expect, test } from 'vitest';
import type { Experiment } from '../generated/types';
import { small } from '../worker/testing/fake-engine';
import { applyOverrides, baseRtt } from './apply-overrides';
import { MAX_BRANCHES, unpackBranches } from './branches';
import { changedEntry, entryChecksum, readFragment, withoutEmpty, writeFragment } from './link';
import { seedFromName } from './overrides';
import { setPath } from './path';
import { decodePayload, encodePayload, LinkError, MAX_DEPTH, MAX_PAYLOAD, MAX_TEXT } from './payload';

describe('payload', () => {
  test('survives encoding and decoding', async () => {
    for (const text of ['', '{}', JSON.stringify(small), 'Grüße, 漢字 🦀']) {
      const payload = await encodePayload(text);
      expect(payload).toMatch(/^1[0-9a-f]{8}[A-Za-z0-9_-]*$/);
      expect(await decodePayload(payload)).toBe(text);
    }
  });

  test('any damage is detected', async () => {
    const payload = await encodePayload(JSON.stringify(small));
    const flip = (at: number) =>
      payload.slice(0, at) + (payload[at] === 'A' ? 'B' : 'A') + payload.slice(at + 1);
    for (const at of [0, 3, 12, 40, payload.length - 2]) {
      await expect(decodePayload(flip(at))).rejects.toBeInstanceOf(LinkError);
    }
    for (const cut of [0, 1, 8, 9, 30, payload.length - 1]) {
      await expect(decodePayload(payload.slice(0, cut))).rejects.toBeInstanceOf(LinkError);
    }
    await expect(decodePayload(`${payload}%00`)).rejects.toBeInstanceOf(LinkError);
  });

  test('a decompression bomb is refused before it expands, an overlong payload before it is decompressed', async () => {
    const bomb = await encodePayload('0'.repeat(50 * MAX_TEXT));
    expect(bomb.length).toBeLessThan(MAX_PAYLOAD);
    await expect(decodePayload(bomb)).rejects.toThrow(/unpacks/);
    await expect(decodePayload(`1${'A'.repeat(MAX_PAYLOAD)}`)).rejects.toThrow(/too long/);
  });

  test('a newer version is recognised, and each fault has its own code', async () => {
    await expect(decodePayload('200000000AAAA')).rejects.toMatchObject({ fault: 'newer' });
    await expect(decodePayload('%<junk>')).rejects.toMatchObject({ fault: 'damaged' });
    await expect(decodePayload('100000000AAAA')).rejects.toMatchObject({ fault: 'damaged' });
    await expect(decodePayload(`1${'A'.repeat(MAX_PAYLOAD)}`)).rejects.toMatchObject({ fault: 'huge' });
  });

  test('deeply nested JSON is refused before it is parsed', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(await decodePayload(await encodePayload(nested(MAX_DEPTH)))).toBe(nested(MAX_DEPTH));
    for (const deep of [nested(MAX_DEPTH + 1), nested(100_000), '{"a":'.repeat(100_000)])
      await expect(decodePayload(await encodePayload(deep))).rejects.toMatchObject({ fault: 'huge' });
    // Brackets in strings do not count.
    const text = JSON.stringify({ notes: `\\"${'['.repeat(500)}` });
    expect(await decodePayload(await encodePayload(text))).toBe(text);
  });
});

describe('view', () => {
  const read = async (look: string) => (await readFragment(`#g=one-reno${look}`))?.view;

  test('can be written by hand', async () => {
    expect(
      await read(
        '&plots=rtt,cwnd&pin=cwnd&log=queue&units=cwnd:kB,throughput:packets/s&values=cwnd:10..50,variables:ms:-2..1e3&without=vegas/diff&groups=1&fluid=0&portrait=throughput,f2,f1&span=12',
      ),
    ).toMatchObject({
      plots: ['rtt', 'cwnd'],
      pinned: ['cwnd'],
      log: ['queue'],
      units: { cwnd: 'kB', throughput: 'packets/s' },
      values: { cwnd: { low: 10, end: 50 }, 'variables:ms': { low: -2, end: 1000 } },
      without: ['vegas/diff'],
      groups: true,
      fluid: false,
      portrait: { quantity: 'throughput', pair: ['f2', 'f1'] },
      spanS: 12,
    });
  });

  test('that is invalid is reported with the reason', async () => {
    for (const look of [
      'values=cwnd',
      'values=cwnd:5',
      'values=cwnd:9..3',
      'units=kB',
      'portrait=rtt',
      'span=0',
    ])
      await expect(read(`&${look}`)).rejects.toThrow(`In the link, ${look.slice(0, look.indexOf('='))}=`);
  });
});

describe('link', () => {
  test('carries the scenario, the digest and the model version', async () => {
    const fragment = await writeFragment({
      source: small,
      linkDigest: { digest: '0123456789abcdef', atS: 2.5, modelVersion: 3 },
    });
    const content = await readFragment(fragment);
    expect(JSON.parse(content?.document ?? '')).toEqual(withoutEmpty(small));
    expect(content).toMatchObject({
      linkDigest: { digest: '0123456789abcdef', atS: 2.5, modelVersion: 3 },
      kind: 'scenario',
      entry: null,
    });
  });

  test('to a gallery entry carries only the changes', async () => {
    const source = setPath(small, '/links/core/forward/queue/params/limitPackets', 20);
    const base = { id: 'one-reno', entry: small, checksum: entryChecksum(small) };
    const fragment = await writeFragment({ source, base });
    expect(fragment.length).toBeLessThan(200);
    const content = await readFragment(fragment);
    expect(content?.entry).toMatchObject({ id: 'one-reno', base: base.checksum });
    expect(changedEntry(small, content?.entry?.changes ?? [])).toEqual(source);
    expect(await writeFragment({ source: small, base })).toBe(`#g=one-reno&b=${base.checksum}`);
    const second = await writeFragment({ source: small, base: { ...base, revision: 2 } });
    expect(second).toBe(`#g=one-reno@2&b=${base.checksum}`);
    expect((await readFragment(second))?.entry).toMatchObject({ id: 'one-reno', revision: 2 });
  });

  test('carries an experiment, either whole or as changes to a paper’s', async () => {
    const source: Experiment = {
      version: 1,
      title: 'Buffers',
      base: small,
      axes: [
        { name: 'Buffer', values: [1, 2], sets: [{ path: '/links/core/forward/queue/params/limitPackets' }] },
      ],
      measures: [{ name: 'Jain', of: 'jain' }],
    };
    const linkDigest = { digest: '0123456789abcdef', atS: null, modelVersion: 1 };
    const whole = await readFragment(await writeFragment({ source, full: true, linkDigest }, 'experiment'));
    expect(whole).toMatchObject({ kind: 'experiment', entry: null, full: true, linkDigest });
    expect(JSON.parse(whole?.document ?? '')).toEqual(withoutEmpty(source));

    const base = { id: 'randomized-fig-6', entry: source, checksum: entryChecksum(source) };
    const changed = setPath(setPath(source, '/base/flows/f1/algorithm', 'cubic'), '/axes', []);
    const fragment = await writeFragment({ source: changed, base }, 'experiment');
    expect(fragment).toMatch(/^#e=randomized-fig-6&b=[0-9a-f]{8}&p=/);
    const content = await readFragment(fragment);
    expect(content).toMatchObject({ kind: 'experiment', document: null, full: false });
    expect(changedEntry(source, content?.entry?.changes ?? [])).toEqual(changed);
    expect(await writeFragment({ source, base }, 'experiment')).toBe(
      `#e=randomized-fig-6&b=${base.checksum}`,
    );
  });

  test('can be written by hand with overrides', async () => {
    const content = await readFragment('#g=one-reno&cc=cubic&rtt=40&seed=7');
    expect(content?.overrides).toEqual({ cc: ['cubic'], rtt: 40, seed: 7 });
  });

  test('is rejected if it is empty or hostile', async () => {
    expect(await readFragment('')).toBeNull();
    expect(await readFragment('#embed=1')).toBeNull();
    for (const bad of [
      '#g=../../etc/passwd',
      '#g=',
      '#s=',
      '#g=a&rtt=x',
      '#g=a&seed=1.5',
      '#g=a&buffer=-1',
      '#g=a&p=1',
      '#e=../x',
      '#x=1',
      '#g=a@0',
      '#g=a@1@2',
      '#g=a&set=rateMbps:1',
      '#g=a&set=/links/core/forward/rateMbps',
      '#g=a&t=-1',
      '#g=a&zoom=9-5',
      '#g=a&select=core',
      '#g=a&speed=0',
    ]) {
      await expect(readFragment(bad), bad).rejects.toBeInstanceOf(LinkError);
    }
    const odd = await encodePayload(JSON.stringify({ path: 1 }));
    await expect(readFragment(`#g=a&p=${odd}`)).rejects.toBeInstanceOf(LinkError);
    const proto = await encodePayload(JSON.stringify([['/__proto__/x', 1]]));
    const content = await readFragment(`#g=a&p=${proto}`);
    expect(() => changedEntry(small, content?.entry?.changes ?? [])).toThrow(LinkError);
  });
});

describe('branches', () => {
  const first = ['Main', 0, null, 0, 1, []];
  test.each([
    ['no list', '{}'],
    ['no JSON', '[0,'],
    ['an active one that is not there', JSON.stringify([1, first])],
    ['a child before its parent', JSON.stringify([0, first, ['B', 1, 1, 0, 1, []]])],
    ['a path that is none', JSON.stringify([0, first, ['B', 1, 0, 0, 1, [['x', 1]]]])],
    ['a way to the prototype', JSON.stringify([0, first, ['B', 1, 0, 0, 1, [['/__proto__/x', 1]]]])],
    ['more than fit into memory', JSON.stringify([0, ...Array(MAX_BRANCHES + 1).fill(first)])],
  ])('%s: refused', (_, text) => {
    expect(() => unpackBranches(text, small)).toThrow(LinkError);
  });
});

describe('overrides', () => {
  test('the same name gives the same seed', async () => {
    const seed = async (text: string) => (await readFragment(`#g=a&seed=${text}`))?.overrides.seed;
    expect(await seed('7')).toBe(7);
    expect(await seed('Anna%20M%C3%BCller')).toBe(seedFromName('anna müller'));
    expect(await seed('anna+m%C3%BCller+')).toBe(seedFromName('Anna Müller'));
    expect(await seed('ben')).not.toBe(await seed('bea'));
    // The check value of CRC-32 is that of "123456789"; a name that is a number is used as the number.
    expect(seedFromName('123456789')).toBe(0xcbf43926);
  });

  test('values at paths are applied after all others', async () => {
    const read = async (text: string) =>
      applyOverrides(small, (await readFragment(`#g=a&${text}`))?.overrides ?? {}, null);
    const both = await read('rate=5&set=/links/core/forward/rateMbps:20&set=/title:Two%20words:%20here');
    expect(both.links[1]?.forward.rateMbps).toBe(20);
    expect(both.title).toBe('Two words: here');
    // A backward channel that was the same as the forward one now differs in this value only.
    const back = (await read('set=/links/core/backward/rateMbps:1')).links[1];
    expect(back?.backward).toEqual({ ...back?.forward, rateMbps: 1 });
    await expect(read('set=/links/nowhere/forward/rateMbps:1')).rejects.toThrow(/no nowhere/);
    await expect(read('set=/title/x/y:1')).rejects.toThrow(LinkError);
  });

  test('seed, length, algorithms by index', () => {
    const result = applyOverrides(small, { seed: 9, duration: 5, cc: ['vegas'] }, null);
    expect([result.seed, result.durationS, result.flows[0]?.algorithm]).toEqual([9, 5, 'vegas']);
    expect(applyOverrides(small, { cc: ['', 'x'] }, null).flows[0]?.algorithm).toBe('reno');
  });

  test('the round-trip time scales all delays by the same factor', () => {
    expect(baseRtt(small)).toBe(50);
    const result = applyOverrides(small, { rtt: 100 }, null);
    expect(baseRtt(result)).toBe(100);
    expect(result.links.map((l) => l.forward.delayMs)).toEqual([10, 40]);
    expect(() => applyOverrides({ ...small, flows: [] }, { rtt: 10 }, null)).toThrow(LinkError);
  });

  test('rate and buffer of the slowest link', () => {
    const result = applyOverrides(small, { rate: 200, buffer: 5 }, null);
    expect(result.links[0]).toBe(small.links[0]);
    expect(result.links[1]?.forward).toMatchObject({ rateMbps: 200, queue: { params: { limitPackets: 5 } } });
  });
});
