import { useEffect, useRef, useState } from 'react';
import { ThemeButton } from '../../app/ThemeButton';
import type { Layout } from '../../app/use-layout';
import { Icon, Logo } from '../../app/widgets/Icon';
import { Menu } from '../../app/widgets/Menu';
import { Popup } from '../../app/widgets/Popup';
import {
  editExperiment,
  experimentLink,
  redoExperiment,
  saveExperiment,
  undoExperiment,
  useExperiment,
  useExperimentHistory,
} from '../../experiment';
import type { Experiment } from '../../generated/types';
import { COMFORTABLE_LENGTH } from '../../scenario/fits';
import { session } from '../../store/session';
import { type Exported, saveCsv, saveJson, savePng, saveSvg } from './exports';
import { hasFigure } from './figure';
import type { Published } from './use-paper';

interface Props {
  document: Experiment;
  published: Published | null;
  layout: Layout;
  exported: Exported | null;
  onSide: () => void;
}

export function Bar({ document, published, layout, exported, onSide }: Props) {
  const phone = layout === 'phone';
  return (
    <header className="bar">
      <button
        type="button"
        className="button square"
        aria-label="Back to the laboratory"
        onClick={() => session.setState({ page: 'lab' })}
      >
        <Icon name="back" />
      </button>
      {phone ? null : (
        <>
          <span className="brand">
            <Logo />
            {layout === 'desktop' ? 'Droptail' : null}
          </span>
          <span className="bar-rule" />
        </>
      )}
      <Title document={document} />
      {layout === 'desktop' ? <Facts published={published} /> : null}
      <span className="bar-gap" />
      <UndoRedo onlyUndo={phone} />
      {phone ? null : <span className="bar-rule" />}
      <button
        type="button"
        className={phone ? 'button square' : 'button'}
        aria-label="Papers"
        onClick={() => session.setState({ page: 'papers' })}
      >
        <Icon name="book" />
        {phone ? null : 'Papers'}
      </button>
      <Share short={phone} />
      <Export short={phone} exported={exported} document={document} />
      <ThemeButton />
      {layout === 'medium' ? (
        <button type="button" className="button square" aria-label="About and setup" onClick={onSide}>
          <Icon name="panel" />
        </button>
      ) : null}
    </header>
  );
}

function Title({ document }: { document: Experiment }) {
  const title = document.title ?? '';
  const [draft, setDraft] = useState<string | null>(null);
  const settle = () => {
    const text = draft?.trim();
    if (text !== undefined && text !== title)
      void editExperiment((d) => ({ ...d, title: text }), 'change title');
    setDraft(null);
  };
  return (
    <h1 className="title" data-text={draft ?? title}>
      <input
        aria-label="Title"
        value={draft ?? title}
        placeholder="Untitled"
        maxLength={200}
        size={1}
        spellCheck={false}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') setDraft(null);
        }}
      />
    </h1>
  );
}

function Facts({ published }: { published: Published | null }) {
  const own = useExperiment((s) => s.origin.kind === 'own');
  const memory = useExperiment((s) => s.keeping === 'memory');
  const { paper, experiment } = published ?? {};
  return (
    <span className="facts secondary">
      {paper && experiment ? (
        <span>{paper.authors ? `${experiment.label}, ${paper.year}` : experiment.label}</span>
      ) : null}
      {own ? <span>edited</span> : null}
      {memory ? <span title="This browser refuses storage to this page.">not kept</span> : null}
    </span>
  );
}

function UndoRedo({ onlyUndo }: { onlyUndo: boolean }) {
  const history = useExperimentHistory();
  const name = (verb: string, what: string | null) => (what ? `${verb}: ${what}` : verb);
  return (
    <>
      {onlyUndo && history.undo === null ? null : (
        <button
          type="button"
          className="button square"
          aria-label={name('Undo', history.undo)}
          disabled={history.undo === null}
          onClick={undoExperiment}
        >
          <Icon name="undo" />
        </button>
      )}
      {onlyUndo && history.redo === null ? null : (
        <button
          type="button"
          className="button square"
          aria-label={name('Redo', history.redo)}
          disabled={history.redo === null}
          onClick={redoExperiment}
        >
          <Icon name="redo" />
        </button>
      )}
    </>
  );
}

/** A button of the bar; its icon alone where room is short. */
function barButton(name: string, icon: 'share' | 'file', short: boolean) {
  return {
    className: short ? 'button square' : 'button',
    'aria-label': short ? name : undefined,
    children: (
      <>
        <Icon name={icon} />
        {short ? null : name}
      </>
    ),
  };
}

function Share({ short }: { short: boolean }) {
  return (
    <Popup label="Share this experiment" className="card share" button={barButton('Share', 'share', short)}>
      <ShareCard />
    </Popup>
  );
}

function ShareCard() {
  const document = useExperiment((s) => s.document);
  const size = useExperiment((s) => s.size);
  const fingerprint = useExperiment((s) => (s.status === 'done' ? s.fingerprint : ''));
  const [link, setLink] = useState('');
  const [copied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link follows what is open
  useEffect(() => {
    let stale = false;
    setCopied(false);
    void experimentLink().then((made) => {
      if (!stale) setLink(made);
    });
    return () => {
      stale = true;
    };
  }, [document, size, fingerprint]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
    } catch {
      field.current?.select();
    }
  };
  return (
    <>
      <h2>Share this experiment</h2>
      <p className="secondary">
        The whole experiment is in the link: its scenario, what varies, and what is measured. Whoever opens it
        gets the same runs.
      </p>
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={3}
        aria-label="Link"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="secondary">
        {fingerprint
          ? `With the fingerprint ${fingerprint}: whoever opens it sees at the end whether all runs were the same.`
          : 'Let all runs end to put their fingerprint into the link as well.'}
      </p>
      {link.length > COMFORTABLE_LENGTH ? (
        <p className="warning">
          {link.length} characters. Some chat tools cut links above about 4,000; a file is safer for long
          ones.
        </p>
      ) : null}
      <button type="button" className="button filled" onClick={() => void copy()} disabled={link === ''}>
        <Icon name="copy" />
        {copied ? 'Copied' : 'Copy link'}
      </button>
    </>
  );
}

function Export({
  short,
  exported,
  document,
}: {
  short: boolean;
  exported: Exported | null;
  document: Experiment;
}) {
  const items: [string, string, ((what: Exported) => void) | null][] = [
    ['Figure as SVG', 'For print and for slides', hasFigure(document) ? saveSvg : null],
    ['Figure as PNG', '', hasFigure(document) ? (what) => void savePng(what) : null],
    ['Table as CSV', 'All digits', saveCsv],
    ['Everything as JSON', 'Document, table and each run', saveJson],
  ];
  return (
    <Menu
      label="Export"
      button={barButton('Export', 'file', short)}
      groups={[
        {
          options: [
            ...items.map(([name, hint, save]) => ({
              id: name,
              name,
              hint,
              disabled: exported === null || save === null,
              onPick: () => {
                if (exported && save) save(exported);
              },
            })),
            {
              id: 'file',
              name: 'Experiment as a file',
              hint: 'To open here or with droptail sweep',
              onPick: saveExperiment,
            },
          ],
        },
      ]}
    />
  );
}
