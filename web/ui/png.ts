/** Renders pictures as PNG. */

/** Pixels of the PNG for each CSS pixel, enough for print. */
const SCALE = 2;

/** Renders SVG text as PNG, with the page's fonts; null: the browser cannot. */
export async function pngOf(svg: string): Promise<Blob | null> {
  const image = new Image();
  const url = URL.createObjectURL(new Blob([await withFonts(svg)], { type: 'image/svg+xml' }));
  try {
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done) => canvas.toBlob(done, 'image/png'));
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A picture loads no files, so the fonts that it names go with it, as far as it has letters of theirs. */
async function withFonts(svg: string): Promise<string> {
  const letters = new Set(svg);
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .filter((rule) => rule instanceof CSSFontFaceRule)
    .filter(({ style }) => svg.includes(familyOf(style)) && covers(style, letters));
  const rules = await Promise.all(faces.map(embedded));
  const features = getComputedStyle(document.body).fontFeatureSettings;
  return svg.replace(
    /<svg\b[^>]*>/,
    (start) => `${start}<style>${rules.join('')} svg { font-feature-settings: ${features}; }</style>`,
  );
}

const familyOf = (style: CSSStyleDeclaration) => style.getPropertyValue('font-family').replace(/["']/g, '');

/** Whether some of these letters are in the range of a font file. */
function covers(style: CSSStyleDeclaration, letters: ReadonlySet<string>): boolean {
  const ranges = style
    .getPropertyValue('unicode-range')
    .split(',')
    .map((range) => range.trim().replace(/^U\+/i, '').split('-'))
    .map(([from = '0', to = from]) => [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const);
  return [...letters].some((letter) => {
    const code = letter.codePointAt(0) ?? 0;
    return code > 0x20 && ranges.some(([from, to]) => code >= from && code <= to);
  });
}

/** The rule of a font with its file in it; the rule alone if the file cannot be had. */
async function embedded(rule: CSSFontFaceRule): Promise<string> {
  const [, file = ''] = /url\("?([^")]+)"?\)/.exec(rule.style.getPropertyValue('src')) ?? [];
  try {
    const response = await fetch(new URL(file, rule.parentStyleSheet?.href ?? document.baseURI));
    return rule.cssText.replace(file, await dataUrl(await response.blob()));
  } catch {
    return rule.cssText;
  }
}

function dataUrl(file: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file);
  });
}
