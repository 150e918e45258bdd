import { useId } from 'react';
import type { Engine } from '../../generated/types';
import { edit, useDocument, useRun } from '../../store';
import { Radios } from '../../ui/Radios';
import { obstacleWords } from '../messages/obstacles';
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
        <Radios
          label="Model"
          className="segments"
          optionClass="button"
          value={engine}
          describedBy={stuck ? why : undefined}
          options={MODELS.map(({ id, name }) => ({ id, content: name, disabled: stuck && id !== 'packet' }))}
          onChange={(id) => edit('/engine', id, `model: ${MODELS.find((m) => m.id === id)?.name ?? id}`)}
        />
      </Row>
      {stuck ? (
        <p className="row-note secondary" id={why}>
          Packets only: {obstacleWords(obstacles)}.
        </p>
      ) : null}
    </>
  );
}
