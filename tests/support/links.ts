/** What links name, worked out without a page. */
import type { Scenario } from '../../web/generated/types';
import { changedEntry, type LinkContent, readFragment, writeFragment } from '../../web/scenario/link';
import { override } from '../../web/scenario/overrides';
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
  return { content, document: override(document, content.overrides, await engine.readCatalogue()) };
}

async function sourceOf({ document, entry }: LinkContent): Promise<Scenario> {
  if (!entry) return JSON.parse(document ?? '');
  const original = await engine.normalized(await engine.galleryScenario(entry.id));
  return changedEntry(original, entry.changes);
}

/** The fragment, with `#`, that carries a whole document. */
export function fragmentOf(
  source: Scenario,
  more: { digest?: string; embed?: boolean } = {},
): Promise<string> {
  return writeFragment({ source, ...more });
}
