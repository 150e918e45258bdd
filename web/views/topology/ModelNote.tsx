import { useDocument } from '../../store';
import { ModelSample } from '../plots/FluidKey';

/** Says which model runs, so that nobody looks for packets where there are none. */
export function ModelNote() {
  const engine = useDocument((d) => d.engine ?? 'packet');
  if (engine === 'packet') return null;
  return (
    <p className="model-note">
      {engine === 'fluid' ? (
        <>
          <b>Fluid model</b> rates and queues, no packets
        </>
      ) : (
        <>
          <b>Packets</b> and fluid: <ModelSample model="fluid" /> in the plots
        </>
      )}
    </p>
  );
}
