import { expect, it, vi } from 'vitest';
import { browserEnv } from '../../src/browserEnv.ts';
import { eventually } from '../support/eventually.ts';

/** Window of a browser as far as `browserEnv` uses it, with a link to the server or without one. */
function windowWith(fetched: () => Promise<Response>) {
  const reload = vi.fn<() => void>();
  const { document, history, navigator, performance, sessionStorage, localStorage } = window;
  const events = { addEventListener() {}, removeEventListener() {} };
  const page = { document, history, navigator, performance, sessionStorage, localStorage, ...events };
  const env = browserEnv({ ...page, fetch: fetched, location: { reload } } as never);
  return { env, reload };
}

it('the page reloads if the server answers', async () => {
  const { env, reload } = windowWith(async () => new Response('ok'));
  env.reload();
  await eventually(() => expect(reload).toHaveBeenCalledOnce());
});

it('without a link the page stays: a reload would leave an empty page', async () => {
  const lost = Promise.reject<Response>(new TypeError('Failed to fetch'));
  const { env, reload } = windowWith(() => lost);
  env.reload();
  await lost.catch(() => {});
  await Promise.resolve();
  expect(reload).not.toHaveBeenCalled();
});
