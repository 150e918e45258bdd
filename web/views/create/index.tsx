import { english } from '../../language/english';
import './create.css';
import { useRef, useState } from 'react';
import { formatNumber } from '../../drawing/format';
import {
  bdpPackets,
  bufferPackets,
  fromTemplate,
  TEMPLATES,
  type Template,
  type TemplateChoice,
} from '../../scenario/templates';
import { useCatalogue, useSession } from '../../store';
import { openNew } from '../../store/open';
import { session } from '../../store/session';
import { Icon } from '../../ui/Icon';
import { Modal } from '../../ui/Modal';
import { NetworkSketch } from '../../ui/NetworkSketch';
import { Radios } from '../../ui/Radios';
import { RowPicker } from '../../ui/RowPicker';
import { Toggle } from '../../ui/Toggle';
import { Quantity } from '../inspector/Rows';
import { createTexts as words } from './texts';

/** The last choice of the visitor, with which the dialog starts. Without an algorithm, the default is used. */
let lastChoice: { template: Template; choice: Omit<TemplateChoice, 'flows'>; flows: Record<string, number> } =
  {
    template: TEMPLATES[0] as Template,
    choice: { rateMbps: 20, rttMs: 60, bufferBdp: 1, algorithm: '', otherAlgorithm: '' },
    flows: {},
  };

/** The numbers that every template needs. */
const quantities = () =>
  [
    {
      field: 'rateMbps',
      name: words.bottleneck,
      unit: 'Mb/s',
      min: 0.01,
      max: 10_000,
      slide: { min: 0.1, max: 1000 },
    },
    {
      field: 'rttMs',
      name: words.roundTrip,
      unit: 'ms',
      min: 0.01,
      max: 10_000,
      slide: { min: 1, max: 1000 },
    },
    {
      field: 'bufferBdp',
      name: words.buffer,
      unit: '× BDP',
      min: 0.001,
      max: 100,
      slide: { min: 0.05, max: 10 },
    },
  ] as const;

const close = () => session.setState({ creating: false });

/** Creates a network from a template, or an empty one. */
export default function Create() {
  const open = useSession((s) => s.creating);
  if (!open) return null;
  return (
    <Modal
      label={words.newNetwork}
      overlay="dialog-overlay"
      className="dialog create create-dialog"
      onClose={close}
    >
      <Choose />
    </Modal>
  );
}

function Choose() {
  const catalogue = useCatalogue();
  const [state, setState] = useState(lastChoice);
  const { template } = state;
  const choice = { ...state.choice, algorithm: state.choice.algorithm || (catalogue?.usualAlgorithm ?? '') };
  const flowsOf = (t: Template) => state.flows[t.id] ?? t.flows.usual;
  const set = (change: Partial<typeof choice>) =>
    setState((s) => ({ ...s, choice: { ...s.choice, ...change } }));
  const full: TemplateChoice = { ...choice, flows: flowsOf(template) };
  const form = useRef<HTMLDivElement>(null);
  const create = async () => {
    // A field with an invalid number still has its old value, which the visitor does not mean.
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]');
    if (wrong) {
      wrong.focus();
      return;
    }
    lastChoice = state;
    if (!(await openNew(fromTemplate(template, full, catalogue)))) return;
    close();
    focusNext('.transport .play');
  };
  return (
    <>
      <div className="dialog-head">
        <h2>{words.newNetwork}</h2>
        <button type="button" className="button small square" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <div className="create-body">
        <Radios
          label={words.template}
          className="templates"
          optionClass="template"
          focused
          value={template.id}
          options={TEMPLATES.map((t) => ({
            id: t.id,
            content: (
              <>
                <NetworkSketch scenario={fromTemplate(t, { ...choice, flows: flowsOf(t) }, catalogue)} />
                <strong>{t.words().name}</strong>
                <span className="secondary">{t.words().summary}</span>
              </>
            ),
          }))}
          onChange={(id) =>
            setState((s) => ({ ...s, template: TEMPLATES.find((t) => t.id === id) ?? s.template }))
          }
        />
        <div className="create-form" ref={form}>
          <Quantity
            name={words.flows}
            unit=""
            value={flowsOf(template)}
            min={template.flows.min}
            max={template.flows.max}
            integer
            onCommit={(n) => setState((s) => ({ ...s, flows: { ...s.flows, [template.id]: n } }))}
          />
          {quantities().map(({ field, ...row }) => (
            <Quantity
              key={field}
              {...row}
              value={choice[field]}
              log
              onCommit={(value) => set({ [field]: value })}
            />
          ))}
          <p className="create-sum secondary" role="status">
            {networkSummary(full)}
          </p>
          <div className="create-algorithm">
            <span className="row-name">{words.algorithm}</span>
            <RowPicker
              label={words.algorithm}
              rows={catalogue?.algorithms ?? []}
              lang={english()}
              value={choice.algorithm}
              onChange={(algorithm) => set({ algorithm })}
              wide
            />
          </div>
          {template.flows.max > 1 ? (
            <Mixed
              algorithm={choice.algorithm}
              other={choice.otherAlgorithm}
              onChange={(otherAlgorithm) => set({ otherAlgorithm })}
            />
          ) : null}
        </div>
      </div>
      <div className="dialog-foot">
        <button
          type="button"
          className="button framed"
          onClick={() => {
            close();
            void openNew().then(() => focusNext('.topology-tools [tabindex="0"]'));
          }}
        >
          {words.startEmpty}
        </button>
        <button type="button" className="button filled" onClick={() => void create()}>
          {words.createAndRun}
        </button>
      </div>
    </>
  );
}

/** Focuses what comes next in the laboratory: the button New, which a dialog returns to, would make Space open the dialog again. */
function focusNext(selector: string): void {
  // By then the dialog has closed, and the laboratory is drawn.
  setTimeout(() => document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true }));
}

/** Whether every second flow has another algorithm, and which. */
function Mixed(props: { algorithm: string; other: string; onChange: (other: string) => void }) {
  const { algorithm, other, onChange } = props;
  const catalogue = useCatalogue();
  const recent = useSession((s) => s.recent);
  const algorithms = catalogue?.algorithms ?? [];
  const own = algorithms.find((a) => a.id === algorithm);
  // A recently used algorithm, or the newest one of another family that does not need ECN marks.
  const suggestion = () =>
    recent.find((id) => id !== algorithm && algorithms.some((a) => a.id === id)) ??
    algorithms
      .filter((a) => a.family !== own?.family && a.feedback === 'classic')
      .sort((a, b) => b.year - a.year)[0]?.id ??
    '';
  return (
    <>
      <Toggle label={words.mixed} value={other !== ''} onChange={(on) => onChange(on ? suggestion() : '')} />
      {other === '' ? null : (
        <RowPicker
          label={words.otherAlgorithm}
          rows={algorithms}
          value={other}
          lang={english()}
          onChange={onChange}
          wide
        />
      )}
    </>
  );
}

/** Describes the resulting network. */
function networkSummary(choice: TemplateChoice): string {
  const whole = (n: number) => formatNumber(n < 10 ? Number(n.toPrecision(2)) : Math.round(n));
  const packets = bufferPackets(choice);
  // The time that a full buffer takes to drain.
  const queueMs = (packets * 1500 * 8) / (choice.rateMbps * 1000);
  return words.facts(whole(bdpPackets(choice)), whole(packets), whole(queueMs));
}
