import { startDrawing } from '../../runner/worker-runner';
import { painter } from '../painter';
import { Easel } from './easel';

/** The page's own: all plots of a frame are drawn together. */
export const easel = new Easel(startDrawing, () => painter.markAll());
