/**
 * Keeps the page running: not frozen, its storage not evicted, and reloaded when the browser restores it from its
 * cache. `leave` is called when the page is closed.
 */
export function stayAlive(boot: string, leave: () => void): void {
  addEventListener('pagehide', leave);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  // Requests persistent storage, which is not evicted when the disk gets full.
  void navigator.storage?.persist?.();
  // A page that holds a lock is not frozen in the background.
  void navigator.locks?.request(`terminal ${boot}`, () => new Promise(() => {}));
}
