import { useEffect, useMemo, useState } from 'react';
import type { Change } from '../../scenario/change';
import { splitPath } from '../../scenario/path';
import { editAll, setAlgorithm, useCatalogue, useDocument } from '../../store';
import { describe } from '../../store/edit-actions';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { Toggle } from '../../ui/Toggle';
import type { Parameter } from '../experiment/setup/parameters';
import { controlsTexts as t } from './texts';

/** The parameters that the page leaves open, each as a row of its own. */
export function Controls({ paths }: { paths: readonly string[] }) {
  const list = useParameters();
  const open = paths.flatMap((path) => list.find((p) => p.path === path) ?? []);
  // Until the list has been loaded, nothing is known to be missing.
  const unknown = list.length === 0 ? [] : paths.filter((path) => !list.some((p) => p.path === path));
  if (open.length === 0 && unknown.length === 0) return null;
  return (
    <section className="section controls" aria-label={t.controls}>
      <h3>{t.changeIt}</h3>
      {open.map((parameter) => (
        <div className="control" key={parameter.path} title={parameter.help}>
          <span className="control-name">
            {parameter.name}
            <span className="secondary"> {parameter.family}</span>
          </span>
          <Value parameter={parameter} />
        </div>
      ))}
      {unknown.map((path) => (
        <p className="secondary" role="alert" key={path}>
          {t.unknown(path)}
        </p>
      ))}
    </section>
  );
}

function Value({ parameter }: { parameter: Parameter }) {
  const { path, name, unit, now, options, family } = parameter;
  const flows = useDocument((d) => d.flows);
  const label = `${name}, ${family}`;
  const set = (value: unknown) => {
    const [list, id, field] = splitPath(path);
    const flow = list === 'flows' && field === 'algorithm' ? flows.find((f) => f.id === id) : undefined;
    if (flow) setAlgorithm([flow], String(value), flow.name || flow.id);
    else {
      const change: Change = { path, value };
      editAll([change], describe(path, value), path);
    }
  };
  if (options)
    return <Choice label={label} value={String(now ?? '')} options={options} onChange={(id) => set(id)} />;
  if (typeof now === 'boolean') return <Toggle label={label} value={now} onChange={set} />;
  return (
    <span className="control-value">
      <NumberInput
        label={unit ? `${label}, ${unit}` : label}
        value={typeof now === 'number' ? now : null}
        onCommit={(value) => {
          if (value !== null) set(value);
        }}
      />
      <span className="secondary">{unit}</span>
    </span>
  );
}

/** Every parameter of the scenario as it stands now, of each link and flow by its path; what tells them comes when it is needed. */
export function useParameters(): Parameter[] {
  const scenario = useDocument((d) => d);
  const catalogue = useCatalogue();
  const [tell, setTell] = useState<((of: typeof scenario) => Parameter[]) | null>(null);
  useEffect(() => {
    if (!catalogue) return;
    let stale = false;
    void Promise.all([import('../experiment/setup/parameters'), import('../../generated/schema.json')]).then(
      ([{ eachOf, parameters }, { default: schema }]) => {
        if (!stale) setTell(() => (of: typeof scenario) => parameters(of, catalogue, schema, eachOf));
      },
    );
    return () => {
      stale = true;
    };
  }, [catalogue]);
  return useMemo(() => tell?.(scenario) ?? [], [tell, scenario]);
}
