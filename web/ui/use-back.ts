import { useEffect, useRef } from 'react';
import { DIALOG, showAddress } from '../store/open';

/** What is open over the page, the uppermost last. */
const layers: Layer[] = [];

interface Layer {
  close: () => void;
  /** Back has closed it, so its history entry is gone. */
  gone: boolean;
}

/** The history entry of what has just closed is about to be taken back, unless something opens that can use it. */
let leaving: ReturnType<typeof setTimeout> | undefined;
/** Number of our own steps back whose event is to be ignored. */
let taken = 0;

function onBack(): void {
  const layer = layers.at(-1);
  if (taken === 0 && !layer) return;
  // The document below may have got another address meanwhile, by its first change.
  showAddress({ renamed: true });
  if (taken > 0) {
    taken -= 1;
    return;
  }
  if (!layer) return;
  layer.gone = true;
  layer.close();
}

/**
 * Back closes the layer that calls this, the uppermost first, instead of leaving the page. For that each layer has an entry of its own in
 * the browser's history. It has none with a mouse, and none in a frame, where Back belongs to the page around it.
 */
export function useBack(close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (window.parent !== window || !matchMedia('(pointer: coarse)').matches) return;
    if (leaving === undefined) history.pushState(DIALOG, '');
    clearTimeout(leaving);
    leaving = undefined;
    const layer: Layer = { close: () => latest.current(), gone: false };
    layers.push(layer);
    // Adding the same listener again changes nothing.
    addEventListener('popstate', onBack);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      // What was opened from the layer has taken its entry.
      if (layer.gone || history.state !== DIALOG) return;
      leaving = setTimeout(() => {
        leaving = undefined;
        if (history.state !== DIALOG) return;
        taken += 1;
        history.back();
      });
    };
  }, []);
}
