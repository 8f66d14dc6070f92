import { describe, expect, it } from 'vitest';
import type { UploadValue } from '../../../contract/entities/sound/upload.ts';
import { ApiError } from '../../../src/api/error.ts';
import { createUploads, isUploading } from '../../../src/views/shared/media/uploads.ts';

/** Uploads whose requests the test answers; each is identified by the name of its file. */
function setUp() {
  let time = 0;
  const open = new Map<
    string,
    {
      groupId: number | null;
      org: number | null;
      progress: (share: number) => void;
      resolve: (value: UploadValue) => void;
      reject: (error: ApiError) => void;
    }
  >();
  const uploads = createUploads({
    now: () => time,
    send(file, { groupId, org }, progress) {
      const { promise, resolve, reject } = Promise.withResolvers<UploadValue>();
      open.set(file.name, { groupId, org, progress, resolve, reject });
      const cancelled = new ApiError({ code: 0, message: '', aborted: true });
      return { result: promise, cancel: () => reject(cancelled) };
    },
  });
  const result = (ok: boolean, message = ''): UploadValue => ({
    files: [{ original_name: '', ok, code: ok ? 200 : 400, message, file: null }],
  });
  const of = (name: string) => {
    const request = open.get(name);
    if (request === undefined) throw new Error(`${name} was not sent`);
    return request;
  };
  return {
    uploads,
    open,
    of,
    result,
    pass: (ms: number) => {
      time += ms;
    },
    states: () => uploads.items$.value.map((item) => `${item.name} ${item.state}`),
    item: (name: string) => uploads.items$.value.find((item) => item.name === name),
  };
}
const files = (...names: string[]) => names.map((name) => new File(['x'.repeat(1000)], name));
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('uploads', () => {
  it('accepts ten files of a selection and refuses eleven, all of them', () => {
    const { uploads, states } = setUp();
    expect(uploads.add(files(...'abcdefghijk'), null)).toEqual({
      key: 'media.tooManyFiles',
      params: { max: 10 },
    });
    expect(states()).toEqual([]);
    expect(uploads.add(files(...'abcdefghij'), null)).toBe(null);
    expect(states()).toHaveLength(10);
  });

  it('sends two at a time, into the group, and the next when one has finished', async () => {
    const { uploads, states, of, open, result } = setUp();
    uploads.add(files('a', 'b', 'c'), 7, 3);
    expect(states()).toEqual(['a sending', 'b sending', 'c waiting']);
    expect(of('a')).toMatchObject({ groupId: 7, org: 3 });
    of('a').resolve(result(true));
    await turn();
    expect(states()).toEqual(['a done', 'b sending', 'c sending']);
    of('b').resolve(result(true));
    of('c').resolve(result(true));
    await turn();
    expect(open.size).toBe(3);
    expect(isUploading(uploads.items$.value)).toBe(false);
  });

  it('keeps the reason of a refusal with the file, and sends it again on request', async () => {
    const { uploads, states, of, item, result } = setUp();
    uploads.add(files('a', 'b'), null);
    of('a').resolve(result(false, 'The file is empty'));
    of('b').reject(new ApiError({ code: 413, message: 'Too large' }));
    await turn();
    expect(item('a')).toMatchObject({ state: 'refused', reason: 'The file is empty' });
    expect(item('b')).toMatchObject({ state: 'refused', reason: 'Too large' });
    uploads.retry(item('a')?.id ?? 0);
    expect(states()).toEqual(['a sending', 'b refused']);
    of('a').resolve(result(true));
    await turn();
    expect(item('a')).toMatchObject({ state: 'done', reason: '' });
  });

  it('distinguishes a lost connection from a refusal', async () => {
    const { uploads, of, item } = setUp();
    uploads.add(files('a'), null);
    of('a').reject(new ApiError({ code: 0, message: 'Network Error', network: true }));
    await turn();
    expect(item('a')).toMatchObject({ state: 'refused', reason: '' });
  });

  it('cancels sending and waiting files, and goes on with the rest', async () => {
    const { uploads, states, item } = setUp();
    uploads.add(files('a', 'b', 'c', 'd'), null);
    uploads.cancel(item('c')?.id ?? 0);
    uploads.cancel(item('a')?.id ?? 0);
    await turn();
    expect(states()).toEqual(['a cancelled', 'b sending', 'c cancelled', 'd sending']);
  });

  it('measures the speed, and shows when the server checks the file', () => {
    const { uploads, of, item, pass } = setUp();
    uploads.add(files('a'), null);
    pass(500);
    of('a').progress(0.5);
    expect(item('a')).toMatchObject({ state: 'sending', sent: 0.5, speed: 1000 });
    pass(500);
    of('a').progress(1);
    expect(item('a')).toMatchObject({ state: 'checking', sent: 1, speed: 1000 });
  });

  it('clears finished files only, and everything when another account logs in', async () => {
    const { uploads, states, of, result } = setUp();
    uploads.add(files('a', 'b'), null);
    of('a').resolve(result(true));
    await turn();
    uploads.clear();
    expect(states()).toEqual(['b sending']);
    uploads.reset();
    await turn();
    expect(states()).toEqual([]);
  });
});
