import { PlotRenderer } from '../../../drawing/renderer';
import { startDrawing } from '../../../runner/worker-runner';
import { redraw } from '../../../ui/redraw';

/** The renderer of all plots on the page, which are drawn together in each frame. */
export const renderer = new PlotRenderer(startDrawing, () => redraw.markAll());
