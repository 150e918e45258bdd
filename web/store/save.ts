/** Saves documents as files. */

/** Saves a document as a download, named after its title. */
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

/** Turns a title into a file name that every system accepts. */
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
