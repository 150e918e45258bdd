import './network-sketch.css';
import type { Scenario } from '../generated/types';

const WIDTH = 160;
const HEIGHT = 64;
const MARGIN = 7;

/** A small drawing of a scenario's network, with darker bottlenecks. */
export function NetworkSketch({ scenario }: { scenario: Scenario }) {
  const { nodes, links } = scenario;
  const xs = nodes.map((n) => n.x ?? 0);
  const ys = nodes.map((n) => n.y ?? 0);
  const scale = (all: number[], room: number) => {
    const low = Math.min(...all);
    const span = Math.max(...all) - low;
    return (v: number) => (span > 0 ? MARGIN + ((v - low) / span) * (room - 2 * MARGIN) : room / 2);
  };
  const [x, y] = [scale(xs, WIDTH), scale(ys, HEIGHT)];
  const at = new Map(nodes.map((n) => [n.id, { x: x(n.x ?? 0), y: y(n.y ?? 0) }]));
  const slowest = Math.min(...links.map((l) => l.forward.rateMbps));
  const hosts = nodes.filter((n) => n.kind === 'host').length;
  // Marks are smaller if there are many hosts, so that they do not overlap.
  const size = hosts > 24 ? 1.5 : hosts > 12 ? 2.5 : 4;
  return (
    <svg className="network-sketch" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {links.map((l) => {
        const a = at.get(l.a);
        const b = at.get(l.b);
        if (!a || !b) return null;
        const narrow = l.forward.rateMbps === slowest;
        return <line key={l.id} className={narrow ? 'narrow' : ''} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
      })}
      {nodes.map((n) => {
        const p = at.get(n.id) ?? { x: 0, y: 0 };
        return n.kind === 'router' ? (
          <circle key={n.id} cx={p.x} cy={p.y} r={3} />
        ) : (
          <rect
            key={n.id}
            x={p.x - size}
            y={p.y - size * 0.75}
            width={2 * size}
            height={1.5 * size}
            rx={size / 4}
          />
        );
      })}
    </svg>
  );
}
