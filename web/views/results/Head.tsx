import type { ReactNode } from 'react';

/** The heading of a column, with its unit below. */
export function Head({ name, unit, title }: { name: ReactNode; unit?: string; title?: string }) {
  return (
    <th scope="col" title={title}>
      {name}
      <span>{unit ?? '\u00a0'}</span>
    </th>
  );
}
