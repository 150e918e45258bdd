import { styleOfFlow } from '../../../store';

interface Props {
  /** The flow's index; -1 for a line without a flow. */
  flow: number;
  width?: number;
  /** The dash of a line that does not stand for a flow. */
  dash?: readonly number[] | undefined;
  thin?: boolean;
}

/** A sample of a flow's line, in the colour and dash that it has in all views. */
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
