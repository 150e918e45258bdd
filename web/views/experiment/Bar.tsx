import { useEffect, useRef, useState } from 'react';
import type { Experiment } from '../../generated/types';
import { COMFORTABLE_LENGTH } from '../../scenario/fits';
import {
  editExperiment,
  experimentLink,
  redoExperiment,
  saveExperiment,
  undoExperiment,
  useExperiment,
  useExperimentHistory,
} from '../../store/experiment';
import { session } from '../../store/session';
import { Icon, Logo } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { Popup } from '../../ui/Popup';
import { ThemeButton } from '../../ui/ThemeButton';
import type { Layout } from '../../ui/use-layout';
import { type Exported, saveCsv, saveJson, savePng, saveSvg } from './exports';
import { hasFigure } from './figure';
import { pageTexts, barTexts as t } from './texts';
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
        aria-label={t.back}
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
        aria-label={t.papers}
        onClick={() => session.setState({ page: 'papers' })}
      >
        <Icon name="book" />
        {phone ? null : t.papers}
      </button>
      <Share short={phone} />
      <Export short={phone} exported={exported} document={document} />
      <ThemeButton />
      {layout === 'medium' ? (
        <button type="button" className="button square" aria-label={pageTexts.aboutAndSetup} onClick={onSide}>
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
      void editExperiment((d) => ({ ...d, title: text }), t.undoTitle);
    setDraft(null);
  };
  return (
    <h1 className="title" data-text={draft ?? title}>
      <input
        aria-label={t.title}
        value={draft ?? title}
        placeholder={t.untitled}
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
      {own ? <span>{t.edited}</span> : null}
      {memory ? <span title={t.notKeptReason}>{t.notKept}</span> : null}
    </span>
  );
}

function UndoRedo({ onlyUndo }: { onlyUndo: boolean }) {
  const history = useExperimentHistory();
  return (
    <>
      {onlyUndo && history.undo === null ? null : (
        <button
          type="button"
          className="button square"
          aria-label={history.undo ? t.undoChange(history.undo) : t.undo}
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
          aria-label={history.redo ? t.redoChange(history.redo) : t.redo}
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
    <Popup label={t.shareHeading} className="card share" button={barButton(t.share, 'share', short)}>
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
      <h2>{t.shareHeading}</h2>
      <p className="secondary">{t.shareText}</p>
      <textarea
        ref={field}
        className="field"
        readOnly
        rows={3}
        aria-label={t.link}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
      <p className="secondary">{fingerprint ? t.withDigest(fingerprint) : t.withoutDigest}</p>
      {link.length > COMFORTABLE_LENGTH ? <p className="warning">{t.long(link.length)}</p> : null}
      <button type="button" className="button filled" onClick={() => void copy()} disabled={link === ''}>
        <Icon name="copy" />
        {copied ? t.copied : t.copyLink}
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
    [t.figureSvg, t.figureSvgHint, hasFigure(document) ? saveSvg : null],
    [t.figurePng, '', hasFigure(document) ? (what) => void savePng(what) : null],
    [t.tableCsv, t.tableCsvHint, saveCsv],
    [t.json, t.jsonHint, saveJson],
  ];
  return (
    <Menu
      label={t.export}
      button={barButton(t.export, 'file', short)}
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
              name: t.file,
              hint: t.fileHint,
              onPick: saveExperiment,
            },
          ],
        },
      ]}
    />
  );
}
