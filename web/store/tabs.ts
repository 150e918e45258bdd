/**
 * Tabs notify each other of saves, so that a page can report early that it shows an old version. Versions do not depend on this: the
 * stamp in the saving transaction keeps them apart.
 */
import type { DocumentKind } from '../scenario/link';

interface SaveMessage {
  kind: DocumentKind;
  id: string;
  stamp: string;
}

/** Without one (an old browser, a sandbox) no tab is notified. */
function open(): BroadcastChannel | null {
  try {
    return new BroadcastChannel('droptail.works');
  } catch {
    return null;
  }
}

let channel: BroadcastChannel | null = null;

export function hearOfSaves(call: (message: SaveMessage) => void): void {
  channel ??= open();
  if (channel) channel.onmessage = ({ data }: MessageEvent<SaveMessage>) => call(data);
}

export function tellOfSave(message: SaveMessage): void {
  channel?.postMessage(message);
}
