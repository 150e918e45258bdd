import { joinPath } from '../../scenario/path';
import { edit, useCatalogue, useDocument, useRun } from '../../store';
import { losingFlows, maxFlowsAtQueue } from './level';
import { ParamsForm } from './ParamsForm';
import { changedValues, type Params } from './params';
import { ResetAll, Section } from './Rows';
import { fluidSectionTexts as t } from './texts';

/** The parameters of the fluid model, which can be changed during a run. */
export default function FluidSection() {
  const params = useCatalogue()?.fluid ?? [];
  const values = useDocument((d) => d.fluid) ?? {};
  const directory = useRun((s) => s.directory);
  const flows = directory ? maxFlowsAtQueue(directory) : 0;
  return (
    <Section
      id="fluid-model"
      title={t.fluidModel}
      aside={
        <ResetAll
          of={t.parametersOf}
          params={changedValues(params, values)}
          onReset={() => edit('/fluid', {}, t.defaults)}
        />
      }
    >
      <LossLevel params={values} flows={flows} />
      <ParamsForm
        at="/fluid"
        params={params}
        values={values}
        sliderRanges={{ m: { min: 1, max: Math.max(2, flows) } }}
        onChange={(id, value) => edit(joinPath('fluid', id), value)}
      />
    </Section>
  );
}

/** Shows how many flows lose together in a congestion event: certainly, possibly, or not. */
function LossLevel({ params, flows }: { params: Params; flows: number }) {
  const known = useCatalogue()?.fluid ?? [];
  if (flows < 2) return null;
  const { least, most } = losingFlows(known, params, flows);
  const count = least === most ? `${most}` : t.range(least, most);
  return (
    <p className="level">
      <span className="level-bar" aria-hidden="true">
        <i style={{ flexGrow: least }} />
        <i className="perhaps" style={{ flexGrow: most - least }} />
        <i className="spared" style={{ flexGrow: flows - most }} />
      </span>
      {t.whenFull} {count} {t.ofLabel} {flows} {t.flowsLose}
    </p>
  );
}
