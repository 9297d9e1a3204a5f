/** The fields of a keyboard event that shortcuts use. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/** Reports whether a key belongs to the focused element: a field, or a button that Space presses. */
export function keyIsTaken(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return true;
  return key === ' ' && target.closest('button, summary, a, input, [role=tab]') !== null;
}
