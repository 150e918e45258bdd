/** Static files that come with the page. */

export async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  const type = response.headers.get('content-type') ?? '';
  // A development server answers an unknown address with the page itself.
  if (!response.ok || type.startsWith('text/html')) throw new Error('There is no such entry in the gallery.');
  return response.json();
}

/** An id that may be part of an address; throws where it is none. */
export function entryId(id: string): string {
  if (!/^[a-z0-9-]{1,64}$/.test(id)) throw new Error('There is no such entry in the gallery.');
  return id;
}
