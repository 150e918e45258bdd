import { useMemo, useRef, useState } from 'react';
import type { LessonStep } from '../../generated/types';
import { LANGUAGE_NAMES, LANGUAGES } from '../../language/language';
import { taskParameters } from '../../scenario/named-parameters';
import { canDo, useDocument } from '../../store';
import { defaultEmbed, type EmbedOptions, PANELS, type Panel, writeEmbed } from '../../store/embed-options';
import { Choice, type ChoiceOption } from '../../ui/Choice';
import { Icon } from '../../ui/Icon';
import { NumberInput } from '../../ui/NumberInput';
import { RowPicker } from '../../ui/RowPicker';
import { TextInput } from '../../ui/TextInput';
import { Toggle } from '../../ui/Toggle';
import { useParameters } from '../controls/Controls';
import { parameterRows } from '../experiment/setup/parameters';
import { elementSnippet, iframeSnippet } from './snippets';
import { embedTabTexts as words } from './texts';
import { useCopy } from './use-copy';
import { useShareLink } from './use-link';

const panelNames = (): Record<Panel, string> => ({
  network: words.network,
  plots: words.plots,
  notes: words.notes,
  results: words.results,
  controls: words.openParameters,
  time: words.playAndTime,
});

const allowChoices = () =>
  [
    { id: 'play', name: words.playOnly, hint: words.playOnlyHint },
    { id: 'some', name: words.changeSomeParameters, hint: words.someHint },
    { id: 'everything', name: words.changeEverything },
  ] as const;
const themeChoices = () =>
  [
    { id: 'auto', name: words.systemTheme },
    { id: 'light', name: words.light },
    { id: 'dark', name: words.dark },
  ] as const;
const languageChoices = () =>
  [
    { id: 'auto', name: words.readersLanguage },
    ...LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] })),
  ] as const;
const DECIMALS = [
  { id: 'point', name: '1.5' },
  { id: 'comma', name: '1,5' },
] as const;
const codeChoices = () => [
  { id: 'iframe', name: words.frame, hint: words.frameHint },
  { id: 'element', name: words.element, hint: words.elementHint },
];

