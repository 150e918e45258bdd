/** Whether a key press belongs to the focused control rather than to the page's shortcuts. */

export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=range]), textarea, [contenteditable]') !== null &&
    // A field keeps the focus while its popover fades out, but accepts no more input.
    target.closest('[data-exiting]') === null
  );
}

/** Whether the focused field shows its committed value: there is nothing typed that undo could take back, so undo is the page's. */
export function isCommitted(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.dataset.committed !== undefined;
}

/** Controls have keys of their own: Space presses a button, arrow keys move a slider. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return (
    isTyping(target) ||
    target.closest(
      'button, a, input, select, [role=button], [role=option], [role=listbox], [role=slider], [role=menu], [role=dialog], [role=application], [data-own-keys]',
    ) !== null
  );
}
