import { useCallback, useState } from 'react';
import { storageProblem } from '../../store/storage-messages';
import { listWorks, type StoredWork } from '../../store/works';

/** The visitor's works, a function that reads them again, and an error message. */
export function useWorks(): [readonly StoredWork[], () => void, string] {
  const [works, setWorks] = useState<StoredWork[]>([]);
  const [problem, setTrouble] = useState('');
  const read = useCallback(() => {
    listWorks().then(
      (found) => {
        setWorks(found);
        setTrouble('');
      },
      (error: unknown) => setTrouble(storageProblem(error).problem),
    );
  }, []);
  return [works, read, problem];
}
