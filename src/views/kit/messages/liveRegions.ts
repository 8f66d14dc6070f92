/** Places of `liveRegion`. `urgent`: read at once; `polite`: at the next pause. */
export type Urgency = 'urgent' | 'polite';

/** Attribute of elements of the body that an open dialog does not hide from assistive technology. */
const neverHidden = 'data-tabster-never-hide';

/**
 * Finds or makes an element of the body for what screen readers must announce whatever is open: a dialog hides the page
 * behind it, and with it every live region of the page. It stays, because readers miss what a new region contains at
 * its start. Each text in it is read alone.
 *
 * @param name also its test id
 */
export function liveRegion(name: string, urgency: Urgency): HTMLElement {
  const found = document.querySelector<HTMLElement>(`body > [data-testid="${name}"]`);
  if (found !== null) return found;
  const made = document.createElement('div');
  made.dataset.testid = name;
  made.setAttribute(neverHidden, '');
  made.setAttribute('role', urgency === 'urgent' ? 'alert' : 'status');
  made.setAttribute('aria-atomic', 'false');
  document.body.append(made);
  return made;
}
