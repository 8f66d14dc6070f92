import { expect, test } from 'vitest';
import { registerServiceWorker, type WorkerPage } from '../../src/api/serviceWorker.ts';

/** Page of this build, with a worker of the browser that the test plays. */
function page(build: string | undefined, register = () => Promise.resolve({ update: async () => {} })) {
  const container = new EventTarget() as EventTarget & { register: (...args: unknown[]) => unknown };
  const registered: unknown[][] = [];
  container.register = (...args) => {
    registered.push(args);
    return register();
  };
  let outdated = 0;
  const given = {
    navigator: { serviceWorker: container },
    document: { documentElement: { dataset: { build } }, addEventListener: () => {} },
    setInterval: () => 0,
  } as unknown as WorkerPage;
  registerServiceWorker(given, () => {
    outdated += 1;
  });
  const tell = (data: unknown) => container.dispatchEvent(Object.assign(new Event('message'), { data }));
  return { registered, tell, outdated: () => outdated };
}

test('a page whose worker belongs to another build is told that it is older than the server', () => {
  const one = page('a1');
  expect(one.registered).toEqual([['/service-worker.js', { updateViaCache: 'none' }]]);
  one.tell({ build: 'a1' });
  one.tell({ type: 'of somebody else' });
  one.tell(null);
  expect(one.outdated()).toBe(0);
  one.tell({ build: 'b2' });
  expect(one.outdated()).toBe(1);
});

test('a page without a build, or in a browser without workers, registers none; a refusal is no error', async () => {
  expect(page(undefined).registered).toEqual([]);
  const none = {
    navigator: {},
    document: { documentElement: { dataset: { build: 'a1' } } },
  } as unknown as WorkerPage;
  registerServiceWorker(none, () => {});
  const refused = page('a1', () => Promise.reject(new Error('the certificate is not trusted')));
  await Promise.resolve();
  expect(refused.registered).toHaveLength(1);
});
