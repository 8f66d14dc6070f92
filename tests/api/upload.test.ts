import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '../../src/api/client.ts';
import type { ApiError } from '../../src/api/error.ts';
import { fileAddress, uploadFile } from '../../src/api/files.ts';
import { upload } from '../../src/api/upload.ts';
import { type FakeAnswer, type FakeCall, fakeServer, ok } from '../support/fakeServer.ts';

afterEach(() => vi.useRealTimers());

const song = new File(['0123456789'], 'song.mp3');

function setup(answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>) {
  const server = fakeServer(answer);
  return { ...server, api: createApi({ token: () => 't', language: () => 'en', adapter: server.adapter }) };
}

/** Adapter that never answers; it rejects when the call is aborted, as axios does. */
const hanging = (call: FakeCall) =>
  new Promise<FakeAnswer>((_, reject) => {
    call.config.signal?.addEventListener?.('abort', () =>
      reject(Object.assign(new Error('canceled'), { __CANCEL__: true })),
    );
  });

describe('upload', () => {
  test('sends the file as a form and reports the fraction sent', async () => {
    const shares: number[] = [];
    const { api, calls } = setup((call) => {
      call.config.onUploadProgress?.({ loaded: 5, total: 10, bytes: 5, lengthComputable: true });
      return ok({ id: 3 });
    });
    const sent = upload<{ id: number }>(api, '/v1/file/upload', song, (share) => shares.push(share));
    expect(await sent.result).toEqual({ id: 3 });
    const form = calls[0]!.body as FormData;
    expect((form.get('file') as File).name).toBe('song.mp3');
    expect(calls[0]!.headers['Content-Type']).not.toBe('application/json');
    expect(calls[0]!.headers.access_token).toBe('t');
    expect(shares).toEqual([0.5]);
  });

  test('an upload of a music file names its group and its owner', async () => {
    const { api, calls } = setup(() => ok({ files: [] }));
    await uploadFile(api, song, { groupId: 7, org: null }).result;
    await uploadFile(api, song, { groupId: null, org: null }).result;
    await uploadFile(api, song, { groupId: 7, org: 3 }).result;
    expect(calls.map((call) => call.path)).toEqual([
      '/v1/file/upload?group_id=7',
      '/v1/file/upload',
      '/v1/file/upload?group_id=7&org=3',
    ]);
  });

  test('can be aborted', async () => {
    const { api } = setup(hanging);
    const sent = upload(api, '/v1/file/upload', song);
    const ended = sent.result.catch((error: ApiError) => error);
    sent.cancel();
    expect(await ended).toMatchObject({ aborted: true });
  });

  test('fails as a network failure without progress for 180 s, however long it takes in all', async () => {
    vi.useFakeTimers();
    let progress: (loaded: number) => void = () => {};
    const { api, calls } = setup((call) => {
      progress = (loaded) =>
        call.config.onUploadProgress?.({ loaded, total: 10, bytes: 1, lengthComputable: true });
      return hanging(call);
    });
    const sent = upload(api, '/v1/file/upload', song);
    let error: ApiError | undefined;
    void sent.result.catch((one: ApiError) => {
      error = one;
    });
    for (let i = 1; i < 5; i++) {
      await vi.advanceTimersByTimeAsync(170_000);
      progress(i);
    }
    expect(calls[0]!.config.timeout).toBe(0);
    expect(error).toBeUndefined();
    await vi.advanceTimersByTimeAsync(180_000);
    expect(error).toMatchObject({ network: true, aborted: false });
  });
});

test('listening and downloading get an address with a ticket', async () => {
  const { api, calls } = setup(() => ok({ url: '/v1/file/3/listen?ticket=x' }));
  expect(await fileAddress(api, 3, 'listen')).toBe('/v1/file/3/listen?ticket=x');
  expect(calls[0]).toMatchObject({ path: '/v1/file/3/ticket', body: { kind: 'listen' } });
});
