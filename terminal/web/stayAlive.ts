/**
 * Keeps the page what it is for as long as it is there: not frozen, its storage not thrown away, loaded anew when the
 * browser brings it back from its cache. `leave` is called when it goes.
 */
export function stayAlive(boot: string, leave: () => void): void {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  // What is kept is not to be thrown away when the disk gets full.
  void navigator.storage?.persist?.();
  // A page that holds a lock is not frozen in the background.
  void navigator.locks?.request(`terminal ${boot}`, () => new Promise(() => {}));
}
