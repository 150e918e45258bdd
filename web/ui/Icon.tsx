/** Icons: strokes on a 16 px grid, hidden from screen readers. */
const PATHS = {
  undo: 'M6 3 2.8 6.2 6 9.4M3 6.2h6.2a3.7 3.7 0 0 1 0 7.4H6.5',
  redo: 'm10 3 3.2 3.2L10 9.4M13 6.2H6.8a3.7 3.7 0 0 0 0 7.4h2.7',
  gallery: 'M2.5 2.5h4.2v4.2H2.5zM9.3 2.5h4.2v4.2H9.3zM2.5 9.3h4.2v4.2H2.5zM9.3 9.3h4.2v4.2H9.3z',
  share:
    'M6.7 9.3a2.8 2.8 0 0 0 4 0l2.2-2.2a2.8 2.8 0 0 0-4-4l-.9.9M9.3 6.7a2.8 2.8 0 0 0-4 0L3.1 8.9a2.8 2.8 0 0 0 4 4l.9-.9',
  moon: 'M13.2 9.7A5.7 5.7 0 0 1 6.3 2.8a5.7 5.7 0 1 0 6.9 6.9z',
  sun: 'M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6zM8 1.2v1.4M8 13.4v1.4M1.2 8h1.4M13.4 8h1.4M3.2 3.2l1 1M11.8 11.8l1 1M12.8 3.2l-1 1M4.2 11.8l-1 1',
  help: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8zM6.3 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.7-.9 1.3M8 11.4v.1',
  search: 'M7 2.6a4.4 4.4 0 1 0 0 8.8 4.4 4.4 0 0 0 0-8.8zM10.2 10.2l3.4 3.4',
  close: 'm4 4 8 8M12 4l-8 8',
  more: 'M3.5 8v.1M8 8v.1M12.5 8v.1',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  up: 'm4.5 9.5 3.5-3.5 3.5 3.5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  download: 'M8 2.5v7.2M5 7l3 3 3-3M2.8 13.2h10.4',
  folder: 'M2.2 4h4.2l1.4 1.7h6v7.5H2.2z',
  lock: 'M4 7.2h8v6.2H4zM5.6 7.2V5.1a2.4 2.4 0 0 1 4.8 0v2.1',
  external: 'M6.5 3.2H3v9.8h9.8V9.5M9.3 2.8h3.9v3.9M13 3 7.6 8.4',
  panel: 'M2.2 3h11.6v10H2.2zM9.8 3v10',
  back: 'M9.8 3.5 5.3 8l4.5 4.5',
  book: 'M8 4.2C6.6 3 4.6 2.8 2.5 3v9.6c2.1-.2 4.1 0 5.5 1.2 1.4-1.2 3.4-1.4 5.5-1.2V3C11.4 2.8 9.4 3 8 4.2zM8 4.2v9.6',
  tick: 'm3 8.5 3.2 3.2L13 4.8',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.6v1.6M13.5 9.5v4h-4',
  present: 'M2 2.8h12v8.4H2zM8 11.2v2.4M5.5 13.6h5',
  pin: 'M5.5 2.5h5M6.5 2.5v4L4.5 9h7l-2-2.5v-4M8 9v4.5',
  bin: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4.5M9.2 7v4.5',
  copy: 'M5.5 5.5h7.7v7.7H5.5zM3 10.5h-.2V2.8h7.7V3',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The logo: a sawtooth window and a dropped packet. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 12.5 6.2 5v7.5L10.6 5v7.5L15 5l3.2 5.2" />
      <circle cx="10.6" cy="16.4" r="1.5" />
    </svg>
  );
}
