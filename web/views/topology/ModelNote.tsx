import { select, useDocument } from '../../store';
import { session } from '../../store/session';
import { ModelSample } from '../plots/components/FluidKey';
import { modelNoteTexts as t } from './texts';

/** Says which model runs, because the fluid model shows no packets. */
export function ModelNote({ locked }: { locked: boolean }) {
  const engine = useDocument((d) => d.engine ?? 'packet');
  if (engine === 'packet') return null;
  return (
    <p className="model-note">
      {engine === 'fluid' ? (
        <>
          <b>{t.fluidModel}</b> {t.noPackets}
        </>
      ) : (
        <>
          <b>{t.packets}</b> {t.andInPlots} <ModelSample model="fluid" /> {t.fluid}
        </>
      )}
      {locked ? null : (
        <button type="button" className="quiet-button" onClick={showModel}>
          {t.settings}
        </button>
      )}
    </p>
  );
}

/** Scrolls to the settings of the model. */
function showModel(): void {
  select(null);
  session.setState({ inspectorOpen: true });
  requestAnimationFrame(() => {
    const section = document.getElementById('fluid-model');
    const box = section?.closest('.inspector-body');
    // Only the panel: `scrollIntoView` would scroll the page too.
    if (section && box)
      box.scrollTop += section.getBoundingClientRect().top - box.getBoundingClientRect().top;
  });
}
