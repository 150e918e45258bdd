import { type RefObject, useLayoutEffect, useRef } from 'react';
import { placeBeside } from './place';

interface Props {
  id: string;
  /** The field that the message is about. */
  field: RefObject<HTMLElement | null>;
  text: string;
}

/**
 * An error message below the field: in the row of a form, and below a field of full width, it has a line of its own. Elsewhere it is in the
 * top layer, so that no panel cuts it off.
 */
export function FieldError({ id, field, text }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const panel = box.current;
    const anchor = field.current;
    if (!panel || !anchor) return;
    if (anchor.matches('.row *, .line')) {
      panel.removeAttribute('popover');
      panel.scrollIntoView({ block: 'nearest' });
      return;
    }
    const place = () => placeBeside(panel, anchor, 'end');
    panel.showPopover();
    place();
    addEventListener('resize', place);
    addEventListener('scroll', place, true);
    return () => {
      removeEventListener('resize', place);
      removeEventListener('scroll', place, true);
    };
  }, [field]);
  return (
    <span ref={box} id={id} popover="manual" className="field-error" role="alert">
      {text}
    </span>
  );
}
