import { useRef } from 'react';
import { openFile } from '../../../store/open-file';

/** Chooses a file with measurements; dropping it on the page does the same. */
export function ChooseMeasured() {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        aria-label="File with measurements"
        accept=".csv,.tsv,.json,text/csv,application/json"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) void openFile(file);
          event.currentTarget.value = '';
        }}
      />
      <button
        type="button"
        className="quiet-button"
        title="CSV with a column of time, or what iperf3 --json wrote, over the plots; a file can also be dropped on the page"
        onClick={() => input.current?.click()}
      >
        Measurements from a file…
      </button>
    </>
  );
}
