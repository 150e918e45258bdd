import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { obstacleWords } from '../../app/obstacles';
import type { Engine } from '../../generated/types';
import { joinPath } from '../../scenario/path';
import { edit, useCatalogue, useDocument, useRun } from '../../store';
import { Changed } from './FlowPanel';
import { loses, mostAtAQueue } from './level';
import { ParamsForm } from './ParamsForm';
import type { Params } from './params';
import { Row, Section } from './Rows';

const MODELS: readonly { id: Engine; name: string }[] = [
  { id: 'packet', name: 'Packets' },
  { id: 'fluid', name: 'Fluid' },
  { id: 'both', name: 'Both' },
];

/** Which model runs the scenario; where there is no choice, why. */
export function ModelRow() {
  const engine = useDocument((d) => d.engine ?? 'packet');
  const obstacles = useRun((s) => s.obstacles);
  const why = useId();
  const stuck = engine === 'packet' && obstacles.length > 0;
  return (
    <>
      <Row
        name="Model"
        help="Packets one by one; or fluid, that is rates and queues as differential equations, which cost the same at any rate; or both, one over the other."
      >
        <ToggleButtonGroup
          className="segments"
          aria-label="Model"
          {...(stuck ? { 'aria-describedby': why } : {})}
          disallowEmptySelection
          selectedKeys={[engine]}
          onSelectionChange={(keys) => {
            const chosen = MODELS.find((m) => keys.has(m.id));
            if (chosen && chosen.id !== engine) edit('/engine', chosen.id, `model: ${chosen.name}`);
          }}
        >
          {MODELS.map(({ id, name }) => (
            <ToggleButton key={id} id={id} className="button" isDisabled={stuck && id !== 'packet'}>
              {name}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Row>
      {stuck ? (
        <p className="row-note secondary" id={why}>
          Packets only: {obstacleWords(obstacles)}.
        </p>
      ) : null}
    </>
  );
}

/** What can be set of the fluid model, where it takes part; live in a run. */
export function FluidSection() {
  const params = useCatalogue()?.fluid ?? [];
  const values = useDocument((d) => d.fluid) ?? {};
  const directory = useRun((s) => s.directory);
  const flows = directory ? mostAtAQueue(directory) : 0;
  const fluid = useDocument((d) => d.engine === 'fluid' || d.engine === 'both');
  if (!fluid) return null;
  return (
    <Section
      id="fluid-model"
      title="Fluid model"
      aside={
        <Changed
          of="parameters of the fluid model"
          params={values}
          onReset={() => edit('/fluid', {}, 'the fluid model’s defaults')}
        />
      }
    >
      <Level params={values} flows={flows} />
      <ParamsForm
        params={params}
        values={values}
        slides={{ m: { min: 1, max: Math.max(2, flows) } }}
        onChange={(id, value) => edit(joinPath('fluid', id), value)}
      />
    </Section>
  );
}

/** How many flows lose together at a congestion event: surely, perhaps, and not. */
function Level({ params, flows }: { params: Params; flows: number }) {
  const known = useCatalogue()?.fluid ?? [];
  if (flows < 2) return null;
  const { least, most } = loses(known, params, flows);
  const count = least === most ? `${most}` : `${least} to ${most}`;
  return (
    <p className="level">
      <span className="level-bar" aria-hidden="true">
        <i style={{ flexGrow: least }} />
        <i className="perhaps" style={{ flexGrow: most - least }} />
        <i className="spared" style={{ flexGrow: flows - most }} />
      </span>
      When the queue is full, {count} of {flows} flows lose.
    </p>
  );
}
