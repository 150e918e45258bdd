import { setWhy, useRun, useSession } from '../../store';
import { later } from '../../ui/later';
import { Head } from './Head';
import { ScenarioPanel } from './ScenarioPanel';
import { inspectorTexts as t } from './texts';

// Loaded with the first selection, and with the first question.
const Selected = later(() => import('./Selected').then((m) => m.default), { what: () => t.form });
const Why = later(() => import('../why/Why').then((m) => m.Why), { what: () => t.answer });

/** The parameters of the selection, or of the scenario if nothing is selected. */
export function Inspector({ onClose }: { onClose?: () => void }) {
  const why = useSession((s) => s.why);
  const selected = useSession((s) => s.selection !== null || s.more.length > 0);
  // A flow's colour and name depend on the engine's directory, which arrives later than a document from the history.
  useRun((r) => r.directory);
  const close = () => {
    setWhy(null);
    onClose?.();
  };
  if (why) {
    return (
      <div className="inspector">
        <div className="inspector-body">
          <Why subject={why} onClose={close} />
        </div>
      </div>
    );
  }
  return (
    <div className="inspector">
      <Head {...(onClose ? { onClose } : {})} />
      <div className="inspector-body">{selected ? <Selected /> : <ScenarioPanel />}</div>
    </div>
  );
}
