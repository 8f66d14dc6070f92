import { VirtualTimeScheduler } from 'rxjs';
import { describe, expect, test } from 'vitest';
import { messageText } from '../../contract/api/errors.ts';
import { type Api, createApi } from '../../src/api/client.ts';
import { ApiError, type ApiFailure } from '../../src/api/error.ts';
import { type FakeAnswer, type FakeCall, failed, fakeServer, ok } from '../support/fakeServer.ts';

function setup(
  answer: FakeAnswer | null | ((call: FakeCall) => FakeAnswer | null),
  token: string | null = 't',
) {
  const server = fakeServer((call) => (typeof answer === 'function' ? answer(call) : answer));
  const api = createApi({ token: () => token, language: () => 'kr', adapter: server.adapter });
  const failures: ApiFailure[] = [];
  api.failures$.subscribe((failure) => failures.push(failure));
  return { api, failures, calls: server.calls };
}

const rejected = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it should have been rejected')),
    (error: ApiError) => error,
  );

describe('calls of the API client', () => {
  test('get sends its payload as the query, the others as the body; paths stay relative', async () => {
    const { api, calls } = setup(ok(1));
    await api.get('/v1/x', { page: 2 });
    for (const method of ['post', 'put', 'patch', 'delete'] as const) await api[method]('/v1/x', { a: 1 });
    expect(calls.map(({ method, path, query, body }) => ({ method, path, query, body }))).toEqual([
      { method: 'get', path: '/v1/x', query: { page: 2 }, body: undefined },
      ...['post', 'put', 'patch', 'delete'].map((method) => ({
        method,
        path: '/v1/x',
        query: undefined,
        body: { a: 1 },
      })),
    ]);
  });

  test('language and Request-Type are sent with every call, token and JSON type when there is a token', async () => {
    const without = setup(ok(), null);
    await without.api.post('/v1/login', {});
    expect(without.calls[0]!.headers).toMatchObject({ lang: 'kr', 'Request-Type': 'web' });
    expect(without.calls[0]!.headers).not.toHaveProperty('access_token');
    const withToken = setup(ok(), 'secret');
    await withToken.api.post('/v1/x', {});
    expect(withToken.calls[0]!.headers).toMatchObject({
      lang: 'kr',
      'Request-Type': 'web',
      access_token: 'secret',
      'Content-Type': 'application/json',
    });
  });

  test('calls time out after 180 s', async () => {
    const { api, calls } = setup(ok());
    await api.get('/v1/x');
    expect(calls[0]!.config.timeout).toBe(180_000);
  });

  test.each([
    ['code 0', { code: 0, value: 7 }],
    ['code 200', { code: 200, value: 7 }],
    ['success true', { success: true, value: 7 }],
    ['success true beside another code', { success: true, code: 1, value: 7 }],
  ])('%s is a success, and the whole body is returned on request', async (_, body) => {
    const { api, failures } = setup({ body });
    expect(await api.get('/v1/x')).toBe(7);
    expect(await api.whole('post', '/v1/x', {})).toEqual(body);
    expect(failures).toEqual([]);
  });

  test('the variant that always posts shows the mask unless switched off', async () => {
    const { api, calls } = setup(ok('v'));
    const masks: boolean[] = [];
    api.mask$.subscribe((shown) => masks.push(shown));
    expect(await api.call('/v1/x', { a: 1 })).toBe('v');
    expect(calls[0]!.method).toBe('post');
    expect(masks).toEqual([false, true, false]);
    await api.call('/v1/x', {}, { mask: false });
    expect(masks).toHaveLength(3);
  });

  test('the mask closes after 100 ms while the response is still pending', async () => {
    const scheduler = new VirtualTimeScheduler();
    const server = fakeServer(() => new Promise<FakeAnswer>(() => {}));
    const api = createApi({ token: () => null, language: () => 'cn', adapter: server.adapter, scheduler });
    const masks: [boolean, number][] = [];
    api.mask$.subscribe((shown) => masks.push([shown, scheduler.now()]));
    void api.get('/v1/slow', {}, { mask: true });
    scheduler.flush();
    expect(masks).toEqual([
      [false, 0],
      [true, 0],
      [false, 100],
    ]);
  });
});

