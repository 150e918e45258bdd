import { useState } from 'react';

/** Copies text, and says which one it was; without the permission `otherwise` lets the visitor copy by hand. */
export function useCopy(otherwise: () => void): [string, (text: string, what?: string) => void] {
  const [copied, setCopied] = useState('');
  const copy = async (text: string, what = text) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(what);
    } catch {
      otherwise();
    }
  };
  return [copied, (text, what) => void copy(text, what)];
}
