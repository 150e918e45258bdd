import { lazy, Suspense } from 'react';
import { useSession } from '../../store';
import { Head } from './Head';
import { ScenarioPanel } from './ScenarioPanel';

// They come with the first thing that is selected, and with the first question.
const Selected = lazy(() => import('./Selected'));
const Why = lazy(() => import('../why/Why').then(({ Why }) => ({ default: Why })));

/** What is selected, and all that can be set about it; the scenario where nothing is. */
export function Inspector({ onClose }: { onClose?: () => void }) {
  const why = useSession((s) => s.why);
  const selected = useSession((s) => s.selection !== null || s.more.length > 0);
  if (why) {
    return (
      <div className="inspector">
        <div className="inspector-body">
          <Suspense>
            <Why subject={why} />
          </Suspense>
        </div>
      </div>
    );
  }
  return (
    <div className="inspector">
      <Head {...(onClose ? { onClose } : {})} />
      <div className="inspector-body">
        {selected ? (
          <Suspense>
            <Selected />
          </Suspense>
        ) : (
          <ScenarioPanel />
        )}
      </div>
    </div>
  );
}
