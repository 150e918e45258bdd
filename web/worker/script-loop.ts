/** The run loop with what concerns scripts. */
import { type EngineScriptLab, read } from './engine';
import type { ToWorker } from './protocol';
import { RunLoop } from './run-loop';

export class ScriptLoop extends RunLoop {
  override handle(message: ToWorker): void {
    if (message.type !== 'printed') {
      super.handle(message);
      return;
    }
    this.guard(() => {
      const lab = this.shown?.lab as EngineScriptLab | undefined;
      this.answers.answer(message, lab ? read(lab.printed(message.ask.flow)) : []);
    });
  }
}
