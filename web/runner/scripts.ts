/** Which engine a worker needs. */

/**
 * In JSON, also in JSON within JSON: a list `controllers`, or a path into one. The engine of a first visit does not know the field, not even
 * an empty list.
 */
const CONTROLLERS = /"[/\\]*controllers[/"\\]/;

/** Whether a message has a document, or changes of one, with controllers: the engine of a first visit cannot run them. */
export function needsScripts(message: unknown): boolean {
  const { document, changes } = message as { document?: string; changes?: unknown };
  return CONTROLLERS.test(document ?? JSON.stringify(changes));
}
