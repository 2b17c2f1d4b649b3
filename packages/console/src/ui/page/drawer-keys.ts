const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
/** Elements in which letters mean something else: text, and rows of a list in the drawer. */
const OWN_LETTERS = 'input, textarea, select, [contenteditable="true"], [data-row-id]';

export type DrawerCommand = 'close' | 'next' | 'previous';

const KEYS: Readonly<Record<string, DrawerCommand>> = {
  j: 'next',
  k: 'previous',
  ArrowDown: 'next',
  ArrowUp: 'previous',
};

/**
 * Returns the command of a key for an open drawer. Escape closes it from anywhere but another layer; the others work with the focus inside
 * it, the arrows on the drawer itself only.
 */
export function drawerCommand(event: KeyboardEvent, panel: HTMLElement | null): DrawerCommand | null {
  const { key, target } = event;
  if (panel === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (!(target instanceof Element) || panel.ownerDocument.querySelector('[aria-modal="true"]') !== null) return null;
  const layer = target.closest(LAYERS);
  if (key === 'Escape') return layer === null || layer === panel ? 'close' : null;
  if (layer !== panel || target.closest(OWN_LETTERS) !== null) return null;
  if (key.startsWith('Arrow') && target !== panel) return null;
  return KEYS[key] ?? null;
}
