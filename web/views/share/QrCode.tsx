import { useMemo } from 'react';
import { encode } from 'uqr';
import { qrCodeTexts as t } from './texts';

/** A link as a QR code, black on white whatever the theme: readers expect that. */
export function QrCode({ link, title }: { link: string; title: string }) {
  const { size, path } = useMemo(() => draw(link), [link]);
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t.qrCodeOfTheLink(title)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A border of four modules is part of the code (ISO/IEC 18004, 6.3.8). */
const QUIET = 4;

function draw(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'L', border: QUIET });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}
