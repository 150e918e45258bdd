import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeBeside } from './place';

interface Props {
  /** The button that opens it. */
  button: ComponentProps<'button'>;
  /** What it is called; lists and menus in it have their own names. */
  label?: string;
  role?: 'dialog' | 'menu' | 'listbox';
  className?: string;
  /** With which side of the button it is flush. */
  side?: 'start' | 'end';
  /** Whether it is open, where others decide that, too. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/**
 * A button and what it opens beside itself. The browser's own popover: it lies above the page, and Escape or a press elsewhere
 * closes it and brings the focus back.
 */
export function Popup({ button, role = 'dialog', open: asked, onOpen, children, ...panel }: Props) {
  const id = useId();
  const [own, setOwn] = useState(false);
  const open = asked ?? own;
  const opener = useRef<HTMLButtonElement>(null);
  // A press on the button closes what is open already when it begins.
  const wasOpen = useRef(false);
  const set = (next: boolean) => {
    setOwn(next);
    onOpen?.(next);
  };
  return (
    <>
      <button
        type="button"
        {...button}
        ref={opener}
        aria-haspopup={role}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerDown={() => {
          wasOpen.current = open;
        }}
        onClick={(event) => set(event.detail === 0 ? !open : !wasOpen.current)}
      />
      {open ? (
        <Panel {...panel} id={id} role={role} opener={opener} onClose={() => set(false)}>
          {typeof children === 'function' ? children(() => set(false)) : children}
        </Panel>
      ) : null}
    </>
  );
}

interface PanelProps extends Pick<Props, 'label' | 'className' | 'side'> {
  id: string;
  role: NonNullable<Props['role']>;
  opener: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
  children: ReactNode;
}

function Panel({ id, role, label, className = '', side = 'end', opener, onClose, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const box = panel.current;
    const anchor = opener.current;
    if (!box || !anchor) return;
    const place = () => placeBeside(box, anchor, side);
    box.showPopover();
    place();
    if (!box.contains(document.activeElement)) {
      const find = (what: string) => (role === 'dialog' ? null : box.querySelector<HTMLElement>(what));
      (find('[aria-selected=true]') ?? find('button:enabled') ?? box).focus();
    }
    // What it holds may come later than it, or grow.
    const grows = new ResizeObserver(place);
    for (const child of box.children) grows.observe(child);
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      grows.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
      // Hidden before it leaves the page, it gives the focus back to where it was.
      box.hidePopover();
    };
  }, [opener, role, side]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps presses and Escape from meaning more than this
    <div
      ref={panel}
      id={id}
      popover="auto"
      className={`popover ${className}`}
      tabIndex={-1}
      {...(role === 'dialog' ? { role, 'aria-label': label } : {})}
      onToggle={(event) => {
        if (event.newState === 'closed' && event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.stopPropagation();
      }}
    >
      {children}
    </div>
  );
}
