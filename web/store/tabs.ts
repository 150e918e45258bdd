/**
 * Tabs tell each other what they have saved, so that a page can say early that it shows an old version. Nothing depends on it: what keeps
 * versions apart is the stamp in the transaction that saves.
 */
import type { DocumentKind } from '../scenario/link';

interface SaveMessage {
  kind: DocumentKind;
  id: string;
  stamp: string;
}

/** Where there is none (an old browser, a sandbox) nobody is told. */
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
