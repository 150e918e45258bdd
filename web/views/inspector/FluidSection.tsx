import { joinPath } from '../../scenario/path';
import { edit, useCatalogue, useDocument, useRun } from '../../store';
import { loses, mostAtAQueue } from './level';
import { ParamsForm } from './ParamsForm';
import type { Params } from './params';
import { Changed, Section } from './Rows';
import { fluidSectionTexts as t } from './texts';

/** What can be set of the fluid model; live in a run. */
export default function FluidSection() {
  const params = useCatalogue()?.fluid ?? [];
  const values = useDocument((d) => d.fluid) ?? {};
  const directory = useRun((s) => s.directory);
  const flows = directory ? mostAtAQueue(directory) : 0;
  return (
    <Section
      id="fluid-model"
      title={t.fluidModel}
      aside={<Changed of={t.parametersOf} params={values} onReset={() => edit('/fluid', {}, t.defaults)} />}
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
