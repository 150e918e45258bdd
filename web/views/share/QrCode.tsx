import { useLayoutEffect, useMemo, useRef } from 'react';
import { encode } from 'uqr';
import { qrCodeTexts as t } from './texts';

/** A link as a QR code, black on white in every theme, as readers expect. */
export function QrCode({ link, title }: { link: string; title: string }) {
  const { size, path } = useMemo(() => draw(link), [link]);
  const code = useRef<SVGSVGElement>(null);
  // A code of which a part is out of sight cannot be scanned.
  useLayoutEffect(() => {
    // Newer browsers return a promise, which React would take for a function that ends the effect.
    code.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <svg
      ref={code}
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

/** The quiet zone, modules (ISO/IEC 18004, 6.3.8). */
const QUIET_ZONE = 4;

function draw(link: string): { size: number; path: string } {
  const { size, data } = encode(link, { ecc: 'L', border: QUIET_ZONE });
  const rows = data.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return { size, path: rows.join('') };
}
