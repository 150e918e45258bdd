import { useCallback, useState } from 'react';
import { storageProblem } from '../../store/trouble';
import { listWorks, type StoredWork } from '../../store/works';

/** The visitor's works once they are read, how to read them (again), and why they could not be. */
export function useWorks(): [readonly StoredWork[], () => void, string] {
  const [works, setWorks] = useState<StoredWork[]>([]);
  const [trouble, setTrouble] = useState('');
  const read = useCallback(() => {
    listWorks().then(
      (found) => {
        setWorks(found);
        setTrouble('');
      },
      (error: unknown) => setTrouble(storageProblem(error).problem),
    );
  }, []);
  return [works, read, trouble];
}
