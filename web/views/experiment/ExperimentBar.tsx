import { useEffect, useRef, useState } from 'react';
import type { Experiment } from '../../generated/types';
import { english } from '../../language/english';
import { COMFORTABLE_LENGTH } from '../../scenario/fits';
import { useSession } from '../../store';
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
import { Bar, BarButton, barButton, EditableTitle, UndoRedo } from '../../ui/Bar';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { Popup } from '../../ui/Popup';
import { ThemeButton } from '../../ui/ThemeButton';
import type { Layout } from '../../ui/use-layout';
import { type ExportData, saveCsv, saveJson, savePng, saveSvg } from './exports';
import { hasFigure } from './figure';
import { pageTexts, barTexts as t } from './texts';
import type { Published } from './use-paper';

interface Props {
  document: Experiment;
  published: Published | null;
  layout: Layout;
  exported: ExportData | null;
  onSide: () => void;
}

export function ExperimentBar({ document, published, layout, exported, onSide }: Props) {
  const phone = layout === 'phone';
  const history = useExperimentHistory();
  const cameFrom = useSession((s) => s.cameFrom);
  const to = cameFrom === 'experiment' ? 'lab' : cameFrom;
  const labels = { lab: t.back, gallery: t.backToGallery, papers: t.backToPapers };
  const rename = (title: string) => void editExperiment((d) => ({ ...d, title }), t.undoTitle);
  return (
    <Bar
      layout={layout}
      back={{ label: labels[to], go: () => session.setState({ page: to }) }}
      title={
        <EditableTitle
          title={document.title ?? ''}
          lang={published ? english() : undefined}
          onChange={rename}
        />
      }
    >
      {layout === 'desktop' ? <Status published={published} /> : null}
      <span className="bar-gap" />
      <UndoRedo history={history} onUndo={undoExperiment} onRedo={redoExperiment} short={phone} />
      {phone ? null : <span className="bar-rule" />}
      <BarButton
        name={t.papers}
        icon="book"
        short={phone}
        onClick={() => session.setState({ page: 'papers' })}
      />
      <Share short={phone} />
      <Export short={phone} exported={exported} document={document} />
      <ThemeButton />
      {layout === 'medium' ? (
        <BarButton name={pageTexts.aboutAndSetup} icon="panel" short onClick={onSide} />
      ) : null}
    </Bar>
  );
}

function Status({ published }: { published: Published | null }) {
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

function Share({ short }: { short: boolean }) {
  return (
    <Popup
      label={t.shareHeading}
      className="card share"
      button={barButton({ name: t.share, icon: 'share', short })}
    >
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
  exported: ExportData | null;
  document: Experiment;
}) {
  const items: [string, string, ((what: ExportData) => void) | null][] = [
    [t.figureSvg, t.figureSvgHint, hasFigure(document) ? saveSvg : null],
    [t.figurePng, '', hasFigure(document) ? (what) => void savePng(what) : null],
    [t.tableCsv, t.tableCsvHint, saveCsv],
    [t.json, t.jsonHint, saveJson],
  ];
  return (
    <Menu
      label={t.export}
      button={barButton({ name: t.export, icon: 'download', short })}
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
