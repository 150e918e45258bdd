/** The visitor's own documents, kept in this browser: a list, and a text for each. */
import type { DocumentKind } from '../scenario/link';
import { type KeyValue, readItem, readJson, removeItem, writeItem } from './storage';

export interface Work {
  id: string;
  /** Absent: a scenario. */
  kind?: DocumentKind;
  title: string;
  /** ms since 1970 */
  changed: number;
  /** The entry it began with, for short links. */
  base?: string;
}

const LIST = 'droptail.works';
const PAGE = 'droptail.page';
const LAST: Record<DocumentKind, string> = {
  scenario: 'droptail.last',
  experiment: 'droptail.last.experiment',
};
const text = (id: string) => `droptail.work.${id}`;

export function listWorks(): Work[] {
  const value = readJson(LIST);
  if (!Array.isArray(value)) return [];
  return value
    .filter((w): w is Work => typeof w?.id === 'string' && typeof w?.title === 'string')
    .sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
}

export function readWork(id: string): string | null {
  return readItem(text(id));
}

/** The work of a kind that was open last. */
export function lastWork(kind: DocumentKind): string | null {
  return readItem(LAST[kind]);
}

/** False: this browser does not keep it. */
export function saveWork(work: Work, document: string): boolean {
  const others = listWorks().filter((w) => w.id !== work.id);
  return (
    writeItem(text(work.id), document) &&
    writeItem(LIST, JSON.stringify([work, ...others])) &&
    writeItem(LAST[work.kind ?? 'scenario'], work.id)
  );
}

export function setLastWork(kind: DocumentKind, id: string | null): void {
  if (id === null) removeItem(LAST[kind]);
  else writeItem(LAST[kind], id);
}

export function deleteWork(id: string): void {
  writeItem(LIST, JSON.stringify(listWorks().filter((w) => w.id !== id)));
  removeItem(text(id));
  for (const kind of ['scenario', 'experiment'] as const) if (lastWork(kind) === id) removeItem(LAST[kind]);
}

/** Whether the visitor saw the laboratory or an experiment last. */
export function lastPage(): 'lab' | 'experiment' {
  return readItem(PAGE) === 'experiment' ? 'experiment' : 'lab';
}

export function setLastPage(page: 'lab' | 'experiment'): void {
  writeItem(PAGE, page);
}

/** An id that no other tab gives at the same time. */
export function newWorkId(now = Date.now(), random = Math.random()): string {
  return now.toString(36) + Math.floor(random * 36 ** 4).toString(36);
}

export type { KeyValue };
