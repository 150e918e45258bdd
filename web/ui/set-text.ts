/** Changes an element's only text node in place: a new node for each value would force style and layout each time. */
export function setText(element: Element, text: string): void {
  const node = element.firstChild;
  if (!node) element.textContent = text;
  else if (node.nodeValue !== text) node.nodeValue = text;
}