/** Generates the code that embeds the laboratory into a page, with a live preview. */
export function EmbedTab() {
  const lesson = useDocument((d) => d.lesson);
  const steps = lesson?.steps ?? [];
  const [options, setOptions] = useState<EmbedOptions>(() => {
    const paths = neededParameters(steps);
    return paths.length > 0 ? { ...defaultEmbed, allow: { kind: 'some', paths } } : defaultEmbed;
  });
  const [start, setStart] = useState({ playing: false, atS: 0 });
  const [size, setSize] = useState({ width: '100%', height: 520 });
  const [code, setCode] = useState('iframe');
  const set = (change: Partial<EmbedOptions>) => setOptions({ ...options, ...change });
  const title = useDocument((d) => d.title) || 'Droptail';
  const duration = useDocument((d) => d.durationS);
  const locked = steps.flatMap((step, i) => {
    const needed = taskParameters(step);
    return needed && !canDo(options.allow, needed) ? [{ number: i + 1, needed }] : [];
  });
  const missing = [...new Set(locked.flatMap(({ needed }) => needed))];
  const startParameters = `${start.atS > 0 ? `&t=${start.atS}` : ''}${start.playing ? '&play=1' : ''}`;
  const more = startParameters + writeEmbed(options);
  const link = useShareLink({
    view: true,
    zoom: false,
    moment: false,
    branches: true,
    scene: false,
    student: '',
    more,
  });
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, copy] = useCopy(() => field.current?.select());
  const text =
    code === 'iframe'
      ? iframeSnippet(link, title, size)
      : elementSnippet(link, title, size, location.href.replace(/[?#].*/, ''));
  return (
    <div className="embed-builder">
      <div className="builder-form">
        <fieldset className="builder-panels">
          <legend>{words.shows}</legend>
          {PANELS.filter((panel) => panel !== 'controls').map((panel) => (
            <Toggle
              key={panel}
              label={panelNames()[panel]}
              value={options.panels.includes(panel)}
              onChange={(on) =>
                set({ panels: PANELS.filter((p) => (p === panel ? on : options.panels.includes(p))) })
              }
            />
          ))}
        </fieldset>
        <ChoiceField
          name={words.readersMay}
          value={options.allow.kind}
          options={allowChoices()}
          onChange={(kind) =>
            set({ allow: kind === 'some' ? { kind, paths: neededParameters(steps) } : { kind } })
          }
        />
        {options.allow.kind === 'some' ? (
          <OpenParameters
            paths={options.allow.paths}
            slider={options.slider}
            onChange={(paths) => set({ allow: { kind: 'some', paths } })}
            onSlider={(slider) => set({ slider })}
          />
        ) : null}
        {locked.length > 0 ? (
          <div className="builder-locked" role="status">
            <p className="secondary">{words.lockedTasks(locked.map(({ number }) => number).join(', '))}</p>
            {missing.length > 0 ? (
              <button
                type="button"
                className="button small framed"
                onClick={() => set({ allow: { kind: 'some', paths: [...pathsOf(options), ...missing] } })}
              >
                {words.openNeeded}
              </button>
            ) : null}
          </div>
        ) : null}
        <Toggle
          label={words.autoplay}
          value={start.playing}
          onChange={(playing) => setStart({ ...start, playing })}
        />
        <Field name={words.startsAtS}>
          <NumberInput
            label={words.startsAtS}
            value={start.atS}
            min={0}
            max={duration}
            onCommit={(atS) => setStart({ ...start, atS: atS ?? 0 })}
          />
        </Field>
        <ChoiceField
          name={words.theme}
          value={options.theme}
          options={themeChoices()}
          onChange={(theme) => set({ theme })}
        />
        <ChoiceField
          name={words.language}
          value={options.language}
          options={languageChoices()}
          onChange={(language) => set({ language })}
        />
        <ChoiceField
          name={words.numbers}
          value={options.decimals}
          options={DECIMALS}
          onChange={(decimals) => set({ decimals })}
        />
        <Field name={words.width}>
          <TextInput
            label={words.widthPxOr}
            value={size.width}
            onCommit={(width) => setSize({ ...size, width: /^\d+(%|px)?$/.test(width) ? width : '100%' })}
          />
        </Field>
        <Field name={words.heightPx}>
          <NumberInput
            label={words.heightPx}
            value={size.height}
            min={200}
            max={2000}
            integer
            onCommit={(height) => setSize({ ...size, height: height ?? 520 })}
          />
        </Field>
        {code === 'iframe' ? (
          <Field name={words.allowedOrigins}>
            <TextInput
              label={words.originLabel}
              value={options.origins.join(', ')}
              placeholder={words.originExample}
              onCommit={(origins) => set({ origins: origins.split(/[\s,]+/).filter(Boolean) })}
            />
          </Field>
        ) : null}
      </div>
      <div className="builder-result">
        {link === '' ? null : (
          <iframe
            className="builder-preview"
            title={words.preview}
            src={link}
            style={{ width: cssWidth(size.width), height: size.height }}
          />
        )}
        <textarea
          ref={field}
          className="field"
          readOnly
          rows={4}
          aria-label={words.codeForEmbedding}
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="builder-code">
          <Choice label={words.code} value={code} options={codeChoices()} onChange={setCode} />
          <button type="button" className="button filled" onClick={() => copy(text)} disabled={link === ''}>
            <Icon name="copy" />
            {copied === text ? words.copied : words.copyCode}
          </button>
        </div>
      </div>
    </div>
  );
}

/** The parameters that the tasks of a lesson ask to change. */
const neededParameters = (steps: readonly LessonStep[]) => [
  ...new Set(steps.flatMap((step) => taskParameters(step) ?? [])),
];

const pathsOf = ({ allow }: EmbedOptions) => (allow.kind === 'some' ? allow.paths : []);

const cssWidth = (width: string) => (/^\d+$/.test(width) ? `${width}px` : width);

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="builder-row">
      <span>{name}</span>
      {children}
    </div>
  );
}

interface ChoiceFieldProps<T extends string> {
  name: string;
  value: T;
  options: readonly (ChoiceOption & { id: T })[];
  onChange: (id: T) => void;
}

function ChoiceField<T extends string>({ name, ...choice }: ChoiceFieldProps<T>) {
  return (
    <Field name={name}>
      <Choice label={name} {...choice} />
    </Field>
  );
}

/** The parameters that readers may change. */
function OpenParameters({
  paths,
  slider,
  onChange,
  onSlider,
}: {
  paths: readonly string[];
  slider: string;
  onChange: (paths: readonly string[]) => void;
  onSlider: (path: string) => void;
}) {
  const all = useParameters();
  const sliding = all.filter((p) => p.range && paths.includes(p.path));
  const rows = useMemo(() => parameterRows(all.filter((p) => !paths.includes(p.path))), [all, paths]);
  return (
    <div className="builder-paths">
      {paths.map((path) => {
        const parameter = all.find((p) => p.path === path);
        const name = parameter ? `${parameter.name}, ${parameter.family}` : path;
        return (
          <span className="builder-path" key={path}>
            {name}
            <button
              type="button"
              className="button small square"
              aria-label={words.lock(name)}
              onClick={() => onChange(paths.filter((p) => p !== path))}
            >
              <Icon name="close" />
            </button>
          </span>
        );
      })}
      <RowPicker
        label={words.addAParameter}
        of={words.readersMayChange}
        name={words.addAParameter}
        rows={rows}
        value=""
        onChange={(path) => onChange([...paths, path])}
      />
      {sliding.length > 0 ? (
        <ChoiceField
          name={words.slider}
          value={paths.includes(slider) ? slider : ''}
          options={[
            { id: '', name: words.noSlider },
            ...sliding.map(({ path, name, family }) => ({ id: path, name: `${name}, ${family}` })),
          ]}
          onChange={onSlider}
        />
      ) : null}
    </div>
  );
}
