import { useId } from 'react';
import type { Engine } from '../../generated/types';
import { edit, useDocument, useRun } from '../../store';
import { Radios } from '../../ui/Radios';
import { obstacleWords } from '../messages/obstacles';
import { Row } from './Rows';
import { modelTexts as t } from './texts';

const MODELS: readonly { id: Engine; name: string }[] = [
  { id: 'packet', name: t.packets },
  { id: 'fluid', name: t.fluid },
  { id: 'both', name: t.both },
];

/** Which model runs the scenario; where there is no choice, why. */
export function ModelRow() {
  const engine = useDocument((d) => d.engine ?? 'packet');
  const obstacles = useRun((s) => s.obstacles);
  const why = useId();
  const stuck = engine === 'packet' && obstacles.length > 0;
  return (
    <>
      <Row name={t.model} help={t.help}>
        <Radios
          label={t.model}
          className="segments"
          optionClass="button"
          value={engine}
          describedBy={stuck ? why : undefined}
          options={MODELS.map(({ id, name }) => ({ id, content: name, disabled: stuck && id !== 'packet' }))}
          onChange={(id) => edit('/engine', id, t.modelChange(MODELS.find((m) => m.id === id)?.name ?? id))}
        />
      </Row>
      {stuck ? (
        <p className="row-note secondary" id={why}>
          {t.packetsOnly(obstacleWords(obstacles))}
        </p>
      ) : null}
    </>
  );
}
