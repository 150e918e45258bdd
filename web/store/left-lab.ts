/** The address of what this tab has in its laboratory. After a reload of another page, the laboratory opens it again. */
import { readItem, removeItem, tabStorage, writeItem } from './storage';

const LEFT = 'droptail.lab';

export function keepLabAddress(address: string): void {
  // Without an address nothing can be opened again.
  if (address === '') removeItem(LEFT, tabStorage());
  else writeItem(LEFT, address, tabStorage());
}

export function leftLabAddress(): string | null {
  return readItem(LEFT, tabStorage());
}
