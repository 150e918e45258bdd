import { setFluidLines, useDocument, useRun, useSession } from '../../../store';
import { runsBoth } from '../model/specs';
import { fluidKeyTexts as t } from './texts';

/** Explains how the lines of the two models differ. A click hides those of the fluid model. */
export function FluidKey() {
  const both = useRun((r) => runsBoth(r.directory));
  const shown = useSession((s) => s.fluidLines);
  const alone = useDocument((d) => d.engine === 'fluid');
  if (alone) return <span className="fluid-key alone">{t.fluidNoPackets}</span>;
  if (!both) return null;
  return (
    <span className="fluid-key">
      <ModelSample model="packets" />
      {t.packets}
      <button
        type="button"
        className="quiet-button"
        aria-pressed={shown}
        title={shown ? t.hideFluid : t.showFluid}
        onClick={() => setFluidLines(!shown)}
      >
        <ModelSample model="fluid" />
        {t.fluid}
      </button>
    </span>
  );
}

/** A sample of a line of the packet model, or of a band of the fluid model. */
export function ModelSample({ model }: { model: 'packets' | 'fluid' }) {
  const look = model === 'fluid' ? { strokeWidth: 6, opacity: 0.35 } : { strokeWidth: 2 };
  return (
    <svg className="line-sample" width={18} height={10} viewBox="0 0 18 10" aria-hidden="true">
      <line x1={0} x2={18} y1={5} y2={5} stroke="var(--ink)" {...look} />
    </svg>
  );
}
