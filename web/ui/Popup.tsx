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
import { useBack } from './use-back';

interface Props {
  /** The button that opens it. */
  button: ComponentProps<'button'>;
  /** The accessible name; lists and menus in it have their own. */
  label?: string;
  role?: 'dialog' | 'menu' | 'listbox';
  className?: string;
  /** The side of the button that it is aligned with. */
  side?: 'start' | 'end';
  /** Whether it is open, if others control that. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button and a popover beside it. The popover is in the top layer; Escape, Back or a click elsewhere closes it and returns the focus. */
export function Popup({ button, role = 'dialog', open: asked, onOpen, children, ...panel }: Props) {
  const id = useId();
  const [own, setOwn] = useState(false);
  const open = asked ?? own;
  const opener = useRef<HTMLButtonElement>(null);
  // The browser has closed an open popover already when a press on the button begins.
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
  useBack(onClose);

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
    // The content may load later, or grow.
    const grows = new ResizeObserver(place);
    grows.observe(box);
    const follow = (event: Event) => {
      // What scrolls in the popover does not move its button.
      if (!(event.target instanceof Node && box.contains(event.target))) place();
    };
    addEventListener('resize', place);
    addEventListener('scroll', follow, true);
    return () => {
      grows.disconnect();
      removeEventListener('resize', place);
      removeEventListener('scroll', follow, true);
      // Hidden before it is removed, so that the focus goes back to where it was.
      box.hidePopover();
    };
  }, [opener, role, side]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stops clicks and Escape from reaching the page
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
