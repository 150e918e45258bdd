import { useEffect, useMemo, useRef, useState } from 'react';
import type { Change } from '../../scenario/change';
import { flowWithScript, splitPath } from '../../scenario/path';
import { changeWords, editAll, setAlgorithm, useCatalogue, useDocument } from '../../store';
import { session } from '../../store/session';
import { Choice } from '../../ui/Choice';
import { NumberInput } from '../../ui/NumberInput';
import { Toggle } from '../../ui/Toggle';
import type { Parameter } from '../experiment/setup/parameters';
import { MarkedSlider } from './MarkedSlider';
import { controlsTexts as t } from './texts';

interface Props {
  paths: readonly string[];
  /** The parameter that has a slider; '' for none. */
  slider: string;
}

/** Controls for the parameters that readers may change, one row each. */
export function Controls({ paths, slider }: Props) {
  const list = useParameters();
  // After a change of algorithm or discipline, its former parameters are missing, which is not the author's mistake.
  const seen = useRef(new Set<string>());
  for (const { path } of list) seen.current.add(path);
  const open = paths.flatMap((path) => list.find((p) => p.path === path) ?? []);
  // Before the list is loaded, no parameter counts as missing.
  const scripts = useScripts(paths);
  const known = (path: string) => seen.current.has(path) || scripts.some((s) => s.path === path);
  const unknown = list.length === 0 ? [] : paths.filter((path) => !known(path));
  if (open.length === 0 && scripts.length === 0 && unknown.length === 0) return null;
  return (
    <section className="section controls" aria-label={t.controls}>
      <h3>{t.changeIt}</h3>
      {open.map((parameter) => (
        <div className="control" key={parameter.path} data-parameter={parameter.path} title={parameter.help}>
          <span className="control-name">
            {parameter.name}
            <span className="secondary"> {parameter.family}</span>
          </span>
          <Value parameter={parameter} slides={parameter.path === slider} />
        </div>
      ))}
      {scripts.map(({ path, name, flow }) => (
        <div className="control" key={path} data-parameter={path}>
          <span className="control-name">{name}</span>
          <button
            type="button"
            className="button small framed"
            onClick={() => session.setState({ writing: flow })}
          >
            {t.editScript}
          </button>
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

/** Controllers whose scripts readers may change, each with a flow that runs it. */
function useScripts(paths: readonly string[]) {
  const scenario = useDocument((d) => d);
  return paths.flatMap((path) => {
    const flow = flowWithScript(scenario, path);
    const controller = scenario.controllers?.find((c) => c.id === splitPath(path)[1]);
    return flow && controller ? [{ path, name: controller.name, flow }] : [];
  });
}

function Value({ parameter, slides }: { parameter: Parameter; slides: boolean }) {
  const { path, name, unit, now, options, family, range } = parameter;
  const [preview, setPreview] = useState<number | null>(null);
  const flows = useDocument((d) => d.flows);
  const label = `${name}, ${family}`;
  const set = (value: unknown) => {
    const [list, id, field] = splitPath(path);
    const flow = list === 'flows' && field === 'algorithm' ? flows.find((f) => f.id === id) : undefined;
    if (flow) setAlgorithm([flow], String(value), flow.name || flow.id);
    else {
      const change: Change = { path, value };
      editAll([change], changeWords(path, value), path);
    }
  };
  if (options)
    return <Choice label={label} value={String(now ?? '')} options={options} onChange={(id) => set(id)} />;
  if (typeof now === 'boolean') return <Toggle label={label} value={now} onChange={set} />;
  const field = (
    <span className="control-value">
      <NumberInput
        label={unit ? `${label}, ${unit}` : label}
        value={preview ?? (typeof now === 'number' ? now : null)}
        {...(range ? { min: range.min, max: range.max, integer: range.integer } : {})}
        onCommit={(value) => {
          if (value !== null) set(value);
        }}
      />
      <span className="secondary">{unit}</span>
    </span>
  );
  if (!slides || !range || typeof now !== 'number') return field;
  return (
    <>
      {field}
      <MarkedSlider
        parameter={{ ...parameter, range }}
        value={now}
        onPreview={setPreview}
        onCommit={(value) => {
          if (value !== now) set(value);
        }}
      />
    </>
  );
}

/** Every parameter of the current scenario, for each link and flow. The code that lists them is loaded on demand. */
export function useParameters(): Parameter[] {
  const scenario = useDocument((d) => d);
  const catalogue = useCatalogue();
  const [readParameters, setTell] = useState<((of: typeof scenario) => Parameter[]) | null>(null);
  useEffect(() => {
    if (!catalogue) return;
    let stale = false;
    void Promise.all([import('../experiment/setup/parameters'), import('../../generated/schema.json')]).then(
      ([{ escapedIds: eachOf, parameters }, { default: schema }]) => {
        if (!stale) setTell(() => (of: typeof scenario) => parameters(of, catalogue, schema, eachOf));
      },
    );
    return () => {
      stale = true;
    };
  }, [catalogue]);
  return useMemo(() => readParameters?.(scenario) ?? [], [readParameters, scenario]);
}
