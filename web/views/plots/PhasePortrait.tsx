import { scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'react';
import { flowStyle, latestFrame, sessionNow, setPlots, useDocument, useRun } from '../../store';
import { formatTick } from './format';
import { LineSample } from './LineSample';
import type { Painter } from './painter';
import { palette } from './palette';
import { type Line, portraitLines, portraitPoints } from './phase';
import { bdpOf, DEFAULT_PLOTS, watchedChannels } from './specs';
import { scaleEnd, valueTicks } from './ticks';

interface Props {
  painter: Painter;
  theme: number;
  width: number;
}

type Quantity = 'cwnd' | 'throughput';

const INSETS = { left: 56, top: 12, right: 16, bottom: 28 };

/** Two flows against each other: where they go, and how far that is from fair and from efficient. */
export function PhasePortrait({ painter, theme, width }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flows = useDocument((d) => d.flows);
  useRun((r) => r.directory);
  const [quantity, setQuantity] = useState<Quantity>('cwnd');
  const [pair, setPair] = useState<[number, number]>([0, 1]);
  const [a, b] = pair;
  const side = Math.max(200, Math.min(420, width - 32));
  const known = flows.length > Math.max(a, b);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a theme brings new colours
  useEffect(() => {
    let end = 0;
    const handle = painter.register(() => {
      if (canvas.current && known) end = draw(canvas.current, quantity, a, b, side, end);
    }, true);
    return handle.dispose;
  }, [painter, quantity, a, b, side, theme, known]);

  if (flows.length < 2) return null;
  const unit = quantity === 'cwnd' ? 'packets' : 'Mb/s';
  const choose = (label: string, value: number, set: (n: number) => void) => (
    <label>
      <LineSample flow={value} />
      <select aria-label={label} value={value} onChange={(e) => set(Number(e.target.value))}>
        {flows.map((flow, i) => (
          <option key={flow.id} value={i}>
            {flowStyle(i).label}
          </option>
        ))}
      </select>
    </label>
  );
  const hide = () => setPlots((sessionNow().plots ?? DEFAULT_PLOTS).filter((p) => p !== 'phase'));
  return (
    <figure className="phase" aria-label={`Phase portrait, ${quantity} of two flows`}>
      <figcaption>
        <b>Phase portrait</b>
        <select
          aria-label="Quantity"
          value={quantity}
          onChange={(e) => setQuantity(e.target.value as Quantity)}
        >
          <option value="cwnd">cwnd, packets</option>
          <option value="throughput">throughput, Mb/s</option>
        </select>
        <span className="phase-axes">
          up {choose('Flow upwards', b, (n) => setPair([a, n]))} right{' '}
          {choose('Flow to the right', a, (n) => setPair([n, b]))}
        </span>
        <button type="button" className="quiet-button" onClick={hide} aria-label="Hide phase portrait">
          Hide
        </button>
      </figcaption>
      <canvas
        ref={canvas}
        role="img"
        aria-label={`Path of both flows’ ${quantity} in ${unit}; paler is earlier`}
      />
    </figure>
  );
}

/** Draws the portrait of the shown span; gives the end of its scale, to be held still. */
function draw(
  canvas: HTMLCanvasElement,
  quantity: Quantity,
  a: number,
  b: number,
  side: number,
  before: number,
): number {
  const frame = latestFrame();
  const ctx = canvas.getContext('2d');
  if (!frame || !ctx) return before;
  const { directory, plot } = frame;
  const seriesOf = (flow: number) =>
    directory.series.findIndex((s) => s.kind === quantity && s.owner === directory.flows[flow]?.id);
  const { xs, ys } = portraitPoints(plot.y(seriesOf(a)) ?? [], plot.y(seriesOf(b)) ?? []);

  const channel = watchedChannels(directory, '')[0] ?? -1;
  const bottleneck = directory.channels[channel];
  const full = quantity === 'cwnd' ? bdpOf(directory, channel) : (bottleneck?.rateMbps ?? 0);
  const loss =
    quantity === 'cwnd' && bottleneck && bottleneck.limitPackets > 0 ? full + bottleneck.limitPackets : 0;
  let most = quantity === 'throughput' ? full : 0;
  for (const v of xs) most = Math.max(most, v);
  for (const v of ys) most = Math.max(most, v);
  const end = scaleEnd(Math.max(most, loss * 0.6), before);

  const r = window.devicePixelRatio || 1;
  const width = side + INSETS.left + INSETS.right;
  const height = Math.round(side * 0.8) + INSETS.top + INSETS.bottom;
  canvas.width = Math.round(width * r);
  canvas.height = Math.round(height * r);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  ctx.setTransform(r, 0, 0, r, 0, 0);
  ctx.clearRect(0, 0, width, height);
  const { token } = palette();
  const x = scaleLinear([0, end], [INSETS.left, width - INSETS.right]);
  const y = scaleLinear([0, end], [height - INSETS.bottom, INSETS.top]);

  ctx.font = "12px 'Inter Variable', Inter, system-ui, sans-serif";
  ctx.fillStyle = token.ink2;
  ctx.strokeStyle = token.line;
  ctx.lineWidth = 1;
  for (const tick of valueTicks(0, end, 100)) {
    stroke(ctx, x(tick), y(0), x(tick), y(end));
    stroke(ctx, x(0), y(tick), x(end), y(tick));
    ctx.textAlign = 'center';
    ctx.fillText(formatTick(tick), x(tick), height - 10);
    ctx.textAlign = 'right';
    ctx.fillText(formatTick(tick), INSETS.left - 8, y(tick) + 4);
  }

  ctx.save();
  ctx.beginPath();
  ctx.rect(INSETS.left, INSETS.top, width - INSETS.left - INSETS.right, height - INSETS.top - INSETS.bottom);
  ctx.clip();
  const words =
    quantity === 'cwnd'
      ? { equal: 'fairness: equal windows', full: 'sum = BDP: link full' }
      : { equal: 'fairness: equal rates', full: 'sum = link rate: efficient' };
  for (const line of portraitLines(end, full, loss, words)) drawLine(ctx, line, x, y, token);
  // Paler is earlier: four strokes of growing strength are enough to show which way time runs.
  ctx.strokeStyle = token.accent;
  ctx.lineJoin = 'round';
  const parts = 5;
  for (let p = 0; p < parts; p++) {
    const from = Math.floor((xs.length * p) / parts);
    const to = Math.min(xs.length - 1, Math.floor((xs.length * (p + 1)) / parts));
    ctx.globalAlpha = 0.3 + (0.7 * (p + 1)) / parts;
    ctx.lineWidth = p === parts - 1 ? 2 : 1.25;
    ctx.beginPath();
    for (let i = from; i <= to; i++) ctx.lineTo(x(xs[i] as number), y(ys[i] as number));
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  const last = xs.length - 1;
  if (last >= 0) {
    ctx.fillStyle = token.accent;
    ctx.strokeStyle = token.bg;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(x(xs[last] as number), y(ys[last] as number), 5.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
  ctx.restore();
  return end;
}

function stroke(ctx: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
}

function drawLine(
  ctx: CanvasRenderingContext2D,
  line: Line,
  x: (v: number) => number,
  y: (v: number) => number,
  token: { ink: string; bad: string },
): void {
  ctx.strokeStyle = line.id === 'loss' ? token.bad : token.ink;
  ctx.setLineDash(line.id === 'fairness' ? [6, 3] : []);
  stroke(ctx, x(line.x0), y(line.y0), x(line.x1), y(line.y1));
  ctx.setLineDash([]);
  ctx.save();
  // Along the line: fairness near its upper end, sums near their upper left.
  const share = line.id === 'fairness' ? 0.97 : 0.05;
  ctx.translate(x(line.x0 + (line.x1 - line.x0) * share), y(line.y0 + (line.y1 - line.y0) * share));
  ctx.rotate(Math.atan2(y(line.y1) - y(line.y0), x(line.x1) - x(line.x0)));
  ctx.textAlign = line.id === 'fairness' ? 'right' : 'left';
  ctx.fillStyle = line.id === 'loss' ? token.bad : token.ink;
  ctx.fillText(line.label, 0, -6);
  ctx.restore();
}
