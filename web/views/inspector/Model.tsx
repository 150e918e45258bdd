import { useId } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { obstacleWords } from '../../app/obstacles';
import type { Engine } from '../../generated/types';
import { edit, useDocument, useRun } from '../../store';
import { Row } from './Rows';

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
