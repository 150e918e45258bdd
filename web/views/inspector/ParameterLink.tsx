import type { ReactNode } from 'react';
import { flowWithScript, splitPath } from '../../scenario/path';
import { documentNow, isOpen, useSession } from '../../store';
import { session } from '../../store/session';

/**
 * A link to a parameter in a text. It leads to the control of the parameter in an embed, and to the inspector elsewhere. The script of a
 * controller opens in the editor.
 */
export function ParameterLink({ path, children }: { path: string; children: ReactNode }) {
  const open = useSession((s) => isOpen(s.allow, path));
  const embedded = useSession((s) => s.embed);
  if (!open) return children;
  return (
    <a
      href={`#${path}`}
      onClick={(event) => {
        // The address is not a page.
        event.preventDefault();
        const writer = flowWithScript(documentNow(), path);
        if (writer) session.setState({ writing: writer });
        else if (embedded) focus(path);
        else select(path);
      }}
    >
      {children}
    </a>
  );
}

function focus(path: string): void {
  const control = [...document.querySelectorAll<HTMLElement>('[data-parameter]')].find(
    (element) => element.dataset.parameter === path,
  );
  control?.scrollIntoView({ block: 'nearest' });
  control?.querySelector<HTMLElement>('input, button')?.focus();
}

const KINDS = { links: 'link', flows: 'flow' } as const;

function select(path: string): void {
  const [list = '', id = ''] = splitPath(path);
  const kind = KINDS[list as keyof typeof KINDS];
  session.setState({
    selection: kind ? { kind, id } : null,
    more: [],
    side: 'inspector',
    inspectorOpen: true,
    why: null,
    wanted: path,
  });
  // The link has gone with the lesson.
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.inspector .what-button')?.focus();
  });
}
