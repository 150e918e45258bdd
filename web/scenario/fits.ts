/** Which programs and formats accept a link of a given length. */

import { fitTexts as t } from './texts';

/** Some mail programs and course systems truncate longer links; old browsers opened none that were longer. */
export const COMFORTABLE_LENGTH = 2000;
/** Bytes in the largest QR code, version 40 with the lowest error correction level (ISO/IEC 18004, table 7). */
const QR_CAPACITY = 2953;
/** Up to this size, a phone can read the code from the back of a lecture hall: version 18, 89 modules a side. */
const QR_COMFORTABLE = 718;

export interface Fit {
  where: string;
  fits: 'yes' | 'perhaps' | 'no';
  why: string;
}

/** @param length characters in the whole link */
export function fitsOf(length: number): Fit[] {
  const upTo = (most: number, where: string, why: string): Fit => ({
    where,
    fits: length <= most ? 'yes' : 'no',
    why: length <= most ? '' : why,
  });
  return [
    {
      where: t.qr,
      fits: length <= QR_COMFORTABLE ? 'yes' : length <= QR_CAPACITY ? 'perhaps' : 'no',
      why: length <= QR_COMFORTABLE ? '' : length <= QR_CAPACITY ? t.dense : t.qrHolds(QR_CAPACITY),
    },
    upTo(COMFORTABLE_LENGTH, t.mail, t.mailWhy),
    upTo(COMFORTABLE_LENGTH, t.course, t.courseWhy),
    upTo(4000, t.chat, t.chatWhy),
  ];
}
