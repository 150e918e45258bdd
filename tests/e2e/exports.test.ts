import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download } from 'playwright-core';
import { expect } from 'vitest';
import { cli } from '../support/engine';
import { type Lab, test } from '../support/lab';
import { fragmentOf } from '../support/links';
import { sawtooth } from '../support/scenarios';

/** Presses a button of the export dialog; gives the file that it saves. */
async function saved(lab: Lab, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    lab.page.waitForEvent('download', { timeout: 60_000 }) as Promise<Download>,
    lab.button(button).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('everything that is shown can be taken away', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  const digest = await lab.finish();
  await lab.button('Export').click();

  const svg = await saved(lab, 'cwnd as SVG');
  expect(svg.name).toBe('one-sawtooth-cwnd.svg');
  const picture = svg.bytes.toString();
  // The curve itself, and what it takes to make it again.
  expect(/<path d="M[^"]{2000,}" fill="none"/.test(picture)).toBe(true);
  expect(picture).toContain(`seed 7, digest ${digest}`);
  expect(picture).toMatch(/<a href="http[^"]+#/);
  const network = (await saved(lab, 'Network as SVG')).bytes.toString();
  for (const word of ['>s1<', '>d1<', '10 Mb/s, 21 ms']) expect(network).toContain(word);
  expect(network).not.toMatch(/class=|var\(--/);

  const png = await saved(lab, 'cwnd as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  // Twice the 960 px of the drawing, by the header of the file.
  expect(png.bytes.readUInt32BE(16)).toBe(1920);

  const table = (await saved(lab, 'cwnd as CSV')).bytes.toString().split('\r\n');
  expect(table[0]).toBe('owner,series,unit,time_s,min,max,last');
  const windows = table
    .filter((row) => row.startsWith('f1,cwnd,packets,'))
    .map((row) => Number(row.split(',')[5]));
  // As in the picture: the window swings between 71 and 142 packets once slow start is over.
  expect(Math.max(...windows)).toBeGreaterThan(140);
  const results = JSON.parse((await saved(lab, 'Results as JSON')).bytes.toString());
  expect(results.digest).toBe(digest);
  expect(results.scenario.title).toBe('One sawtooth');
  const events = await saved(lab, 'Events as qlog');
  expect(events.name).toMatch(/\.sqlog$/);
  const records = events.bytes
    .toString()
    .split('\u001e')
    .slice(1)
    .map((record) => JSON.parse(record));
  expect(records.filter((r) => r.name === 'quic:packet_sent').length).toBeGreaterThan(1000);
  const every = (await saved(lab, 'Every series as CSV')).bytes.toString();
  for (const name of ['f1,rtt,ms', 'core/forward,queue,packets']) expect(every).toContain(name);
});

test('the page captures what the command line does', async ({ lab, onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const scenario = sawtooth(8);
  await lab.open(await fragmentOf(scenario));
  await lab.finish();
  await lab.button('Export').click();
  const here = await saved(lab, 'pcapng');
  await lab.says(/packets saved/);

  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario));
  const there = join(folder, 'in1.pcapng');
  await promisify(execFile)(cli, ['run', file, '--json', '--pcap', `in1=${there}`]);
  expect(here.name).toBe('one-sawtooth-in1.pcapng');
  expect(here.bytes.equals(await readFile(there))).toBe(true);
});

test('measurements from a file lie over the plots, and go into their pictures', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(5)));
  await lab.finish();
  const choose = async (name: string, text: string) => {
    if ((await lab.root.getByLabel('File with measurements').count()) === 0) await lab.button('Add').click();
    const file = { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
    await lab.root.getByLabel('File with measurements').setInputFiles(file);
  };
  await choose('testbed.csv', 'time_s,cwnd,rtt_ms\n0,100,40\n2,300,45\n4,500,50\n');
  await lab.button('Remove testbed.csv').waitFor();
  await lab.says('cwnd, RTT');
  await lab.button('Export').click();
  const picture = (await saved(lab, 'cwnd as SVG')).bytes.toString();
  expect(picture).toContain('testbed.csv: cwnd');
  expect((await saved(lab, 'Throughput as SVG')).bytes.toString()).not.toContain('testbed.csv');
  await lab.page.keyboard.press('Escape');

  // What iperf3 was not allowed to finish says so, and the scenario stays.
  await choose('broken.json', '{"intervals": [{"streams": [');
  await lab.says(/iperf3 may have been interrupted/);
  expect(await lab.title.inputValue()).toBe('One sawtooth');
  await lab.button('Remove testbed.csv').click();
  await lab.button('Remove testbed.csv').waitFor({ state: 'detached' });
});
