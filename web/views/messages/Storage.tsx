/** What the page has to say about keeping the visitor's work: what is not kept, and what other tabs have made of it. */
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { DocumentKind } from '../../scenario/link';
import { app } from '../../store/app';
import { saveChanges } from '../../store/autosave';
import { experiment, useExperiment } from '../../store/experiment/store';
import { wholeNow } from '../../store/lesson';
import { openWork } from '../../store/open';
import { saveFile } from '../../store/save';
import { storageWords } from '../../store/trouble';
import { Line } from './Line';

export function StorageMessages({ kind }: { kind: DocumentKind }) {
  const scenarioId = useStore(app, (s) => (s.origin.kind === 'own' ? s.origin.id : null));
  const experimentId = useExperiment((s) => (s.origin.kind === 'own' ? s.origin.id : null));
  const id = kind === 'scenario' ? scenarioId : experimentId;
  const fault = useStore(app, (s) => s.unkept[kind]);
  const versions = useStore(app, (s) => s.versions);
  const behind = useStore(app, (s) => s.behind);
  const cleared = useStore(app, (s) => s.cleared);
  return (
    <>
      {fault ? (
        <Line bad>
          <strong>Your changes of this {kind} are not kept.</strong> {storageWords(fault)}{' '}
          <Button onClick={() => download(kind)}>Download the {kind}</Button>{' '}
          <Button onClick={() => void saveChanges()}>Try again</Button>
        </Line>
      ) : null}
      {cleared ? (
        <Line onClose={() => app.setState({ cleared: false })}>
          <strong>What this browser kept for Droptail was deleted</strong> while this page was open. This{' '}
          {kind} has been kept again; other works of yours are gone.{' '}
          <Button onClick={() => download(kind)}>Download the {kind}</Button>
        </Line>
      ) : null}
      {versions && versions.own.id === id ? (
        <Line onClose={() => app.setState({ versions: null })}>
          <strong>This {kind} was also changed in another tab.</strong> Both versions are kept: the other
          tab’s as <em>{versions.other.title}</em>, yours as <em>{versions.own.title}</em>.{' '}
          <Button onClick={() => void openOther(versions.other.id)}>Open {versions.other.title}</Button>
        </Line>
      ) : null}
      {behind && behind.id === id ? (
        <Line onClose={() => app.setState({ behind: null })}>
          <strong>This {kind} was changed in another tab.</strong> This tab shows it as it was before. If you
          change it here, both versions are kept.{' '}
          <Button onClick={() => void openOther(behind.id)}>Show the latest version</Button>
        </Line>
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

/** What is open is saved before it leaves the screen. */
async function openOther(id: string): Promise<void> {
  await saveChanges();
  if (await openWork(id)) app.setState({ versions: null, behind: null });
}
