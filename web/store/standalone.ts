/** The page in one file that contains a scenario (scripts/lib/standalone.mjs), by itself or as the package of a course system. */

const LINK = 'droptail-link';
const COURSE = 'droptail-course';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);

/** Whether this page is such a file: it has no other files beside it. */
export const isStandalone = (): boolean => meta(LINK) !== null;

/** Puts the file's scenario into the address, unless the address names one already. */
export function openOwnLink(): void {
  const link = meta(LINK)?.content;
  if (link && location.hash === '') history.replaceState(null, '', link);
}

/** The versions of SCORM that course systems know. */
export const STANDARDS = ['1.2', '2004'] as const;
export type Standard = (typeof STANDARDS)[number];

/** How a package reports a lesson to the course system. */
export interface CoursePackage {
  standard: Standard;
  /** The share of questions and tasks that is a pass, 0 … 1; null: the lesson is completed, and neither passed nor failed. */
  pass: number | null;
  /** Only the first answer to each question counts. */
  once: boolean;
}

/** The settings in the package; null: this page is not in one. */
export function coursePackage(): CoursePackage | null {
  const text = meta(COURSE)?.content;
  return text ? (JSON.parse(text) as CoursePackage) : null;
}

let licences: string | undefined;

/** Address of the third-party notices: a page beside this one or, in a file, a page generated from it. */
export function licencesAddress(): string {
  const text = isStandalone() ? document.getElementById('licences')?.textContent : null;
  if (!text) return 'licences.html';
  licences ??= URL.createObjectURL(new Blob([text], { type: 'text/html' }));
  return licences;
}

/**
 * The page as a file with a scenario in it; null: it is not available here.
 * @param fragment of a link to the scenario
 * @param course makes it the launch page of a package
 */
export async function fileWith(fragment: string, course?: CoursePackage): Promise<string | null> {
  const response = await fetch('standalone.html').catch(() => null);
  const text = response?.ok ? await response.text() : '';
  const entries = { [LINK]: fragment, ...(course ? { [COURSE]: JSON.stringify(course) } : {}) };
  let made = text;
  for (const [name, value] of Object.entries(entries)) {
    const empty = `<meta name="${name}" content="">`;
    if (!made.includes(empty)) return null;
    const quoted = value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    made = made.replace(empty, () => empty.replace('""', () => `"${quoted}"`));
  }
  return made;
}
