import { styleOfFlow } from '../../../store';

interface Props {
  /** The flow's index; -1 for a line without a flow. */
  flow: number;
  width?: number;
  /** Dash of a line that is no flow's own. */
  dash?: readonly number[] | undefined;
  thin?: boolean;
}

/** A piece of a flow's line: the colour and dash that it has everywhere. */
export function LineSample({ flow, width = 24, dash, thin = false }: Props) {
  const style = styleOfFlow(flow);
  return (
    <svg className="line-sample" width={width} height={10} viewBox={`0 0 ${width} 10`} aria-hidden="true">
      <line
        x1={0}
        x2={width}
        y1={5}
        y2={5}
        stroke={flow < 0 ? 'var(--ink)' : style.color}
        strokeWidth={thin ? 1.25 : flow < 0 ? 1.5 : 2.5}
        strokeDasharray={(dash ?? (flow < 0 ? [] : style.dash)).join(' ') || undefined}
      />
    </svg>
  );
}
