/** Runs that are captured by the command line and read by tshark. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureTshark } from '../../scripts/lib/tshark.mjs';
import type { Results, Scenario } from '../../web/generated/types';
import { cli } from '../support/engine';

const run = promisify(execFile);
const maxBuffer = 2 ** 28;

/** What tshark is asked of each packet, by its names for it. */
const FIELDS = [
  'frame.len',
  'frame.cap_len',
  'frame.comment',
  'frame.interface_name',
  '_ws.malformed',
  'ip.checksum.status',
  'ip.dsfield.ecn',
  'tcp.stream',
  'tcp.len',
  'tcp.checksum.status',
  'tcp.flags.syn',
  'tcp.flags.cwr',
  'tcp.flags.ece',
  'tcp.flags.ae',
  'tcp.flags.ace',
  'tcp.options.acc_ecn.ee0b',
  'tcp.options.acc_ecn.eceb',
  'tcp.options.acc_ecn.ee1b',
  'tcp.options.mss_val',
  'tcp.options.wscale.shift',
  'tcp.options.sack_perm',
  'tcp.options.sack_le',
  'tcp.options.timestamp.tsval',
  'tcp.analysis.retransmission',
  'tcp.analysis.out_of_order',
  'tcp.analysis.lost_segment',
  'tcp.analysis.ack_lost_segment',
  'tcp.analysis.duplicate_ack',
  'tcp.analysis.window_full',
  'udp.length',
] as const;

type Field = (typeof FIELDS)[number];

/** A packet as tshark understands it: what it does not have is ''. */
export type Seen = Record<Field, string>;

export interface Captured {
  results: Results;
  /** By what was asked for, `link` or `link@node`. */
  seen: Record<string, Seen[]>;
}

/** @param places `link` or `link@node` @param more further arguments of `droptail run` */
export async function capture(scenario: Scenario, places: string[], more: string[] = []): Promise<Captured> {
  const tshark = await ensureTshark();
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  try {
    const document = join(folder, 'scenario.json');
    await writeFile(document, JSON.stringify(scenario));
    const file = (place: string) => join(folder, `${places.indexOf(place)}.pcapng`);
    const wanted = places.flatMap((place) => ['--pcap', `${place}=${file(place)}`]);
    const { stdout } = await run(cli, ['run', document, '--json', ...wanted, ...more], { maxBuffer });
    const seen: Record<string, Seen[]> = {};
    for (const place of places) seen[place] = await read(tshark, file(place));
    return { results: JSON.parse(stdout), seen };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function read(tshark: string, file: string): Promise<Seen[]> {
  const checks = ['ip.check_checksum:TRUE', 'tcp.check_checksum:TRUE', 'udp.check_checksum:TRUE'];
  const options = [...checks.flatMap((check) => ['-o', check]), '-T', 'fields', '-E', 'occurrence=f'];
  const fields = FIELDS.flatMap((field) => ['-e', field]);
  const { stdout } = await run(tshark, ['-n', '-r', file, ...options, ...fields], { maxBuffer });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const values = line.split('\t');
      return Object.fromEntries(FIELDS.map((field, i) => [field, values[i] ?? ''])) as Seen;
    });
}

/** The bytes of a capture, to see that they are the same again. */
export async function captureBytes(scenario: Scenario, place: string, more: string[] = []): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'droptail-'));
  try {
    const [document, file] = [join(folder, 'scenario.json'), join(folder, 'out.pcapng')];
    await writeFile(document, JSON.stringify(scenario));
    await run(cli, ['run', document, '--json', '--pcap', `${place}=${file}`, ...more], { maxBuffer });
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
