import { app } from '../../store/app';
import { useExperiment } from '../../store/experiment/store';
import { session } from '../../store/session';
import { MessageLine } from './MessageLine';
import { messagesTexts as t } from './texts';

/** Names the experiment of which the scenario is a variant, with a button to return to it. */
export function BackToExperiment({ variant }: { variant: string }) {
  const title = useExperiment((s) => s.document?.title);
  if (title === undefined) return null;
  return (
    <MessageLine onClose={() => app.setState({ variant: '' })}>
      {variant}
      {t.partOf} <strong>{title || t.theExperiment}</strong>.{' '}
      <button
        type="button"
        className="button small framed"
        onClick={() => session.setState({ page: 'experiment' })}
      >
        {t.backToExperiment}
      </button>
    </MessageLine>
  );
}
