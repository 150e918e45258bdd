/**
 * Tabs notify each other of saves, so that a page can report early that it shows an old version. Saving does not depend on this: the stamp
 * in the saving transaction keeps versions apart.
 */
import type { DocumentKind } from '../scenario/link';

interface SaveMessage {
  kind: DocumentKind;
  id: string;
  stamp: string;
}

/** Undefined where the browser has no channels (an old browser, a sandbox). */
function open(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('droptail.works');
  } catch {
    return null;
  }
}

let channel: BroadcastChannel | null = null;

export function onSave(call: (message: SaveMessage) => void): void {
  channel ??= open();
  if (channel) channel.onmessage = ({ data }: MessageEvent<SaveMessage>) => call(data);
}

export function announceSave(message: SaveMessage): void {
  channel?.postMessage(message);
}
