import { useEffect, useMemo, useState } from 'react';
import { Problems } from '../../../app/Messages';
import { useExperiment } from '../../../experiment';
import type { Experiment } from '../../../generated/types';
import { useCatalogue } from '../../../store';
import { Axes } from './Axes';
import { Base } from './Base';
import { ChartForm } from './ChartForm';
import { isPlaced } from './fields';
import { Json } from './Json';
import { Measures } from './Measures';
import { parameters } from './parameters';
import type { MeasureName } from './quantities';
import { QuickSize, Runs } from './Runs';

/** What the editor knows of documents and results: read once it is opened. */
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

/** Forms for all that an experiment is. */
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
          <strong>This change is not possible{unplaced.length === 0 ? ': see below' : ''}.</strong>
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
