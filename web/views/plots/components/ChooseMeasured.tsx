import { useRef } from 'react';
import { openFile } from '../../../store/open-file';
import { chooseMeasuredTexts as t } from './texts';

/** Chooses a file with measurements; dropping it on the page does the same. */
export function ChooseMeasured() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label={t.fileWithMeasurements}
        accept=".csv,.tsv,.json,text/csv,application/json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void openFile(file);
          event.currentTarget.value = '';
        }}
      />
      <button type="button" className="quiet-button" title={t.hint} onClick={() => input.current?.click()}>
        {t.measurementsFromAFile}
      </button>
    </>
  );
}
