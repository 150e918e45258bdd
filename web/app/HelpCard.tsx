import './help.css';
import { useCatalogue, useSession } from '../store';
import { session } from '../store/session';
import { licencesAddress } from '../store/standalone';
import { Toggle } from '../ui/Toggle';
import { keyTexts, helpCardTexts as t } from './help-texts';

/** How to use the page: all keys, and buttons for the tour and the presentation. */
export function HelpCard() {
  const shortcuts = useSession((s) => s.shortcuts);
  const version = useCatalogue()?.modelVersion;
  return (
    <>
      <h2>{t.title}</h2>
      <p>{t.intro}</p>
      <div className="key-groups">
        {keyTexts.map(({ title, keys }) => (
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
        label={t.singleKeysAsShortcuts}
        value={shortcuts}
        onChange={(on) => session.setState({ shortcuts: on })}
      />
      <div className="help-foot">
        <button
          type="button"
          className="button framed"
          onClick={() => session.setState({ help: false, presenting: false, tour: 0 })}
        >
          {t.showTheTour}
        </button>
        <button
          type="button"
          className="button framed"
          onClick={() => session.setState({ help: false, presenting: true })}
        >
          {t.present}
        </button>
        {version === undefined ? null : <span className="secondary">{t.modelVersion(version)}</span>}
        {/* Made by the build. */}
        {import.meta.env.PROD ? (
          <a href={licencesAddress()} target="_blank" rel="noreferrer">
            {t.licences}
          </a>
        ) : null}
      </div>
    </>
  );
}
