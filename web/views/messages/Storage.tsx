/** Messages about saving: unsaved work, and changes made in other tabs. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { DocumentKind } from '../../scenario/link';
import { app } from '../../store/app';
import { saveChanges } from '../../store/autosave';
import { experiment, useExperiment } from '../../store/experiment/store';
import { wholeNow } from '../../store/lesson';
import { openWork } from '../../store/open';
import { saveFile } from '../../store/save';
import { storageMessage } from '../../store/storage-messages';
import { MessageLine } from './MessageLine';
import { storageTexts as t } from './texts';

export function StorageMessages({ kind }: { kind: DocumentKind }) {
  const scenarioId = useStore(app, (s) => (s.origin.kind === 'own' ? s.origin.id : null));
  const experimentId = useExperiment((s) => (s.origin.kind === 'own' ? s.origin.id : null));
  const id = kind === 'scenario' ? scenarioId : experimentId;
  const fault = useStore(app, (s) => s.notStored[kind]);
  const versions = useStore(app, (s) => s.versions);
  const behind = useStore(app, (s) => s.behind);
  const cleared = useStore(app, (s) => s.cleared);
  const name = t[kind];
  return (
    <>
      {fault ? (
        <MessageLine bad>
          <strong>{t.notSaved(name)}</strong> {storageMessage(fault)}{' '}
          <Button onClick={() => download(kind)}>{t.download(name)}</Button>{' '}
          <Button onClick={() => void saveChanges()}>{t.tryAgain}</Button>
        </MessageLine>
      ) : null}
      {cleared ? (
        <MessageLine onClose={() => app.setState({ cleared: false })}>
          <strong>{t.deleted}</strong> {t.deletedWhileOpen(name)}{' '}
          <Button onClick={() => download(kind)}>{t.download(name)}</Button>
        </MessageLine>
      ) : null}
      {versions && versions.own.id === id ? (
        <MessageLine onClose={() => app.setState({ versions: null })}>
          <strong>{t.alsoChanged(name)}</strong> {t.bothKept} <em>{versions.other.title}</em>, {t.yoursAs}{' '}
          <em>{versions.own.title}</em>.{' '}
          <Button onClick={() => void openOther(versions.other.id)}>{t.open(versions.other.title)}</Button>
        </MessageLine>
      ) : null}
      {behind && behind.id === id ? (
        <MessageLine onClose={() => app.setState({ behind: null })}>
          <strong>{t.changedElsewhere(name)}</strong> {t.showsOlder}{' '}
          <Button onClick={() => void openOther(behind.id)}>{t.showLatest}</Button>
        </MessageLine>
      ) : null}
    </>
  );
}

function Button({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="button small framed" onClick={onClick}>
      {children}
    </button>
  );
}

function download(kind: DocumentKind): void {
  const document = kind === 'scenario' ? wholeNow() : experiment.getState().document;
  if (document) saveFile(document.title || kind, document);
}

/** Saves the open work before another one is opened. */
async function openOther(id: string): Promise<void> {
  await saveChanges();
  if (await openWork(id)) app.setState({ versions: null, behind: null });
}
