import './script.css';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { formatValue } from '../../drawing/format';
import type { Fault, Printed, ScriptedController, ScriptFailure } from '../../generated/types';
import { Icon } from '../../ui/Icon';
import { Menu } from '../../ui/Menu';
import { Modal } from '../../ui/Modal';
import { TabList, TabPanel } from '../../ui/Tabs';
import { useLayout } from '../../ui/use-layout';
import { ContestTab } from './ContestTab';
import { Debugger } from './Debugger';
import { EXAMPLES } from './examples';
import { LineField } from './LineField';
import { ParamsTable } from './ParamsTable';
import { type EditorHandle, ScriptEditor } from './ScriptEditor';
import { panelTexts as t } from './texts';

/** Prefix of the ids of the tabs. */
const TABS = 'script';

export interface ScriptPanelProps {
  /** The version that is being written. The run may still have an earlier one. */
  controller: ScriptedController;
  /** Id of the flow that runs it, or will. */
  flow: string;
  /** What is wrong with it. */
  faults: readonly Fault[];
  /** Why the script of a flow stopped in the run, if one did. */
  failure?: ScriptFailure | null | undefined;
  /** What the script has printed in the run, by time. */
  printed: readonly Printed[];
  /** Called with each change: while one types the script, with each letter. */
  onChange: (change: Partial<Pick<ScriptedController, 'name' | 'summary' | 'params' | 'script'>>) => void;
  /** Name, parameters and summary cannot be changed. */
  scriptOnly?: boolean;
  /** Runs the version being written. If it is missing, so is the button. */
  onRun?: (() => void) | undefined;
  /** Whether the run has another version than this one. */
  changed?: boolean;
  /** Whether the run is paused. */
  standing?: boolean;
  onClose: () => void;
}

/** Writes a controller of the document: name, parameters, script, and what the script prints. */
export default function ScriptPanel(props: ScriptPanelProps) {
  const phone = useLayout() === 'phone';
  if (phone)
    return (
      <Modal
        label={t.heading}
        overlay="sheet-overlay"
        className="sheet script-panel is-sheet"
        onClose={props.onClose}
      >
        <Content {...props} />
      </Modal>
    );
  return (
    <aside
      className="script-panel"
      aria-label={t.heading}
      onKeyDown={(event) => onEscape(event, props.onClose)}
    >
      <Content {...props} />
    </aside>
  );
}

/** Escape closes the panel, but in the text it only lets Tab leave. It does not clear the selection in the page. */
function onEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.stopPropagation();
  if (event.target instanceof Element && !event.target.closest('.script-editor, input')) close();
}

function Content(props: ScriptPanelProps) {
  const { controller, flow, faults, failure, printed, onChange, onRun, onClose } = props;
  const { changed = true, scriptOnly = false, standing = false } = props;
  const { name, summary = '', params = [], script } = controller;
  const editor = useRef<EditorHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [tab, setTab] = useState<'params' | 'log' | 'debugger' | 'contest'>(scriptOnly ? 'log' : 'params');
  const [ran, setRan] = useState<readonly number[]>([]);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const goTo = (line: number, column: number) => editor.current?.goTo(line, column);
  const run = faults.length > 0 ? undefined : onRun;
  // Where the script has stopped, the reason stands below.
  const fine = failure ? '' : changed || !standing ? t.noFaults : t.paused;
  return (
    <>
      <header className="script-head">
        <h2 ref={heading} tabIndex={-1}>
          {t.heading}
        </h2>
        {scriptOnly ? null : <Examples onChange={onChange} />}
        <button type="button" className="button square" aria-label={t.close} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className="script-body">
        {scriptOnly ? null : (
          <div className="script-about">
            <LineField
              label={t.name}
              value={name}
              maxLength={80}
              valid={(text) => text !== ''}
              onCommit={(text) => onChange({ name: text })}
            />
            <LineField
              label={t.summary}
              placeholder={t.summaryHint}
              value={summary}
              maxLength={400}
              onCommit={(text) => onChange({ summary: text })}
            />
          </div>
        )}
        <div className="script-tools">
          <FaultCount faults={faults} fine={fine} onGo={goTo} />
          <button type="button" className="button small" onClick={() => editor.current?.format()}>
            {t.format}
          </button>
          {onRun ? (
            <button
              type="button"
              className="button small filled"
              title={t.runHint}
              disabled={!run || !changed}
              onClick={run}
            >
              {t.run}
            </button>
          ) : null}
        </div>
        {/* The editor cannot show what has no place. */}
        {faults
          .filter((f) => f.line === 0)
          .map((f) => (
            <p key={f.message} className="script-failure">
              <span>{f.message}</span>
            </p>
          ))}
        {failure ? <Failure failure={failure} old={changed} onGo={goTo} /> : null}
        <ScriptEditor
          ref={editor}
          text={script}
          faults={faults}
          params={params}
          ran={ran}
          onChange={(text) => onChange({ script: text })}
          onRun={run}
        />
        <div className="script-below">
          <TabList
            label={t.below}
            className="script-tabs"
            tabClass="script-tab"
            name={TABS}
            tabs={[
              ...(scriptOnly ? [] : [{ id: 'params' as const, name: t.params(params.length) }]),
              { id: 'log', name: t.log(printed.length) },
              { id: 'debugger', name: t.debugger },
              { id: 'contest', name: t.contest },
            ]}
            value={tab}
            onChange={setTab}
          />
          <TabPanel name={TABS} id={tab} className="script-tab-panel">
            {tab === 'params' ? (
              <ParamsTable params={params} onChange={(next) => onChange({ params: next })} />
            ) : null}
            {tab === 'log' ? <Log printed={printed} /> : null}
            {tab === 'debugger' ? <Debugger flow={flow} script={script} onRan={setRan} /> : null}
            {tab === 'contest' ? <ContestTab controller={controller} ready={faults.length === 0} /> : null}
          </TabPanel>
        </div>
      </div>
    </>
  );
}

