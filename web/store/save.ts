/** Saves documents as files. */

/** Saves a document where the browser puts downloads, under its title. */
export function saveFile(title: string, document: unknown): void {
  const text = `${JSON.stringify(document, null, 2)}\n`;
  saveBlob(`${fileName(title)}.json`, new Blob([text], { type: 'application/json' }));
}

export function saveBlob(name: string, blob: Blob): void {
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // Some browsers read the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A title as a name that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[\s_]+/g, '-')
    .toLowerCase()
    .slice(0, 60);
  return plain || 'droptail';
}
