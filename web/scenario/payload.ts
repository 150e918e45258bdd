/**
 * Compressed text in links: raw deflate in base64url, preceded by a version and a CRC-32. Malicious payloads are refused early.
 *
 * `1` + eight hexadecimal digits of the CRC-32 of the text + base64url.
 */

import { linkTexts as t } from './link-texts';

const PAYLOAD_VERSION = '1';
/** Maximum length of a payload. Browsers refuse links above about 2 MB; no real scenario comes near this. */
export const MAX_PAYLOAD = 200_000;
/** Maximum length of the decompressed text: a small link must not expand to gigabytes. */
export const MAX_TEXT = 1_000_000;
/** Maximum nesting of lists and objects. A scenario has eight levels; deeper JSON could exhaust the stack of its readers. */
export const MAX_DEPTH = 32;

/** What is wrong with a link. For each fault, the page explains what can be done. */
export type LinkFault =
  /** Characters are missing or changed. */
  | 'damaged'
  /** It was made by a newer version of the page. */
  | 'newer'
  /** It is longer, or expands to more, than any scenario needs. */
  | 'huge'
  /** It names something that does not exist. */
  | 'missing'
  /** It can be read, but its content is invalid. */
  | 'wrong';

export class LinkError extends Error {
  readonly fault: LinkFault;

  constructor(message: string, fault: LinkFault = 'wrong') {
    super(message);
    this.fault = fault;
  }
}

/** The error for a link to a revision that the page does not have. */
export function unknownRevision(id: string, revision: number, known: number): LinkError {
  return new LinkError(t.noRevision(id, revision, known), 'missing');
}

export async function encodePayload(text: string): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  const packed = await throughStream(bytes, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY);
  return PAYLOAD_VERSION + checksum(bytes) + toBase64Url(packed);
}

export async function decodePayload(payload: string): Promise<string> {
  if (payload.length > MAX_PAYLOAD) {
    throw new LinkError(t.tooLong(payload.length, MAX_PAYLOAD), 'huge');
  }
  if (!payload.startsWith(PAYLOAD_VERSION)) {
    const newer = /^[2-9]/.test(payload);
    throw new LinkError(t.newer, newer ? 'newer' : 'damaged');
  }
  const expected = payload.slice(1, 9);
  const packed = fromBase64Url(payload.slice(9));
  let bytes: Uint8Array;
  try {
    bytes = await throughStream(packed, new DecompressionStream('deflate-raw'), MAX_TEXT);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError(t.unpackable, 'damaged');
  }
  if (checksum(bytes) !== expected) {
    throw new LinkError(t.checksum, 'damaged');
  }
  const text = new TextDecoder().decode(bytes);
  checkDepth(text);
  return text;
}

/** Refuses JSON that is nested too deeply before it is parsed, because its readers are recursive. */
function checkDepth(text: string): void {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const c = text.charCodeAt(i);
    if (quoted) {
      if (c === 92 /* backslash */) i += 1;
      else if (c === 34) quoted = false;
    } else if (c === 34 /* quote */) quoted = true;
    else if (c === 91 || c === 123 /* [ { */) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new LinkError(t.tooDeep(MAX_DEPTH), 'huge');
    } else if (c === 93 || c === 125 /* ] } */) depth -= 1;
  }
}

/** Pipes bytes through a stream, and stops once it has produced more than `limit`. */
async function throughStream(
  bytes: Uint8Array,
  stream: CompressionStream | DecompressionStream,
  limit: number,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // Errors also appear on the reading side, which handles them.
  const written = writer
    .write(bytes as Uint8Array<ArrayBuffer>)
    .then(() => writer.close())
    .catch(() => undefined);
  const reader = stream.readable.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      throw new LinkError(t.tooLarge(limit), 'huge');
    }
    chunks.push(value);
  }
  await written;
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  if (!/^[A-Za-z0-9_-]*$/.test(text)) throw new LinkError(t.badCharacters, 'damaged');
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (c) => c.charCodeAt(0));
  } catch {
    throw new LinkError(t.cutOff, 'damaged');
  }
}

let crcCache: Uint32Array | undefined;

function crcTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, n) => {
    let c = n;
    for (let bit = 0; bit < 8; bit += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
    return c >>> 0;
  });
}

/** CRC-32 as in zip files. */
export function crc32(bytes: Uint8Array): number {
  crcCache ??= crcTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcCache[(crc ^ byte) & 255] as number) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** CRC-32 as eight hexadecimal digits. */
export function checksum(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}
