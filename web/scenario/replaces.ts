import type { Edit } from '../generated/types';

/**
 * Whether a timed edit replaces what a path names, a part of it, or what it is part of.
 * @param path as in the document; `*` stands for any name
 */
export function replaces(edit: Pick<Edit, 'path'>, path: string): boolean {
  const [own, wanted] = [edit.path.split('/'), path.split('/')];
  // A thing that is added or removed later is another matter than its fields.
  return (
    own.length > 3 && own.every((part, i) => i >= wanted.length || wanted[i] === '*' || wanted[i] === part)
  );
}
