import { useRef } from 'react';
import { openFile } from '../../../store/open-file';
import { chooseMeasuredTexts as t } from './texts';

/** Opens a file with measurements, as dropping it on the page does. */
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
