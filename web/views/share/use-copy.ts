import { useState } from 'react';

/** Copies text and reports which text was copied. Without the permission, `onFailure` lets the visitor copy by hand. */
export function useCopy(onFailure: () => void): [string, (text: string, what?: string) => void] {
  const [copied, setCopied] = useState('');
  const copy = async (text: string, what = text) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(what);
    } catch {
      onFailure();
    }
  };
  return [copied, (text, what) => void copy(text, what)];
}
