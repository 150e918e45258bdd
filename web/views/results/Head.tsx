import type { ReactNode } from 'react';

interface HeadProps {
  name: ReactNode;
  unit?: string;
  title?: string;
  className?: string;
}

/** The heading of a column, with its unit below. */
export function Head({ name, unit, title, className }: HeadProps) {
  return (
    <th scope="col" title={title} className={className}>
      {name}
      <span>{unit ?? '\u00a0'}</span>
    </th>
  );
}
