import { PlotRenderer } from '../../../drawing/renderer';
import { startDrawing } from '../../../runner/worker-runner';
import { redraw } from '../../../ui/redraw';

/** The page's own: all plots of a frame are drawn together. */
export const renderer = new PlotRenderer(startDrawing, () => redraw.markAll());