describe('failures of API calls', () => {
  test.each([401, 403, 500, 998, 999, 404, 409, 1])(
    'code %i rejects with the body and is reported',
    async (code) => {
      const { api, failures } = setup(failed(code, 'why', code === 998 ? 401 : 400));
      const error = await rejected(api.post('/v1/x', {}, { mask: true }));
      expect(error).toBeInstanceOf(ApiError);
      expect(error).toMatchObject({ code, message: 'why', network: false, body: { code, message: 'why' } });
      expect(failures).toEqual([{ error, masked: true, token: 't' }]);
    },
  );

  test('the code is that of the body, or else the HTTP status', async () => {
    const { api } = setup({ status: 413, body: '<html>' });
    expect(await rejected(api.get('/v1/x'))).toMatchObject({ code: 413, message: '', network: false });
  });

  test.each([
    [200, '<html>Please log in to the guest network</html>'],
    [200, null],
    [200, { ok: 'yes' }],
    [204, ''],
    [302, ''],
    [502, '<html>Bad gateway</html>'],
    [503, ''],
    [504, '<html>'],
    [511, '<html>'],
  ])('a response %i that is not of the server counts as a lost connection: %j', async (status, body) => {
    for (const path of ['/v1/x', '/v1/cc/code']) {
      const { api, failures } = setup({ status, body });
      const error = await rejected(api.get(path));
      expect(error).toMatchObject({
        code: 0,
        network: true,
        message: messageText('common.connectionFailed', 'kr'),
      });
      expect(failures).toEqual([{ error, masked: false, token: 't' }]);
    }
  });

  test('a successful HTTP status with an error code in the body is a failure', async () => {
    const { api } = setup({ status: 200, body: { code: 403, message: 'no' } });
    expect(await rejected(api.get('/v1/x'))).toMatchObject({ code: 403, message: 'no' });
  });

  test.each(['/v1/cc/code', '/v1/sys/tts_license', '/v1/sys/tts_license?page=1'])(
    '%s passes an error code to the success handler, but not the end of a login',
    async (path) => {
      const { api, failures } = setup(failed(500));
      expect(await api.whole('get', path)).toMatchObject({ code: 500 });
      expect(failures).toEqual([]);
      for (const code of [401, 998]) {
        const ended = setup(failed(code));
        expect((await rejected(ended.api.get(path))).code).toBe(code);
      }
    },
  );

  test('a network failure has no code; the error callback is called first', async () => {
    const { api, failures } = setup(null);
    const heard: ApiError[] = [];
    const error = await rejected(api.get('/v1/x', {}, { onError: (one) => heard.push(one) }));
    expect(error).toMatchObject({ code: 0, network: true, aborted: false, body: null });
    // A text of the console, not of the browser.
    expect((error as Error).message).not.toMatch(/axios/i);
    expect(heard).toEqual([error]);
    expect(failures).toEqual([{ error, masked: false, token: 't' }]);
  });

  test('a quiet call reports only the end of the login', async () => {
    for (const code of [401, 998]) {
      const { api, failures } = setup(failed(code));
      await rejected(api.get('/v1/x', {}, { quiet: true }));
      expect(failures).toHaveLength(1);
    }
    for (const answer of [failed(403), failed(500), null]) {
      const { api, failures } = setup(answer);
      await rejected(api.get('/v1/x', {}, { quiet: true }));
      expect(failures).toEqual([]);
    }
  });

  test('an aborted call is no failure', async () => {
    const abort = new AbortController();
    const server = fakeServer(
      (call) =>
        new Promise((_, reject) => {
          call.config.signal?.addEventListener?.('abort', () => reject(abortError()));
        }),
    );
    const api: Api = createApi({ token: () => null, language: () => 'cn', adapter: server.adapter });
    const failures: ApiFailure[] = [];
    api.failures$.subscribe((failure) => failures.push(failure));
    const waiting = rejected(api.get('/v1/x', {}, { signal: abort.signal }));
    abort.abort();
    expect(await waiting).toMatchObject({ aborted: true, network: false });
    expect(failures).toEqual([]);
  });

  test('field errors and retryAfter are read from the value', async () => {
    const fields = [{ path: 'name', key: 'rules.required', message: 'Please enter' }];
    const { api } = setup({
      status: 400,
      body: { code: 400, message: 'm', value: { fields, retryAfter: 9 } },
    });
    const error = await rejected(api.post('/v1/x', {}));
    expect(error.fields).toEqual(fields);
    expect(error.retryAfter).toBe(9);
    const plain = await rejected(setup(failed(403)).api.get('/v1/x'));
    expect([plain.fields, plain.retryAfter]).toEqual([[], undefined]);
  });
});

/** The error that axios throws when its signal is aborted. */
function abortError(): Error {
  return Object.assign(new Error('canceled'), { __CANCEL__: true });
}
