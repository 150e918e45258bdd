import { useStore } from 'zustand';
import { useDocument } from '../../store';
import { documentStore, nothingOpen } from '../../store/document';
import { fromScenario, openStored, removeResults, type StoredResults } from '../../store/experiment';
import { openWork, workAddress } from '../../store/open';
import { deleteWork, type Work } from '../../store/works';
import { CardLink } from '../../ui/CardLink';
import { ConfirmButton } from '../../ui/ConfirmButton';
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal';
import { runsText } from '../experiment/counts';
import { matches, whenText } from '../gallery/search';
import { ChartIcon } from './ChartIcon';
import { yoursTexts as t } from './texts';

interface Props {
  works: readonly Work[];
  /** Why they cannot be read; empty if they can. */
  trouble: string;
  kept: readonly StoredResults[];
  query: string;
  onChanged: () => void;
}

/** The visitor's own experiments, the results stored in this browser, and a button for a new experiment. */
export function OwnExperiments({ works, trouble, kept, query, onChanged }: Props) {
  const mine = works.filter((w) => w.kind === 'experiment' && matches(query, [w.title]));
  const results = kept.filter((k) => k.done > 0 && matches(query, [k.title]));
  const setDeletedAt = useFocusAfterRemoval(works, '.own-experiments > .cards .card-button', mine.length);
  const setRemovedAt = useFocusAfterRemoval(
    kept,
    results.length > 0 ? '.own-experiments .kept-results' : '.own-experiments .card-button',
    results.length,
  );
  const scenario = useDocument((d) => d.title);
  // After a reload of this page the laboratory is empty.
  const none = useStore(documentStore, nothingOpen);
  return (
    <section className="list-section own-experiments" aria-label={t.yours}>
      <h2>
        {t.yours} <span className="secondary">{t.keptInThisBrowserOnly}</span>
      </h2>
      {trouble ? <p className="message bad">{t.unreadable(trouble)}</p> : null}
      <div className="cards">
        {mine.map((work, place) => (
          <OwnCard
            key={work.id}
            work={work}
            onDeleted={() => {
              setDeletedAt(place);
              onChanged();
            }}
          />
        ))}
        {none ? null : (
          <button
            type="button"
            className="card-button"
            onClick={() => void fromScenario(documentStore.getState().source)}
            data-experiment="new"
          >
            <ChartIcon kind="line" />
            <span className="card-line">
              <strong>{t.newExperiment}</strong>
            </span>
            <span className="card-text secondary">{t.newHint(scenario || t.untitled)}</span>
          </button>
        )}
      </div>
      {results.length > 0 ? <Results results={results} onRemove={setRemovedAt} /> : null}
    </section>
  );
}

function OwnCard({ work, onDeleted }: { work: Work; onDeleted: () => void }) {
  return (
    <div className="work">
      <CardLink address={workAddress(work.id)} open={() => void openWork(work.id)}>
        <span className="card-line">
          <strong>{work.title}</strong>
          <span className="secondary">{whenText(work.changed, Date.now())}</span>
        </span>
      </CardLink>
      <ConfirmDelete
        word={t.deleteWord}
        what={work.title}
        onSure={() => void deleteWork(work.id).then(onDeleted, onDeleted)}
      />
    </div>
  );
}

/** Stored results, with buttons that remove them. */
function Results({
  results,
  onRemove,
}: {
  results: readonly StoredResults[];
  onRemove: (place: number) => void;
}) {
  return (
    <div className="kept">
      <h3>{t.results}</h3>
      <ul>
        {results.map((k, place) => (
          <li key={`${k.digest} ${k.size}`}>
            <button type="button" className="button small kept-results" onClick={() => void openStored(k)}>
              {k.title}
            </button>
            <span className="secondary numeric">
              {k.size}, {k.done < k.total ? t.doneOf(k.done, runsText(k.total)) : runsText(k.total)},{' '}
              {whenText(k.changed, Date.now())}
            </span>
            <ConfirmDelete
              word={t.remove}
              what={t.resultsOf(k.title, k.size)}
              onSure={() => {
                onRemove(place);
                void removeResults(k);
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

function ConfirmDelete({ word, what, onSure }: { word: string; what: string; onSure: () => void }) {
  const names = { first: t.wordOf(word, what), sure: t.confirmOf(word, what) };
  return (
    <ConfirmButton names={names} sure={t.confirm(word)} className="button small" onSure={onSure}>
      {word}
    </ConfirmButton>
  );
}
