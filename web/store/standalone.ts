/** The page in one file that contains a scenario (scripts/lib/standalone.mjs). */

const NAME = 'droptail-link';

const place = () => document.querySelector<HTMLMetaElement>(`meta[name="${NAME}"]`);

/** Whether this page is such a file: what lies beside the page on a server is not there. */
export const isStandalone = (): boolean => place() !== null;

/** The file's scenario becomes the page's address, unless that says something already. */
export function takeOwnLink(): void {
  const link = place()?.content;
  if (link && location.hash === '') history.replaceState(null, '', link);
}

let licences: string | undefined;

/** Address of the notices of third parties: a page beside this one, or, in a file, a page out of it. */
export function licencesAddress(): string {
  const text = isStandalone() ? document.getElementById('licences')?.textContent : null;
  if (!text) return 'licences.html';
  licences ??= URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  return licences;
}

/** The file with a scenario in it; null where this page has none to give. @param fragment of a link to the scenario */
export async function fileWith(fragment: string): Promise<string | null> {
  const response = await fetch('standalone.html').catch(() => null);
  const text = response?.ok ? await response.text() : '';
  const empty = `<meta name="${NAME}" content="">`;
  if (!text.includes(empty)) return null;
  return text.replace(empty, () => empty.replace('""', `"${fragment.replaceAll('&', '&amp;')}"`));
}
