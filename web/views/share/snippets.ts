/** Embedding code for course pages. It does not depend on the page around it. */

export interface Size {
  /** CSS length. */
  width: string;
  /** px */
  height: number;
}

export function iframeSnippet(link: string, title: string, { width, height }: Size): string {
  return `<iframe src="${attribute(link)}" title="${attribute(title)}" width="${attribute(width)}" height="${height}" loading="lazy" allow="fullscreen; clipboard-write" allowfullscreen style="border:0"></iframe>`;
}

/** Escapes text for an attribute value in double quotes. */
function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** @param home the laboratory's address */
export function elementSnippet(link: string, title: string, { width, height }: Size, home: string): string {
  const params = new URLSearchParams(link.slice(link.indexOf('#') + 1));
  const allow = params.getAll('allow').join(' ');
  // The element adds these parameters itself.
  for (const name of ['embed', 'api', 'allow']) params.delete(name);
  const fragment = [...params]
    .map(([key, value]) => `${key}=${encodeURI(value).replaceAll('&', '%26')}`)
    .join('&');
  const css = /^\d+$/.test(width) ? `${width}px` : width;
  return [
    `<script src="${attribute(new URL('droptail-lab.js', home).href)}" async></script>`,
    `<droptail-lab title="${attribute(title)}" link="#${attribute(fragment)}"${allow ? ` allow="${attribute(allow)}"` : ''} style="width:${attribute(css)};height:${height}px"></droptail-lab>`,
  ].join('\n');
}
