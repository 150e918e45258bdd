/** Resolves links without a page. */
import type { Scenario } from '../../web/generated/types';
import { applyOverrides } from '../../web/scenario/apply-overrides';
import {
  changedEntry,
  type EntryLink,
  type LinkContent,
  readFragment,
  type SharedDocument,
  writeFragment,
} from '../../web/scenario/link';
import revisions from '../../web/store/revisions.json';
import * as engine from './engine';

export interface Linked {
  content: LinkContent;
  /** The document with its defaults filled in. */
  document: Scenario;
}

/** Reads a link or its fragment. */
export async function readLink(link: string): Promise<Linked> {
  const content = await readFragment(link.slice(link.indexOf('#')));
  if (!content) throw new Error(`no scenario in ${link}`);
  const document = await engine.normalized(await sourceOf(content));
  return { content, document: applyOverrides(document, content.overrides, await engine.readCatalogue()) };
}

async function sourceOf({ document, entry }: LinkContent): Promise<Scenario> {
  if (!entry) return JSON.parse(document ?? '');
  const original = await engine.normalized(await revision(entry));
  return changedEntry(original, entry.changes);
}

/** The revision of a gallery entry that a link names, from its file. */
async function revision({ id, revision, base }: EntryLink): Promise<Scenario> {
  const known = (revisions as Record<string, string[]>)[id] ?? [];
  const number = revision ?? (base === null ? known.length : known.indexOf(base) + 1);
  return engine.galleryScenario(number > 0 ? `revisions/${id}@${number}` : id);
}

/** The fragment, with `#`, that carries a whole document. */
export function fragmentOf(
  source: Scenario,
  { digest, embed, ...rest }: Partial<SharedDocument<Scenario>> & { digest?: string; embed?: boolean } = {},
): Promise<string> {
  const linkDigest = digest ? { digest, atS: null, modelVersion: 1 } : null;
  return writeFragment({ source, linkDigest, extraParameters: embed ? '&embed=1' : '', ...rest });
}
