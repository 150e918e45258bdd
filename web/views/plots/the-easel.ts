import { startDrawing } from '../../runner/worker-runner';
import { Easel } from './easel';

/** The page's own: all plots of a frame are drawn together. */
export const easel = new Easel(startDrawing);
