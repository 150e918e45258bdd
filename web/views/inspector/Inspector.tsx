import { useSession } from '../../store';
import { later } from '../../ui/later';
import { Head } from './Head';
import { ScenarioPanel } from './ScenarioPanel';
import { inspectorTexts as t } from './texts';

// They come with the first thing that is selected, and with the first question.
const Selected = later(() => import('./Selected').then((m) => m.default), { what: t.form });
const Why = later(() => import('../why/Why').then((m) => m.Why), { what: t.answer });

/** What is selected, and all that can be set about it; the scenario where nothing is. */
export function Inspector({ onClose }: { onClose?: () => void }) {
  const why = useSession((s) => s.why);
  const selected = useSession((s) => s.selection !== null || s.more.length > 0);
  if (why) {
    return (
      <div className="inspector">
        <div className="inspector-body">
          <Why subject={why} />
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
