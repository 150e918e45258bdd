import { useEffect, useMemo, useState } from 'react';
import type { Experiment } from '../../../generated/types';
import { useCatalogue } from '../../../store';
import { useExperiment } from '../../../store/experiment';
import { Problems } from '../../messages/Messages';
import { Axes } from './Axes';
import { Base } from './Base';
import { ChartForm } from './ChartForm';
import { isPlaced } from './fields';
import { Json } from './Json';
import { Measures } from './Measures';
import { parameters } from './parameters';
import type { MeasureName } from './quantities';
import { QuickSize, Runs } from './Runs';
import { setupTexts as t } from './texts';

/** The schema of documents and the names of results, which load with the editor. */
interface Known {
  schema: unknown;
  names: readonly MeasureName[];
}

let known: Promise<Known> | null = null;

function readKnown(): Promise<Known> {
  known ??= Promise.all([
    import('../../../generated/schema.json'),
    import('../../../generated/measures.json'),
  ]).then(
    ([schema, measures]) => ({ schema: schema.default, names: measures.default }),
    (error: unknown) => {
      known = null;
      throw error;
    },
  );
  return known;
}

/** The forms that edit an experiment. */
export function Setup({ document }: { document: Experiment }) {
  const catalogue = useCatalogue();
  const problems = useExperiment((s) => s.problems);
  const [read, setRead] = useState<Known | null>(null);
  useEffect(() => {
    void readKnown().then(setRead);
  }, []);
  const { base } = document;
  const found = useMemo(
    () => (catalogue && read ? parameters(base, catalogue, read.schema) : []),
    [base, catalogue, read],
  );
  const unplaced = problems.filter((p) => !isPlaced(p.pointer));
  return (
    <>
      {problems.length > 0 ? (
        <div className="section refused-all" role="alert">
          <strong>{unplaced.length === 0 ? t.refusedBelow : t.refused}</strong>
          {unplaced.length > 0 ? <Problems list={unplaced} /> : null}
        </div>
      ) : null}
      <Base document={document} />
      <Axes document={document} parameters={found} />
      <Runs document={document} />
      <Measures document={document} names={read?.names ?? []} />
      <ChartForm document={document} />
      <QuickSize document={document} />
      <Json document={document} />
    </>
  );
}
