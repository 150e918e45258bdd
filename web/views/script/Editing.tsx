import { useCallback, useEffect, useRef, useState } from 'react';
import type { Fault, Flow, Printed, ScriptedController } from '../../generated/types';
import type { Change } from '../../scenario/change';
import { joinPath } from '../../scenario/path';
import {
  documentNow,
  editAll,
  isOpen,
  play,
  runNow,
  sessionNow,
  useDocument,
  useRun,
  useSession,
} from '../../store';
import { afterAnswers } from '../../store/connection';
import { printedLines, scriptFaults } from '../../store/scripts';
import { session } from '../../store/session';
import { readItem, removeItem, tabStorage, writeItem } from '../../store/storage';
import { EXAMPLES } from './examples';
import ScriptPanel from './ScriptPanel';
import { sameController } from './same-controller';
import { editingTexts as t } from './texts';

/** Time without a change after which a script is compiled, ms. */
const COMPILE_AFTER_MS = 250;
/** Time between two requests for printed lines, ms. */
const PRINTED_EVERY_MS = 500;

/** The same for a reload of the same scenario. */
const draftKey = (id: string) => `droptail.draft ${location.hash} ${id}`;

/** The draft from before a reload. */
function storedDraft(id: string): ScriptedController | null {
  try {
    return JSON.parse(readItem(draftKey(id), tabStorage()) ?? 'null');
  } catch {
    return null;
  }
}

interface Props {
  /** Id of the controller. */
  id: string;
  /** The flow that runs the controller, or will. */
  flow: Flow;
  onClose: () => void;
}

/** Writes the controller of a flow. What is written goes into the document with *Run*; until then it is kept as a draft. */
export default function Editing({ id, flow, onClose }: Props) {
  const known = useDocument((d) => d.controllers?.find((c) => c.id === id));
  const [draft, setDraft] = useState<ScriptedController>(
    () => sessionNow().drafts[id] ?? storedDraft(id) ?? known ?? newController(id),
  );
  const stored = useRef(draftKey(id));
  const faults = useFaults(draft);
  const printed = usePrinted(flow.id);
  const failure = useRun((s) => s.results?.flows.find((f) => f.id === flow.id)?.scriptFailure);
  const change = useCallback((part: Partial<ScriptedController>) => setDraft((d) => ({ ...d, ...part })), []);
  // In an embed, readers may be allowed to change the script alone.
  const whole = useSession((s) => isOpen(s.allow, joinPath('controllers', draft.id)));
  const moved = flow.algorithm !== draft.id;
  const changed = moved || !known || !sameController(known, draft);
  const standing = useRun((s) => !s.playing && !s.ended);
  useEffect(() => {
    session.setState(({ drafts: { [id]: _, ...others } }) => ({
      drafts: changed ? { ...others, [id]: draft } : others,
    }));
    // The first edit gives the scenario another address.
    removeItem(stored.current, tabStorage());
    stored.current = draftKey(id);
    if (changed) writeItem(stored.current, JSON.stringify(draft), tabStorage());
  }, [id, draft, changed]);
  const run = () => {
    const users = documentNow().flows.filter((f) => f.id !== flow.id && f.algorithm === draft.id);
    const accepted = editAll(
      [
        { path: joinPath('controllers', draft.id), value: draft },
        ...[flow, ...users].flatMap((f) => paramsThatRemain(f, draft)),
        ...(moved ? [{ path: joinPath('flows', flow.id, 'algorithm'), value: draft.id }] : []),
      ],
      t.change(draft.name),
    );
    if (accepted) afterAnswers(() => (runNow().playing ? undefined : play()));
  };
  return (
    <ScriptPanel
      controller={draft}
      flow={flow.id}
      faults={faults}
      failure={failure}
      printed={printed}
      onChange={change}
      scriptOnly={!whole}
      onRun={run}
      changed={changed}
      standing={standing}
      onClose={onClose}
    />
  );
}

/** A flow's parameters, without those that the controller does not have or that are out of their range now. */
function paramsThatRemain({ id, params = {} }: Flow, controller: ScriptedController): Change[] {
  const remains = ([name, value]: [string, unknown]) =>
    controller.params?.some(
      (p) => p.id === name && typeof value === 'number' && value >= p.min && value <= p.max,
    );
  const kept = Object.fromEntries(Object.entries(params).filter(remains));
  const same = Object.keys(kept).length === Object.keys(params).length;
  return same ? [] : [{ path: joinPath('flows', id, 'params'), value: kept }];
}

function newController(id: string): ScriptedController {
  const [example] = EXAMPLES;
  return { id, name: t.mine, script: '', ...example, params: [...(example?.params ?? [])] };
}

/** What is wrong with a controller, compiled when nobody has typed for a moment. */
function useFaults(controller: ScriptedController): readonly Fault[] {
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  useEffect(() => {
    const controlling = new AbortController();
    const timer = setTimeout(() => {
      // Without an engine, the document is checked when it runs.
      scriptFaults(controller, controlling.signal).then(setFaults, () => undefined);
    }, COMPILE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      controlling.abort();
    };
  }, [controller]);
  return faults;
}

/** What a flow's script has printed, asked for again while the run goes on. */
function usePrinted(id: string): readonly Printed[] {
  const [printed, setPrinted] = useState<readonly Printed[]>([]);
  const number = useRun((s) => s.directory?.flows.findIndex((f) => f.id === id) ?? -1);
  useEffect(() => {
    if (number < 0) return;
    const controlling = new AbortController();
    const load = () => {
      const keep = (lines: readonly Printed[]) =>
        setPrinted((before) => (JSON.stringify(before) === JSON.stringify(lines) ? before : lines));
      printedLines(number, controlling.signal).then(keep, () => undefined);
    };
    load();
    const timer = setInterval(load, PRINTED_EVERY_MS);
    return () => {
      clearInterval(timer);
      controlling.abort();
    };
  }, [number]);
  return printed;
}
