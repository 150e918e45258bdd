import type { AlgorithmInfo, Catalogue, Row as CatalogueRow, Flow, ParamValue } from '../../generated/types';
import { english } from '../../language/english';
import { trafficOf } from '../../scenario/change';
import { nodeName } from '../../scenario/names';
import { joinPath } from '../../scenario/path';
import { documentNow, edit, flowIndexOf, flowStyle, useCatalogue, useDocument, useRun } from '../../store';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { RowPicker } from '../../ui/RowPicker';
import { TextInput } from '../../ui/TextInput';
import { Results } from '../results';
import { AlgorithmSection } from './AlgorithmPicker';
import { ParamsForm } from './ParamsForm';
import { type AlgorithmChoices, changedValues, type Params } from './params';
import { ResetAll, Row, Section } from './Rows';
import { flowPanelTexts as t } from './selected-texts';
import { useFluidNote } from './use-fluid-note';
import { Variables } from './Variables';

export function FlowPanel({ flow }: { flow: Flow }) {
  const catalogue = useCatalogue();
  const hosts = useDocument((d) => d.nodes).filter((n) => n.kind === 'host');
  const at = (...parts: string[]) => joinPath('flows', flow.id, ...parts);
  const algorithm = catalogue?.algorithms.find((a) => a.id === flow.algorithm);
  const profiles = profilesFor(catalogue, algorithm);
  const profile = profiles.find((row) => row.id === flow.stack?.kind);
  const label = flowStyle(flowIndexOf(flow.id)).label;
  const many = useRun((s) => s.directory?.flows.find((f) => f.id === flow.id)?.window) === 'sum';
  // The fluid model has rates and windows, but no variables of packet-level controllers.
  const fluid = useDocument((d) => d.engine === 'fluid');
  const scenario = documentNow();
  const ends = hosts.map((n) => ({ id: n.id, name: nodeName(scenario, n.id) }));
  return (
    <>
      <AlgorithmSection flows={[flow]} />
      {algorithm && algorithm.params.length > 0 ? (
        <Section
          title={t.parameters}
          aside={
            <ResetAll
              of={t.parametersOf}
              params={changedValues(algorithm.params, flow.params ?? {})}
              onReset={() => edit(at('params'), {}, t.defaultParameters(label))}
            />
          }
        >
          <ParamsForm
            at={at('params')}
            params={algorithm.params}
            values={flow.params ?? {}}
            onChange={(id, value) => edit(at('params', id), value)}
          />
        </Section>
      ) : null}
      {algorithm && !many && !fluid ? (
        <Variables owner={flow.id} row={algorithm} of={t.ofTheAlgorithm} />
      ) : null}
      {many ? <ManyConnections /> : null}
      <Section title={t.traffic}>
        <RowForm
          at={at('traffic')}
          name={t.source}
          rows={trafficOf(catalogue, flow.algorithm)}
          kind={flow.traffic?.kind ?? catalogue?.traffic[0]?.id ?? ''}
          params={flow.traffic?.params ?? {}}
          onKind={(kind) => edit(at('traffic'), { kind }, t.trafficChange(kind))}
          onParam={(id, value) => edit(at('traffic', 'params', id), value)}
        />
        <Row name={t.startsAt}>
          <NumberInput
            label={t.startsAtS}
            value={flow.startS ?? 0}
            min={0}
            onCommit={(value) => edit(at('startS'), value ?? 0)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name={t.startJitter} help={t.startJitterHelp}>
          <NumberInput
            label={t.startJitterS}
            value={flow.startJitterS ?? 0}
            min={0}
            onCommit={(value) => edit(at('startJitterS'), value ?? 0)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
        <Row name={t.sendOverhead} help={t.sendOverheadHelp}>
          <NumberInput
            label={t.sendOverheadUs}
            value={flow.sendOverheadUs ?? 0}
            min={0}
            onCommit={(value) => edit(at('sendOverheadUs'), value ?? 0)}
          />
          <span className="row-unit secondary">{t.us}</span>
        </Row>
        <Row name={t.stopsAt} help={t.stopsHelp}>
          <NumberInput
            label={t.stopsAtS}
            value={flow.stopS ?? null}
            min={0}
            emptiable
            placeholder={t.never}
            onCommit={(value) => edit(at('stopS'), value)}
          />
          <span className="row-unit secondary">s</span>
        </Row>
      </Section>
      {algorithm?.transport === 'udp' ? null : (
        <Section
          title={t.stack}
          aside={
            <ResetAll
              of={t.stackOptionsOf}
              params={changedValues(profile?.params ?? [], flow.stack?.params ?? {})}
              onReset={() => edit(at('stack', 'params'), {}, t.profileOptions(label))}
            />
          }
        >
          <RowForm
            at={at('stack')}
            name={t.profile}
            rows={profiles}
            kind={flow.stack?.kind ?? ''}
            params={flow.stack?.params ?? {}}
            onKind={(kind) => edit(at('stack'), { kind }, t.stackChange(kind))}
            onParam={(id, value) => edit(at('stack', 'params', id), value)}
            // Recovery and pacing are part of an algorithm, so they are always visible; the other options are folded.
            first={2}
            {...(algorithm ? { auto: algorithmChoices(algorithm) } : {})}
          />
        </Section>
      )}
      <Section title={t.path}>
        <Row name={t.name}>
          <TextInput
            label={t.name}
            value={flow.name ?? ''}
            placeholder={label}
            onCommit={(name) => edit(at('name'), name || null, t.renameFlow)}
          />
        </Row>
        <Row name={t.from}>
          <Choice label={t.from} value={flow.from} options={ends} onChange={(id) => edit(at('from'), id)} />
        </Row>
        <Row name={t.to}>
          <Choice label={t.to} value={flow.to} options={ends} onChange={(id) => edit(at('to'), id)} />
        </Row>
      </Section>
      <Results />
    </>
  );
}

/** What the algorithm chooses for options set to "auto"; '' if it has no such option. */
const algorithmChoices = ({ recovery, spacing }: AlgorithmInfo): AlgorithmChoices => ({ recovery, spacing });

/** The profiles, without options that only apply to TCP if the algorithm uses another transport. */
function profilesFor(catalogue: Catalogue | null, algorithm: AlgorithmInfo | undefined): CatalogueRow[] {
  const stacks = catalogue?.stacks ?? [];
  if (!algorithm) return stacks;
  const idle = Object.entries(algorithmChoices(algorithm)).flatMap(([id, choice]) =>
    choice === '' ? [id] : [],
  );
  return stacks.map((row) => ({ ...row, params: row.params.filter((p) => !idle.includes(p.id)) }));
}

function ManyConnections() {
  return (
    <Section title={t.variables}>
      <p className="secondary">{t.manyConnections}</p>
    </Section>
  );
}

interface ChoiceFormProps {
  /** Path of the choice. */
  at: string;
  name: string;
  rows: readonly CatalogueRow[];
  kind: string;
  params: Params;
  auto?: AlgorithmChoices;
  /** Number of parameters that a folded form shows. */
  first?: number;
  onKind: (kind: string) => void;
  onParam: (id: string, value: ParamValue | null) => void;
}

/** A picker for a catalogue row, with the parameters of the row. */
export function RowForm({ at, name, rows, kind, params, onKind, onParam, ...more }: ChoiceFormProps) {
  const row = rows.find((r) => r.id === kind);
  const note = useFluidNote();
  return (
    <>
      <Row name={name} {...(row ? { help: row.summary, helpLang: english() } : {})}>
        <RowPicker label={name} rows={rows} value={kind} note={note} lang={english()} onChange={onKind} />
      </Row>
      {row ? (
        <ParamsForm
          key={kind}
          at={`${at}/params`}
          params={row.params}
          values={params}
          onChange={onParam}
          {...more}
        />
      ) : null}
    </>
  );
}
