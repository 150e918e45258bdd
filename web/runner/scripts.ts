/** Which engine a worker needs. */

/** In JSON, also in JSON within JSON: a list `controllers` that is not empty, or a path into one. */
const CONTROLLERS = /"[/\\]*controllers(?!\\*"\s*:\s*\[\s*\])[/"\\]/;

/** Whether a message has a document, or changes of one, with controllers: the engine of a first visit cannot run them. */
export function needsScripts(message: unknown): boolean {
  const { document, changes } = message as { document?: string; changes?: unknown };
  return CONTROLLERS.test(document ?? JSON.stringify(changes));
}
