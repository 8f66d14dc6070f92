/*
 * Worker of the installed apps. It stores one page, which says that the server cannot be reached, and shows it when a
 * page cannot be loaded. It stores nothing else and answers no other request: what the apps show always comes from the
 * server, and a new version of the console is loaded at the next start (docs/decisions/0141-installable-apps.md).
 */
const BUILD = '__BUILD__';
const CACHE = `offline-${BUILD}`;
const OFFLINE = '/offline.html';

self.addEventListener('install', (event) => {
  const store = async () => {
    const cache = await caches.open(CACHE);
    await cache.add(new Request(OFFLINE, { cache: 'reload' }));
    await self.skipWaiting();
  };
  event.waitUntil(store());
});

self.addEventListener('activate', (event) => {
  const begin = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    // The request of the page does not wait for the start of this worker.
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
    for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage({ build: BUILD });
  };
  event.waitUntil(begin());
});

self.addEventListener('fetch', (event) => {
  const { request, preloadResponse } = event;
  const { pathname } = new URL(request.url);
  if (request.mode !== 'navigate' || /^\/(v1|docs)\//.test(pathname)) return;
  const load = async () => {
    try {
      return (await preloadResponse) ?? (await fetch(request));
    } catch {
      return (await caches.match(OFFLINE)) ?? Response.error();
    }
  };
  event.respondWith(load());
});
