import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatTick } from '../../drawing/format';
import { getPath, splitPath } from '../../scenario/path';
import { useRun } from '../../store';
import { app } from '../../store/app';
import { Slider } from '../../ui/Slider';
import type { Parameter } from '../experiment/setup/parameters';
import { fromSlider, type Scale, stepsOf, toSlider } from '../inspector/scale';
import { bdpOf } from '../plots/model/specs';
import { type Mark, placeMarks, sliderRange } from './marks';
import { controlsTexts as t } from './texts';

interface Props {
  parameter: Parameter & { range: Scale };
  value: number;
  /** Called while the slider moves, and with null when it is released. */
  onPreview: (value: number | null) => void;
  onCommit: (value: number) => void;
}

/** A slider with marks for the current value, the initial value of the document, and the BDP if the parameter counts packets in a queue. */
export function MarkedSlider({ parameter, value, onPreview, onCommit }: Props) {
  const { name, family, unit, range } = parameter;
  const { marks, steady } = useMarks(parameter, value);
  const scale = sliderRange(range, steady);
  const extended = { ...scale, min: Math.min(scale.min, value), max: Math.max(scale.max, value) };
  const line = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(160);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth || 160));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const placed = placeMarks(marks, (of) => toSlider(of, extended) / stepsOf(extended), width);
  const rows = Math.max(...placed.map((m) => m.row)) + 1;
  const words = (of: number) => (unit ? `${formatTick(of)} ${unit}` : formatTick(of));
  return (
    <div className="marked-slider">
      <Slider
        label={t.slider(name, family)}
        value={toSlider(value, extended)}
        min={0}
        max={stepsOf(extended)}
        step={1}
        text={words(value)}
        onPreview={(at) => onPreview(fromSlider(at, extended))}
        onCommit={(at) => {
          onPreview(null);
          onCommit(fromSlider(at, extended));
        }}
      />
      <div className="slider-marks" ref={line} style={variables({ rows })}>
        {placed.map(({ label, at, row }) => (
          <span key={label} style={variables({ at, row })}>
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** CSS variables with numbers. */
const variables = (numbers: Record<string, number>) =>
  Object.fromEntries(Object.entries(numbers).map(([name, value]) => [`--${name}`, value])) as CSSProperties;

/** The marks, and those that no change of the value moves. The range of the slider depends only on the latter, so that values keep their position. */
function useMarks({ path, unit }: Parameter, now: number): { marks: Mark[]; steady: Mark[] } {
  const first = useStore(app, (s) => (s.opened ? getPath(s.opened, path) : undefined));
  const directory = useRun((s) => s.directory);
  const [list, id, direction, part] = splitPath(path);
  const known = typeof first === 'number' ? first : now;
  const steady = [{ value: known, label: t.first(formatTick(known)) }];
  if (list === 'links' && part === 'queue' && unit === 'packets' && directory) {
    const channel = directory.channels.findIndex((c) => c.id === `${id}/${direction}`);
    const bdp = Number(bdpOf(directory, channel).toPrecision(3));
    if (bdp > 0) steady.push({ value: bdp, label: t.bdp(formatTick(bdp)) });
  }
  const present = { value: now, label: t.now(formatTick(now)) };
  return { marks: [present, ...steady.filter((mark, i) => i > 0 || mark.value !== now)], steady };
}
