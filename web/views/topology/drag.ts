/** Pixels that a hand may tremble in a press. */
const TREMOR = 4;

interface Drag {
  /** Each move, once it is more than a press. */
  move(event: PointerEvent): void;
  /** It is let go, after moves. */
  drop(event: PointerEvent): void;
}

/** Follows a pointer that is down until it is let go, wherever that is; the click that a drag would end with does not happen. */
export function follow(down: PointerEvent, drag: Drag): void {
  const ended = new AbortController();
  const { signal } = ended;
  let moved = false;
  let last = down;
  const own = (event: PointerEvent) => event.pointerId === down.pointerId;
  addEventListener(
    'pointermove',
    (event) => {
      if (!own(event)) return;
      moved ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) >= TREMOR;
      last = event;
      if (moved) drag.move(event);
    },
    { signal },
  );
  const end = (event: PointerEvent) => {
    if (!own(event)) return;
    ended.abort();
    if (!moved) return;
    // Where a pointer is cancelled says nothing: the browser took it over.
    drag.drop(event.type === 'pointercancel' ? last : event);
    swallowClick();
  };
  addEventListener('pointerup', end, { signal });
  addEventListener('pointercancel', end, { signal });
  // Words that are dragged over are not marked.
  addEventListener('selectstart', (event) => event.preventDefault(), { signal });
}

function swallowClick(): void {
  const swallow = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', swallow, { capture: true, once: true });
  // Browsers send the click with the release, or not at all.
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}
