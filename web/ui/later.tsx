import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { failedFile, reloadStyleSheet } from '../store/load-errors';
import { session } from '../store/session';
import { laterTexts as t } from './texts';

interface Options {
  /** Its name in the message if it fails to load: "The gallery". */
  what: () => string;
  /** Rendered until it has loaded; nothing for what opens on demand. */
  waiting?: () => ReactNode;
  /** It fills the page, so its error message has a back button. */
  page?: boolean;
}

/**
 * A component whose code loads when it is first rendered. If loading fails (no network, or the server has another version), a message with
 * *Try again* takes its place, and the rest of the page is not affected.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { what, waiting, page = false }: Options,
): ComponentType<P> {
  let Loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  let failure: unknown = null;
  const begin = (): Promise<void> => {
    loading ??= reloadStyleSheet(failure)
      .then(load)
      .then(
        (component) => {
          Loaded = component;
        },
        (error: unknown) => {
          loading = null;
          failure = error;
          throw error;
        },
      );
    return loading;
  };
  return function Later(props: P) {
    const [tries, setTries] = useState(0);
    const [error, setError] = useState<unknown>(null);
    const [, setThere] = useState(false);
    const drawn = Loaded !== null;
    // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
    useEffect(() => {
      // It may have loaded between rendering and this effect.
      if (drawn) return;
      let gone = false;
      begin().then(
        () => gone || setThere(true),
        (reason: unknown) => gone || setError(reason),
      );
      return () => {
        gone = true;
      };
    }, [tries]);
    if (Loaded) return <Loaded {...props} />;
    if (error === null) {
      // Starts before the effect, which comes later and reports a failure.
      begin().catch(() => undefined);
      return waiting?.() ?? null;
    }
    const again = () => {
      setError(null);
      setTries(tries + 1);
    };
    return <Missing what={what()} page={page} error={error} tries={tries} again={again} />;
  };
}

/** The message in place of a component that failed to load. */
function Missing({
  what,
  page,
  error,
  tries,
  again,
}: {
  what: string;
  page: boolean;
  error: unknown;
  tries: number;
  again: () => void;
}) {
  const embed = session.getState().embed;
  const text = (
    <div className="missing-part" role="alert">
      <p>
        <strong>{t.couldNotBeLoaded(what)}</strong> {failedFile(error) ?? String(error)} {t.untouched}
        {tries > 0 ? ` ${t.perhapsNewer}` : ''}
      </p>
      <div className="share-actions">
        <button type="button" className="button small framed" onClick={again}>
          {t.tryAgain}
        </button>
        {tries > 0 ? (
          <button type="button" className="button small framed" onClick={() => location.reload()}>
            {t.reloadThePage}
          </button>
        ) : null}
        {page && !embed ? (
          <button
            type="button"
            className="button small framed"
            onClick={() => session.setState({ page: 'lab', presenting: false })}
          >
            {t.backToTheLaboratory}
          </button>
        ) : null}
      </div>
    </div>
  );
  return page ? <main className="broken-link">{text}</main> : text;
}
