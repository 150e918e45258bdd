import { useState } from 'react';

/** Copies text, and says which one it was; without the permission `otherwise` lets the visitor copy by hand. */
export function useCopy(otherwise: () => void): [string, (text: string, what?: string) => void] {
  const [copied, setCopied] = useState('');
  const copy = (text: string, what = text) => {
    navigator.clipboard
      .writeText(text)
      .then(() => setCopied(what))
      .catch(otherwise);
  };
  return [copied, copy];
}
