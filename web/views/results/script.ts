/** Why the script of a flow stopped, in words. */
import { formatValue } from '../../drawing/format';
import type { ScriptFailure } from '../../generated/types';
import { flowsTexts as t } from './texts';

export function scriptStopped(controller: string, { atS, handler, line, message }: ScriptFailure): string {
  const why = message.replace(/\.$/, '');
  return t.scriptStopped(controller, formatValue(atS, 1), t.scriptPlace(handler, line), why);
}
