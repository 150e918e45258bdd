/** Removes empty fields, so that the document contains only what its author entered. */
export function withoutEmpty<T extends object>(value: T): T {
  const empty = (v: unknown) =>
    v === null || v === undefined || v === '' || v === false || (Array.isArray(v) && v.length === 0);
  return Object.fromEntries(Object.entries(value).filter(([, v]) => !empty(v))) as T;
}
