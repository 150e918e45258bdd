import { useEffect, useMemo, useState } from 'react';
import type { Experiment } from '../../../generated/types';
import { useExperiment } from '../../../store/experiment';
import { Problems } from '../../messages/Problems';
import { Axes } from './Axes';
import { Base } from './Base';
import { ChartForm } from './ChartForm';
import { hasField } from './fields';
import { Json } from './Json';
import { Measures } from './Measures';
import { parameters } from './parameters';
import type { MeasureName } from './quantities';
import { QuickSize, Runs } from './Runs';
import { setupTexts as t } from './texts';
import { useRows } from './use-rows';

/** The schema of documents and the names of results, which are loaded with the editor. */
interface EditorData {
  schema: unknown;
  names: readonly MeasureName[];
}

let editorData: Promise<EditorData> | null = null;

function loadEditorData(): Promise<EditorData> {
  editorData ??= Promise.all([
    import('../../../generated/schema.json'),
    import('../../../generated/measures.json'),
  ]).then(
    ([schema, measures]) => ({ schema: schema.default, names: measures.default }),
    (error: unknown) => {
      editorData = null;
      throw error;
    },
  );
  return editorData;
}

/** The forms that edit an experiment. */
export function Setup({ document }: { document: Experiment }) {
  const catalogue = useRows();
  const problems = useExperiment((s) => s.problems);
  const [read, setRead] = useState<EditorData | null>(null);
  useEffect(() => {
    void loadEditorData().then(setRead);
  }, []);
  const { base } = document;
  const found = useMemo(
    () => (catalogue && read ? parameters(base, catalogue, read.schema) : []),
    [base, catalogue, read],
  );
  const unplaced = problems.filter((p) => !hasField(p.pointer));
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
