/** Interval of the search for a newer worker, ms. */
const EVERY_MS = 600_000;

export interface WorkerPage {
  navigator: Pick<Navigator, 'serviceWorker'>;
  document: Pick<Document, 'documentElement' | 'addEventListener'>;
  setInterval(handler: () => void, ms: number): unknown;
}

/**
 * Registers the worker of the installed apps, which says so when the server cannot be reached. A browser without
 * workers, or with a certificate that it does not trust, goes without.
 *
 * @param outdated called when the server has another version than the page
 */
export function registerServiceWorker(page: WorkerPage, outdated: () => void): void {
  // Absent where the connection is not secure, in spite of its type.
  const container: ServiceWorkerContainer | undefined = page.navigator.serviceWorker;
  const { build } = page.document.documentElement.dataset;
  if (container === undefined || build === undefined) return;
  container.addEventListener('message', ({ data }: MessageEvent<{ build?: string } | null>) => {
    if (typeof data?.build === 'string' && data.build !== build) outdated();
  });
  container.register('/service-worker.js', { updateViaCache: 'none' }).then(
    (registration) => {
      const search = () => void registration.update().catch(() => {});
      page.setInterval(search, EVERY_MS);
      page.document.addEventListener('visibilitychange', search);
    },
    () => {},
  );
}
