import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { askAgain, lostPart } from '../store/lost-part';
import { session } from '../store/session';
import { laterTexts as t } from './texts';

interface Options {
  /** What it is called where it cannot be loaded: "The gallery". */
  what: string;
  /** Stands in its place until it is there. Nothing, for what comes up now and then. */
  waiting?: ReactNode;
  /** It fills the page: its message has a back button. */
  page?: boolean;
}

/**
 * A component whose code comes when it is first shown. Code that cannot be loaded (no network, a server that has another version by now)
 * is a message in its place with *Try again*, and the rest of the page is not affected.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { what, waiting = null, page = false }: Options,
): ComponentType<P> {
  let Loaded: ComponentType<P> | null = null;
  let loading: Promise<void> | null = null;
  let failure: unknown = null;
  const begin = (): Promise<void> => {
    loading ??= askAgain(failure)
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
    // biome-ignore lint/correctness/useExhaustiveDependencies: another try loads once more
    useEffect(() => {
      // It may have come between the drawing and this effect, and is drawn then.
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
      // Not only once it has been drawn: the effect comes later. What fails is told by the effect.
      begin().catch(() => undefined);
      return waiting;
    }
    const again = () => {
      setError(null);
      setTries(tries + 1);
    };
    return <Missing what={what} page={page} error={error} tries={tries} again={again} />;
  };
}

/** Stands in the place of what could not be loaded. */
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
        <strong>{t.couldNotBeLoaded(what)}</strong> {lostPart(error) ?? String(error)} {t.untouched}
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
