/** Stacks several pictures vertically. */
import { escaped } from './svg';

/** @param pictures SVG texts, each with a width, a height and one clip path */
export function stackSvgs(pictures: readonly string[], label: string): string {
  let [width, height] = [0, 0];
  const parts = pictures.map((svg, place) => {
    const y = height;
    const [, w = '0', h = '0'] = /^<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
    width = Math.max(width, Number(w));
    height += Number(h);
    // In one file, clip paths need different ids.
    return svg
      .replace('<svg ', `<svg y="${y}" `)
      .replaceAll('id="area"', `id="area-${place}"`)
      .replaceAll('url(#area)', `url(#area-${place})`);
  });
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(label)}">${parts.join('')}</svg>`;
}
