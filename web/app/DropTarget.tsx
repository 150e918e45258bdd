import { type DragEvent, type ReactNode, useState } from 'react';
import { openFile } from '../store/open-file';
import { dropTargetTexts as t } from './texts';

/** A scenario file can be dropped anywhere on the page. */
export function DropTarget({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the non-drag way is "Open file" in the gallery
    <div
      className="page"
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target || !event.relatedTarget) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        void openFile(file);
      }}
    >
      {children}
      {over ? <div className="drop-here">{t.hint}</div> : null}
    </div>
  );
}
