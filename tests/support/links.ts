/** What links name, worked out without a page. */
import type { Scenario } from '../../web/generated/types';
import { galleryScenario, type LinkContent, readFragment, writeFragment } from '../../web/scenario/link';
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

async function sourceOf({ scenario, gallery }: LinkContent): Promise<Scenario> {
  if (!gallery) return JSON.parse(scenario ?? '');
  const entry = await engine.normalized(await engine.galleryScenario(gallery.id));
  return galleryScenario(entry, gallery.changes);
}

/** The fragment, with `#`, that carries a whole document. */
export function fragmentOf(
  source: Scenario,
  more: { digest?: string; embed?: boolean } = {},
): Promise<string> {
  return writeFragment({ source, ...more });
}
