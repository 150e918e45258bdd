/** Packs a lesson for course systems: a zip file with a manifest and the single-file page, which works offline. */
import { strToU8, zipSync } from 'fflate';
import { writeFragment } from '../../scenario/link';
import { checksum } from '../../scenario/payload';
import { documentNow } from '../../store';
import { wholeNow } from '../../store/lesson';
import { type CoursePackage, fileWith } from '../../store/standalone';
import { LAUNCH_PAGE, manifest } from './manifest';

/** Returns null if this page is the single-file page itself, which has no other file to pack. */
export async function makePackage(course: CoursePackage, title: string): Promise<Blob | null> {
  const source = wholeNow();
  const page = await fileWith(await writeFragment({ source }), course);
  if (page === null) return null;
  const id = checksum(strToU8(JSON.stringify([documentNow().title, source.lesson])));
  const files = {
    'imsmanifest.xml': strToU8(manifest(course.standard, title, id)),
    [LAUNCH_PAGE]: strToU8(page),
  };
  return new Blob([zipSync(files)], { type: 'application/zip' });
}
