import { useId } from 'react';
import type { Engine } from '../../generated/types';
import { edit, useDocument, useRun } from '../../store';
import { Radios } from '../../ui/Radios';
import { obstacleText } from '../messages/obstacles';
import { Row } from './Rows';
import { modelTexts as t } from './texts';

const models = (): readonly { id: Engine; name: string }[] => [
  { id: 'packet', name: t.packets },
  { id: 'fluid', name: t.fluid },
  { id: 'both', name: t.both },
];

/** The choice of the model, or the reason why there is none. */
export function ModelRow() {
  const engine = useDocument((d) => d.engine ?? 'packet');
  const obstacles = useRun((s) => s.obstacles);
  const why = useId();
  const packetOnly = engine === 'packet' && obstacles.length > 0;
  return (
    <>
      <Row name={t.model} help={t.help}>
        <Radios
          label={t.model}
          className="segments"
          optionClass="button"
          value={engine}
          describedBy={packetOnly ? why : undefined}
          options={models().map(({ id, name }) => ({
            id,
            content: name,
            disabled: packetOnly && id !== 'packet',
          }))}
          onChange={(id) => edit('/engine', id, t.modelChange(models().find((m) => m.id === id)?.name ?? id))}
        />
      </Row>
      {packetOnly ? (
        <p className="row-note secondary" id={why}>
          {t.packetsOnly(obstacleText(obstacles))}
        </p>
      ) : null}
    </>
  );
}
