import type { ChartKind } from '../../generated/types';

/** A placeholder for a missing preview, which shows the kind of figure in thin lines. */
const PATHS: Record<ChartKind, string> = {
  line: 'M30 36 40 30 50 20 60 16 70 12M30 38 40 35 50 30 60 27 70 25M26 10v30h48',
  bar: 'M32 40V22h7v18M46 40V14h7v26M60 40V28h7v12M26 40h48',
  heat: 'M35 9h30v30H35zM35 19h30M35 29h30M45 9v30M55 9v30',
  trace: 'M27 36 35 18v12l8-18v16l8-18v16l8-18v16l8-16v12M26 10v30h48',
  table: 'M30 12h40v26H30zM30 19h40M30 25.5h40M30 32h40M44 12v26',
};

export function ChartIcon({ kind }: { kind: ChartKind }) {
  return (
    <svg
      className="picture hairline"
      viewBox="0 0 100 48"
      preserveAspectRatio="xMidYMid meet"
      aria-hidden="true"
    >
      <path d={PATHS[kind] ?? PATHS.line} />
    </svg>
  );
}
