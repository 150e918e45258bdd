import './create.css';
import { useState } from 'react';
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
import { Quantity } from '../inspector/Rows';
import { createTexts as words } from './texts';

/** What a visitor chose the last time; the next network begins with it. Without an algorithm it is the usual one. */
let last: { template: Template; choice: Omit<TemplateChoice, 'flows'>; flows: Record<string, number> } = {
  template: TEMPLATES[0] as Template,
  choice: { rateMbps: 20, rttMs: 60, bufferBdp: 1, algorithm: '' },
  flows: {},
};

/** What any template takes as a number. */
const QUANTITIES = [
  {
    field: 'rateMbps',
    name: words.bottleneck,
    unit: 'Mb/s',
    min: 0.01,
    max: 10_000,
    slide: { min: 0.1, max: 1000 },
  },
  { field: 'rttMs', name: words.roundTrip, unit: 'ms', min: 0.01, max: 10_000, slide: { min: 1, max: 1000 } },
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

/** A new network: from a template, or an empty page. */
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
  const [state, setState] = useState(last);
  const { template } = state;
  const choice = { ...state.choice, algorithm: state.choice.algorithm || (catalogue?.usualAlgorithm ?? '') };
  const flowsOf = (t: Template) => state.flows[t.id] ?? t.flows.usual;
  const set = (change: Partial<typeof choice>) =>
    setState((s) => ({ ...s, choice: { ...s.choice, ...change } }));
  const full: TemplateChoice = { ...choice, flows: flowsOf(template) };
  const create = async () => {
    last = state;
    if (await openNew(fromTemplate(template, full, catalogue))) close();
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
                <strong>{t.name}</strong>
                <span className="secondary">{t.summary}</span>
              </>
            ),
          }))}
          onChange={(id) =>
            setState((s) => ({ ...s, template: TEMPLATES.find((t) => t.id === id) ?? s.template }))
          }
        />
        <div className="create-form">
          <Quantity
            name={words.flows}
            unit=""
            value={flowsOf(template)}
            min={template.flows.min}
            max={template.flows.max}
            integer
            onCommit={(n) => setState((s) => ({ ...s, flows: { ...s.flows, [template.id]: n } }))}
          />
          {QUANTITIES.map(({ field, ...row }) => (
            <Quantity
              key={field}
              {...row}
              value={choice[field]}
              log
              onCommit={(value) => set({ [field]: value })}
            />
          ))}
          <p className="create-sum secondary" role="status">
            {sumWords(full)}
          </p>
          <div className="create-algorithm">
            <span className="row-name">{words.algorithm}</span>
            <RowPicker
              label={words.algorithm}
              rows={catalogue?.algorithms ?? []}
              value={choice.algorithm}
              onChange={(algorithm) => set({ algorithm })}
              wide
            />
          </div>
        </div>
      </div>
      <div className="dialog-foot">
        <button
          type="button"
          className="button framed"
          onClick={() => {
            close();
            void openNew();
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

/** What the numbers come to. */
function sumWords(choice: TemplateChoice): string {
  const whole = (n: number) => (n < 10 ? Number(n.toPrecision(2)) : Math.round(n)).toLocaleString('en');
  const packets = bufferPackets(choice);
  // The time that a full buffer takes to drain.
  const queueMs = (packets * 1500 * 8) / (choice.rateMbps * 1000);
  return words.facts(whole(bdpPackets(choice)), whole(packets), whole(queueMs));
}
