import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { writeFragment } from '../scenario/link';
import { app } from '../store/app';
import { documentStore } from '../store/document';

/** The address of the laboratory with what the embed shows. */
export function useFullAddress(): string {
  const source = useStore(documentStore, (s) => s.source);
  const base = useStore(app, (s) => s.base);
  const [address, setAddress] = useState(location.pathname);
  useEffect(() => {
    let stale = false;
    void writeFragment({ source, base }).then((fragment) => {
      if (!stale) setAddress(location.pathname + fragment);
    });
    return () => {
      stale = true;
    };
  }, [source, base]);
  return address;
}
