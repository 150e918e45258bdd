import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Download, Locator } from 'playwright-core';
import { expect } from 'vitest';
import { cli } from '../support/engine';
import { type Lab, test, until } from '../support/lab';
import { fragmentOf } from '../support/links';
import { rivals, sawtooth } from '../support/scenarios';

/** Presses a button of the export dialog. Returns the saved file. */
async function saveWith(lab: Lab, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([
    lab.page.waitForEvent('download', { timeout: 60_000 }) as Promise<Download>,
    lab.button(button).click(),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** How far the title of a picture reaches, px of the drawing: in a PNG, and as the page's font has it. */
async function titleEnds(lab: Lab, png: Buffer, title: string, unit: string): Promise<[number, number]> {
  return lab.page.evaluate(
    async ([data, name, of]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(800, 70);
      const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
      pen.drawImage(image, 0, 0);
      const { data: pixels } = pen.getImageData(0, 0, 800, 70);
      const inked = (x: number) =>
        Array.from({ length: 70 }, (_, y) => pixels[4 * (800 * y + x)] as number).some((red) => red < 200);
      const last = Array.from({ length: 800 }, (_, x) => x).findLast(inked) ?? 0;
      const page = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
      const width = (font: string, text: string) => {
        page.font = `${font} "Inter Variable"`;
        return page.measureText(text).width;
      };
      return [(last + 1) / 2, 16 + width('600 16px', name) + 8 + width('13px', of)] as [number, number];
    },
    [png.toString('base64'), title, unit] as const,
  );
}

test('several plots of variables are told apart in names and files', async ({ lab }) => {
  await lab.open('#g=three-algorithms&t=3&select=flow/f1');
  await lab
    .plot(/^CUBIC variables/)
    .nth(1)
    .waitFor();
  await lab.button('Export').click();
  const files = lab.root.getByRole('dialog', { name: 'Export' }).getByRole('button');
  await files.filter({ hasText: 'pcapng' }).waitFor();
  const names = await files.evaluateAll((all) => all.map((button) => button.ariaLabel ?? ''));
  const variables = names.filter((name) => /^CUBIC variables.* as CSV$/.test(name));
  expect(variables.length).toBeGreaterThan(1);
  expect(new Set(variables).size).toBe(variables.length);
});

test('plots, results and the network can be saved', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(20)));
  const digest = await lab.finish();
  await lab.button('Export').click();

  const svg = await saveWith(lab, 'cwnd as SVG');
  expect(svg.name).toBe('one-sawtooth-cwnd.svg');
  const picture = svg.bytes.toString();
  // The curve, and the data needed to reproduce it.
  expect(/<path d="M[^"]{2000,}" fill="none"/.test(picture)).toBe(true);
  expect(picture).toContain(`seed 7, digest ${digest}`);
  expect(picture).toMatch(/<a href="http[^"]+#/);
  const network = (await saveWith(lab, 'Network as SVG')).bytes.toString();
  for (const word of ['>s1<', '>d1<', '10 Mb/s, 21 ms']) expect(network).toContain(word);
  expect(network).not.toMatch(/class=|var\(--/);

  const png = await saveWith(lab, 'cwnd as PNG');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  // Twice the 960 px of the drawing, by the header of the file.
  expect(png.bytes.readUInt32BE(16)).toBe(1920);
  const [drawn, own] = await titleEnds(lab, png.bytes, 'cwnd', 'packets');
  expect(Math.abs(drawn - own)).toBeLessThan(1.5);

  const table = (await saveWith(lab, 'cwnd as CSV')).bytes.toString().split('\r\n');
  expect(table[0]).toBe('owner,series,unit,time_s,min,max,last');
  const windows = table
    .filter((row) => row.startsWith('SACK,cwnd,packets,'))
    .map((row) => Number(row.split(',')[5]));
  // As in the picture: after slow start the window oscillates between 71 and 142 packets.
  expect(Math.max(...windows)).toBeGreaterThan(140);
  const results = JSON.parse((await saveWith(lab, 'Results as JSON')).bytes.toString());
  expect(results.digest).toBe(digest);
  expect(results.scenario.title).toBe('One sawtooth');
  const events = await saveWith(lab, 'Events as qlog');
  expect(events.name).toMatch(/\.sqlog$/);
  const records = events.bytes
    .toString()
    .split('\u001e')
    .slice(1)
    .map((record) => JSON.parse(record));
  expect(records.filter((r) => r.name === 'quic:packet_sent').length).toBeGreaterThan(1000);
  const every = (await saveWith(lab, 'All series as CSV')).bytes.toString();
  for (const name of ['SACK,rtt,ms', 'r1 to r2,queue,packets']) expect(every).toContain(name);
});

test('figures without a time axis can be saved', async ({ lab }) => {
  await lab.open(
    `${await fragmentOf(rivals())}&plots=cwnd,phase,covariance,synchronization&portrait=throughput,f2,f1`,
  );
  await lab.finish();
  await lab.root
    .getByRole('figure', { name: /^Covariance/ })
    .getByRole('table')
    .waitFor();
  await lab.root
    .getByRole('figure', { name: /^Synchronisation/ })
    .getByRole('table')
    .waitFor();
  const cells = lab.root
    .getByRole('figure', { name: /^Covariance/ })
    .locator('tbody tr')
    .first()
    .locator('td');
  const shown = (await cells.nth(1).textContent())?.replace('−', '-');
  await lab.button('Export').click();

  const portrait = (await saveWith(lab, 'Phase portrait as SVG')).bytes.toString();
  expect(portrait).toContain('throughput, Mb/s');
  expect(portrait).toContain('fairness: equal rates');
  // The trail of the two flows, in sections of increasing opacity.
  expect(
    portrait.match(/<path d="M[^"]+L[^"]+" stroke="[^"]+" stroke-width="[^"]+" stroke-opacity=/g),
  ).toHaveLength(24);
  const [head, ...rows] = (await saveWith(lab, 'Phase portrait as CSV')).bytes
    .toString()
    .trim()
    .split('\r\n');
  expect(head).toMatch(/^time_s,.+ throughput_Mbps,.+ throughput_Mbps$/);
  expect(rows.length).toBeGreaterThan(50);
  for (const row of rows) expect(row).toMatch(/^[\d.e-]+,[\d.e-]+,[\d.e-]+$/);

  const matrix = (await saveWith(lab, 'Covariance as CSV')).bytes.toString().trim().split('\r\n');
  expect(matrix[0]).toMatch(/^flow,/);
  expect(matrix).toHaveLength((matrix[0] ?? '').split(',').length);
  // The page has no −0.00.
  expect(Number((matrix[1] ?? '').split(',')[2])).toBeCloseTo(Number(shown), 2);
  expect((await saveWith(lab, 'Covariance as SVG')).bytes.toString()).toContain('of windows');
  expect((await saveWith(lab, 'Synchronisation as SVG')).bytes.toString()).toMatch(
    /<rect [^>]*fill-opacity="1"/,
  );
  const png = (await saveWith(lab, 'Synchronisation as PNG')).bytes;
  expect(png.readUInt32BE(16)).toBe(1920);
});

test('the time–sequence plot can be saved', async ({ lab }) => {
  await lab.open(`${await fragmentOf(sawtooth(20))}&plots=cwnd,sequence&t=5`);
  await lab.root.getByRole('group', { name: 'Step' }).getByRole('button', { name: 'loss' }).click();
  const shown = lab.root.getByRole('img', { name: /^Time–sequence/ });
  // Around a loss, where a packet is retransmitted.
  await shown.locator('.again').first().waitFor();
  const words = (await shown.getAttribute('aria-label')) ?? '';
  const [packets, acks] = [/(\d+) packets/, /(\d+) ACKs/].map((number) => Number(number.exec(words)?.[1]));
  await lab.button('Export').click();

  const [head, ...rows] = (await saveWith(lab, 'Time–sequence as CSV')).bytes.toString().trim().split('\r\n');
  expect(head).toBe('time_s,what,byte');
  const acknowledged = rows.filter((row) => row.includes(',acknowledged,'));
  expect(acknowledged).toHaveLength(acks ?? Number.NaN);
  expect(rows).toHaveLength((packets ?? Number.NaN) + (acks ?? Number.NaN));
  expect(rows.filter((row) => row.includes(',sent again,')).length).toBeGreaterThan(0);
  const times = rows.map((row) => Number(row.split(',')[0]));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  // Cumulative ACKs never decrease.
  const bytes = acknowledged.map((row) => Number(row.split(',')[2]));
  expect(bytes).toEqual(bytes.toSorted((a, b) => a - b));

  const picture = (await saveWith(lab, 'Time–sequence as SVG')).bytes.toString();
  for (const word of ['>sent<', '>retransmitted<', '>acknowledged<']) expect(picture).toContain(word);
  expect(picture.match(/h0/g)?.length).toBe(rows.filter((row) => row.includes(',sent,')).length + 1);
  expect((await saveWith(lab, 'Time–sequence as PNG')).bytes.readUInt32BE(16)).toBe(1920);
});

test('all plots as one picture, and all series side by side by the names of the flows', async ({ lab }) => {
  await lab.open(await fragmentOf(sawtooth(5)));
  await lab.finish();
  await lab.button('Export').click();
  const all = (await saveWith(lab, 'All plots as SVG')).bytes.toString();
  for (const title of ['cwnd', 'Queue', 'Throughput', 'RTT']) expect(all).toContain(`>${title}<`);
  const png = (await saveWith(lab, 'All plots as PNG')).bytes;
  expect([png.readUInt32BE(16), png.readUInt32BE(20) > 2000]).toEqual([1920, true]);
  const [head = '', ...rows] = (await saveWith(lab, 'All series as wide CSV')).bytes.toString().split('\r\n');
  const names = head.split(',');
  expect(names[0]).toBe('time_s');
  const cwnd = names.indexOf('SACK cwnd [packets]');
  expect(cwnd, head).toBeGreaterThan(0);
  const times = rows.filter(Boolean).map((row) => Number(row.split(',')[0]));
  expect(times.every((time, i) => i === 0 || time > (times[i - 1] ?? 0))).toBe(true);
  expect(Number(rows.at(-2)?.split(',')[cwnd])).toBeGreaterThan(1);
});

test('the capture dialog starts with the selected link', async ({ lab }) => {
  await lab.open('#g=three-algorithms&select=link/in1');
  await lab.button('Export').click();
  await lab.button('Link: h1 – r1').waitFor();
});

test('a capture on the page is that of the bottleneck, and equals that of the command line', async ({
  lab,
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const scenario = sawtooth(8);
  await lab.open(await fragmentOf(scenario));
  await lab.finish();
  await lab.button('Export').click();
  const here = await saveWith(lab, 'pcapng');
  await lab.says(/packets saved/);

  const file = join(folder, 'scenario.json');
  await writeFile(file, JSON.stringify(scenario));
  const there = join(folder, 'core.pcapng');
  await promisify(execFile)(cli, ['run', file, '--json', '--pcap', `core=${there}`]);
  expect(here.name).toBe('one-sawtooth-core.pcapng');
  expect(here.bytes.equals(await readFile(there))).toBe(true);
});

test('measurements from a file are drawn over the plots and in their pictures', async ({ lab }) => {
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
  const picture = (await saveWith(lab, 'cwnd as SVG')).bytes.toString();
  expect(picture).toContain('testbed.csv: cwnd');
  expect((await saveWith(lab, 'Throughput as SVG')).bytes.toString()).not.toContain('testbed.csv');
  await lab.page.keyboard.press('Escape');

  // An incomplete iperf3 file is reported, and the scenario stays open.
  await choose('broken.json', '{"intervals": [{"streams": [');
  await lab.says(/iperf3 may have been interrupted/);
  expect(await lab.title.inputValue()).toBe('One sawtooth');
  await lab.button('Remove testbed.csv').click();
  await lab.button('Remove testbed.csv').waitFor({ state: 'detached' });
});

test('a trace of a link is recognised when it is opened, and the visitor chooses the link that follows it', async ({
  lab,
}) => {
  await lab.open(`${await fragmentOf(sawtooth(30))}&play=0`);
  // A packet every millisecond: 12 Mb/s.
  const text = Array.from({ length: 2000 }, (_, i) => i + 1).join('\n');
  const drop = (name: string, content: string) =>
    lab.page.evaluate(
      ([file, inside]) => {
        const data = new DataTransfer();
        data.items.add(new File([inside], file));
        const target = document.querySelector('.page') as Element;
        target.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, content] as const,
    );
  await drop('up.csv', text);
  await lab.says('up.csv is a trace of a link:');
  await lab.says(/2000 in 2 s, 12\.03 Mb\/s on average/);
  await lab.button(/Link that follows the trace/).click();
  await lab.root.getByRole('option', { name: 's1 to r1' }).click();
  await lab.button('Use it').click();
  const followed = await until(
    async () => (await lab.document()).links.find((l) => l.id === 'in1')?.forward.trace,
    (trace) => trace !== undefined && trace !== null,
  );
  expect(followed?.name).toBe('up.csv');
  expect(followed?.gapsMs.split(' ')).toHaveLength(2000);

  // A table whose single column is not a trace is rejected with an explanation and not applied.
  await drop('down.csv', '30\n20\n10\n');
  await lab.says('down.csv could not be opened.');
});

test('packets are not captured from a time that is not valid, and the message stays in the popover', async ({
  lab,
}) => {
  await lab.open(`${await fragmentOf(sawtooth(20))}&t=5&play=0`);
  await lab.button('Export').click();
  const popover = lab.page.getByRole('dialog', { name: 'Export' });
  const from = popover.getByRole('textbox', { name: /^From/ });
  const capture = popover.getByRole('button', { name: 'pcapng' });
  await from.fill('999');
  await from.press('Enter');
  const error = popover.getByRole('alert');
  await error.waitFor();
  expect(await capture.isDisabled()).toBe(true);
  const boxOf = async (what: Locator) => {
    const box = await what.boundingBox();
    if (!box) throw new Error('not on screen');
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
  };
  const [inside, around] = [await boxOf(error), await boxOf(popover)];
  const below = await boxOf(popover.getByText(/^The capture simulates the run again/));
  expect(inside.left).toBeGreaterThan(around.left);
  expect(inside.right).toBeLessThan(around.right);
  expect(inside.bottom).toBeLessThanOrEqual(below.top);
  await from.fill('2');
  await error.waitFor({ state: 'detached' });
  expect(await capture.isEnabled()).toBe(true);
});

test('an open question of a lesson keeps what it hides out of the files', async ({ lab }) => {
  await lab.openLesson('#g=lesson-sawtooth', 'A path, and what fits on it');
  await lab.button('Next').click();
  await lab.lessonStep('How high does it go?');
  await lab.button('Export').click();
  const dialog = lab.root.getByRole('dialog', { name: 'Export' });
  await dialog.getByText('After you have answered the lesson’s question').waitFor();
  const names = await dialog
    .getByRole('button')
    .evaluateAll((all) => all.map((b) => b.ariaLabel ?? b.textContent));
  expect(names.join()).toMatch(/Scenario/);
  expect(names.join()).not.toMatch(/cwnd|Queue|Results|series|qlog|pcap/);
});
