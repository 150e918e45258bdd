import type { ScriptedController } from '../../generated/types';
import { stableJson } from '../../scenario/path';

/** Whether two controllers are the same. The engine may write out what is empty, and in another order. */
export const sameController = (a: ScriptedController, b: ScriptedController): boolean =>
  content(a) === content(b);

const content = (controller: ScriptedController) =>
  stableJson(JSON.parse(JSON.stringify(controller, (_key, value) => (isEmpty(value) ? undefined : value))));

const isEmpty = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0);
