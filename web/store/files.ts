/** Static files that come with the page. */

import { runnerTexts as t } from '../runner/texts';

/** @param missing message of the error if there is no such file */
export async function fetchJson(url: string, missing: string): Promise<unknown> {
  const response = await fetch(url).catch(() => {
    throw new Error(t.unreachable(url));
  });
  const type = response.headers.get('content-type') ?? '';
  // A development server answers an unknown address with the page.
  if (!response.ok || type.startsWith('text/html'))
    throw new Error(t.missing(missing, url, response.ok ? null : response.status));
  return response.json().catch(() => {
    throw new Error(t.damaged(url));
  });
}

/** Reads an entry's file in a folder. An invalid id is refused, so that no other address can be read. */
export async function fetchEntry(folder: string, id: string, missing: string): Promise<unknown> {
  if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new Error(missing);
  return fetchJson(`${folder}${id}.json`, missing);
}