/** The examples that a controller can start from. */
function Examples({ onChange }: Pick<ScriptPanelProps, 'onChange'>) {
  return (
    <Menu
      label={t.examples}
      button={{
        className: 'button',
        children: (
          <>
            {t.example}
            <Icon name="down" />
          </>
        ),
      }}
      groups={[
        {
          label: t.replaces,
          headed: true,
          options: EXAMPLES.map((example) => ({
            id: example.name,
            name: example.name,
            hint: example.summary,
            onPick: () => onChange({ ...example, params: [...example.params] }),
          })),
        },
      ]}
    />
  );
}

/** How many faults there are, and the way to the first one. */
function FaultCount(props: {
  faults: readonly Fault[];
  /** What it says without faults. */
  fine: string;
  onGo: (line: number, column: number) => void;
}) {
  const { faults, fine, onGo } = props;
  const placed = faults.find((f) => f.line > 0);
  let count: ReactNode = <span className="secondary">{fine}</span>;
  if (faults.length > 0) count = <strong>{t.faults(faults.length)}</strong>;
  return (
    <div className="script-faults" role="status">
      {count}
      {placed ? (
        <button type="button" className="quiet-button" onClick={() => onGo(placed.line, placed.column)}>
          {t.toLine(placed.line)}
        </button>
      ) : null}
    </div>
  );
}

interface FailureProps {
  failure: ScriptFailure;
  /** The text has changed since: its lines may be others. */
  old: boolean;
  onGo: (line: number, column: number) => void;
}

/** Where the script stopped in the run, and why. */
function Failure({ failure, old, onGo }: FailureProps) {
  const { atS, handler, line, column, message } = failure;
  return (
    <p className="script-failure" role={old ? undefined : 'alert'}>
      <span>
        {old ? `${t.stoppedBefore} ` : null}
        <strong>{t.stopped(formatValue(atS, 3), t.place(handler, line))}</strong> {message.replace(/\.$/, '')}
        . {t.since}
      </span>
      {line > 0 && !old ? (
        <button type="button" className="quiet-button" onClick={() => onGo(line, column)}>
          {t.toLine(line)}
        </button>
      ) : null}
    </p>
  );
}

/** What the script has printed; the last lines are in view. */
function Log({ printed }: { printed: readonly Printed[] }) {
  const end = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines move the end
  useEffect(() => {
    // Some browsers return a promise, which an effect must not.
    void end.current?.lastElementChild?.scrollIntoView({ block: 'nearest' });
  }, [printed]);
  if (printed.length === 0) return <p className="secondary">{t.noLog('print(x)')}</p>;
  return (
    <table className="script-log">
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.line}</th>
        </tr>
      </thead>
      <tbody ref={end}>
        {printed.map(({ atS, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity
          <tr key={i}>
            <td className="numeric">{formatValue(atS, 3)}</td>
            <td>{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
