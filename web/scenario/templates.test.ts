import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { initSync, Lab, validate } from '../generated/engine.js';
import type { Catalogue, Directory } from '../generated/types';
import { read } from '../worker/engine';
import { newFlow } from './change';
import { setPath } from './path';
import { bdpPackets, bufferPackets, fromTemplate, TEMPLATES, type TemplateChoice } from './templates';

const catalogue = JSON.parse(
  readFileSync(new URL('../generated/catalogue.json', import.meta.url), 'utf8'),
) as Catalogue;
const defaultChoice: TemplateChoice = {
  flows: 4,
  rateMbps: 20,
  rttMs: 60,
  bufferBdp: 1,
  algorithm: 'cubic',
  otherAlgorithm: '',
};

beforeAll(() => {
  initSync({ module: readFileSync(new URL('../generated/engine_bg.wasm', import.meta.url)) });
});

/** The engine's directory of a document before its first event. */
function directoryOf(document: unknown): Directory {
  const lab = new Lab(JSON.stringify(document));
  try {
    return read(lab.directory());
  } finally {
    lab.free();
  }
}

describe.each(TEMPLATES)('$id', (template) => {
  const { min, max } = template.flows;

  test('the engine accepts the smallest, the default and the largest number of flows, with any algorithm', () => {
    for (const flows of [min, template.flows.usual, max])
      for (const algorithm of ['cubic', 'udp', 'tfrc']) {
        const document = fromTemplate(template, { ...defaultChoice, flows, algorithm }, catalogue);
        expect(read(validate(JSON.stringify(document))), `${flows} ${algorithm}`).toEqual([]);
        expect(document.flows).toHaveLength(flows);
      }
  });

  test('every second flow may have another algorithm', () => {
    const document = fromTemplate(
      template,
      { ...defaultChoice, flows: 4, otherAlgorithm: 'vegas' },
      catalogue,
    );
    expect(document.flows.map((f) => f.algorithm)).toEqual(['cubic', 'vegas', 'cubic', 'vegas']);
    expect(document.title).toBe(`${template.words().name}, 2 CUBIC and 2 Vegas flows`);
    expect(read(validate(JSON.stringify(document)))).toEqual([]);
  });

  test('the flow with the longest path has the chosen RTT', () => {
    const { flows } = directoryOf(fromTemplate(template, defaultChoice, catalogue));
    const longest = Math.max(...flows.map((f) => f.baseRttMs));
    // Transmission adds some tenths of a millisecond for each link.
    expect(longest).toBeGreaterThanOrEqual(defaultChoice.rttMs);
    expect(longest).toBeLessThan(defaultChoice.rttMs + 5);
  });

  test('the bottlenecks have the chosen buffer', () => {
    const { channels, flows } = directoryOf(
      fromTemplate(template, { ...defaultChoice, flows: 6, bufferBdp: 0.5 }, catalogue),
    );
    const narrow = channels.filter((c) => c.bottleneck);
    // 20 Mb/s in 60 ms are 150,000 bytes: 100 packets of 1500.
    for (const c of narrow) expect([c.rateMbps, c.limitPackets]).toEqual([20, 50]);
    for (const f of flows) expect(f.path.some((c) => channels[c]?.bottleneck)).toBe(true);
  });

  test('no two nodes overlap', () => {
    const { nodes } = fromTemplate(template, { ...defaultChoice, flows: max }, catalogue);
    expect(new Set(nodes.map((n) => `${n.x} ${n.y}`)).size).toBe(nodes.length);
  });
});

test('in the ring, all flows go in the same direction', () => {
  const template = TEMPLATES.find((t) => t.id === 'ring');
  if (!template) throw new Error('no ring');
  for (const flows of [3, 5, 8]) {
    const directory = directoryOf(fromTemplate(template, { ...defaultChoice, flows }, catalogue));
    const ways = directory.flows.flatMap((f) => f.path.map((c) => directory.channels[c]));
    const hops = ways.filter((c) => c?.link.startsWith('hop'));
    expect(hops.every((c) => c?.bottleneck)).toBe(true);
    expect(hops).toHaveLength(flows * (flows >= 5 ? 2 : 1));
  }
});

test('the buffer is the chosen multiple of the BDP, and at least one packet', () => {
  expect(bdpPackets({ rateMbps: 12, rttMs: 100 })).toBe(100);
  expect(bufferPackets({ rateMbps: 12, rttMs: 100, bufferBdp: 0.25 })).toBe(25);
  expect(bufferPackets({ rateMbps: 0.1, rttMs: 1, bufferBdp: 0.1 })).toBe(1);
});

test('stack and traffic can be set for the first flow of an empty network', () => {
  const { flows: _, ...rest } = fromTemplate(
    TEMPLATES[0] as (typeof TEMPLATES)[number],
    defaultChoice,
    catalogue,
  );
  const empty = { ...rest, flows: [] };
  const [from = '', to = ''] = empty.nodes.filter((n) => n.kind === 'host').map((n) => n.id);
  const flow = newFlow(empty, catalogue, from, to, catalogue.usualAlgorithm, 0);
  expect(flow).toMatchObject({ stack: { kind: catalogue.stacks[0]?.id }, traffic: { kind: 'bulk' } });
  const set = setPath({ ...empty, flows: [flow] }, `/flows/${flow.id}/stack/params`, { mss: 1000 });
  expect(read(validate(JSON.stringify(set)))).toEqual([]);
});
