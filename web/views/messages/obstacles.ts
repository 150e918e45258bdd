import type { Problem } from '../../generated/types';

/** Describes what prevents the fluid model, such as "TFRC and RAP have no fluid form", with each thing once. */
export function obstacleText(problems: readonly Problem[]): string {
  const byLack = new Map<string, Set<string>>();
  for (const { pointer, problem } of problems) {
    // The path helps readers of the document; here the name is enough.
    const [thing = '', lack = ''] = problem.replace(/ at \/\S*$/, '').split(/ ?\bhas (.*)/);
    const things = byLack.get(lack) ?? new Set();
    byLack.set(lack, things.add(thing || (pointer.split('/').at(-1) ?? '')));
  }
  return [...byLack].map(([lack, things]) => sentence([...things], lack)).join('; ');
}

function sentence(things: readonly string[], lack: string): string {
  if (lack === '') return things.join(', ');
  const last = things.at(-1) ?? '';
  return things.length === 1
    ? `${last} has ${lack}`
    : `${things.slice(0, -1).join(', ')} and ${last} have ${lack}`;
}
