/** The topology as it is drawn now, as an SVG file of its own. */
import { caption, type Source } from './source';
import { type Colours, captionSvg, frame } from './svg';
import { figureTexts as t } from './texts';

/** The properties that are copied from the style sheets, which the file does not have. */
const STYLED = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-size',
  'font-weight',
  'text-anchor',
  'visibility',
  'display',
] as const;

/** A layer with its computed styles as attributes. */
function standalone(layer: SVGSVGElement): string {
  const copy = layer.cloneNode(true) as SVGSVGElement;
  const [from, to] = [
    [layer, ...layer.querySelectorAll('*')],
    [copy, ...copy.querySelectorAll('*')],
  ];
  const hidden: Element[] = [];
  from.forEach((element, i) => {
    const made = to[i];
    if (!made) return;
    const style = getComputedStyle(element);
    if (style.display === 'none' || style.visibility === 'hidden' || element.tagName === 'title')
      hidden.push(made);
    for (const name of STYLED) made.setAttribute(name, style.getPropertyValue(name));
    for (const { name } of [...made.attributes])
      if (/^(class|role|tabindex|style|id|data-|aria-)/.test(name)) made.removeAttribute(name);
  });
  for (const element of hidden) element.remove();
  return copy.innerHTML;
}

/** Null while the topology is shown as a table. */
export function networkSvg(source: Source, colours: Colours): string | null {
  const root = document.querySelector('.topology');
  const layers = [...(root?.querySelectorAll<SVGSVGElement>('svg.layer') ?? [])];
  const first = layers[0];
  if (!first) return null;
  const { width, height } = first.getBoundingClientRect();
  // Queues and packets are on canvases: they become an image between the links and the labels.
  const painted = [...(root?.querySelectorAll('canvas') ?? [])]
    .map((canvas) => `<image href="${canvas.toDataURL()}" width="${width}" height="${height}"/>`)
    .join('');
  const [links = '', ...labels] = layers.map((layer) => `<g>${standalone(layer)}</g>`);
  const lines = caption(source);
  const whole = height + 22 + 17 * lines.length;
  return frame({ width, height: whole, colours, label: t.networkOf(source.title), link: source.link }, [
    links,
    painted,
    ...labels,
    captionSvg(lines, source.link, height + 20, colours.ink2),
  ]);
}
