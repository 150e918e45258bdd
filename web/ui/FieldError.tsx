import { type RefObject, useLayoutEffect, useRef } from 'react';
import { placeBeside } from './place';

interface Props {
  id: string;
  /** The field that it is about. */
  field: RefObject<HTMLElement | null>;
  text: string;
}

/** What is wrong with a value that was typed, below its field. It lies above the page, where no panel cuts it off. */
export function FieldError({ id, field, text }: Props) {
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const panel = box.current;
    const anchor = field.current;
    if (!panel || !anchor) return;
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
