import { useCatalogue, useSession } from '../store';
import { session } from '../store/session';
import { licencesAddress } from '../store/standalone';
import { Toggle } from '../ui/Toggle';
import { KEYS } from './keys';

/** How to use the page: every key, and the ways to the tour and the presentation. */
export function HelpCard() {
  const shortcuts = useSession((s) => s.shortcuts);
  const version = useCatalogue()?.modelVersion;
  return (
    <>
      <h2>How to use it</h2>
      <p>
        Press play. Select a flow, a link or a node and change it: the run goes on with the change. Undo
        replays the run to the same moment without it.
      </p>
      <div className="key-groups">
        {KEYS.map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl className="keys">
              {keys.map(([key, does]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Toggle
        label="Single keys as shortcuts"
        value={shortcuts}
        onChange={(on) => session.setState({ shortcuts: on })}
      />
      <div className="help-foot">
        <button
          type="button"
          className="button framed"
          onClick={() => session.setState({ help: false, presenting: false, tour: 0 })}
        >
          Show the tour
        </button>
        <button
          type="button"
          className="button framed"
          onClick={() => session.setState({ help: false, presenting: true })}
        >
          Present
        </button>
        {version === undefined ? null : <span className="secondary">Model version {version}</span>}
        {/* The build makes the page of them. */}
        {import.meta.env.PROD ? (
          <a href={licencesAddress()} target="_blank" rel="noreferrer">
            Licences
          </a>
        ) : null}
      </div>
    </>
  );
}
