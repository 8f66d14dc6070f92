import { requestTimeoutMs } from '../../contract/constants.ts';
import type { Api, CallOptions } from './client.ts';
import { ApiError } from './error.ts';

export interface Upload<T> {
  /** Rejects with an `ApiError`; `aborted` after `cancel()`. */
  result: Promise<T>;
  cancel(): void;
}

/**
 * Sends one file as multipart/form-data; `path` carries its query. `onProgress` gets the fraction sent, 0 to
 * 1. The time-out counts from the last progress: a large file on a slow connection may take longer in all.
 */
export function upload<T>(
  api: Api,
  path: string,
  file: File,
  onProgress: (share: number) => void = () => {},
  options: Omit<CallOptions, 'signal' | 'timeoutMs' | 'onUploadProgress'> = {},
): Upload<T> {
  const form = new FormData();
  form.append('file', file, file.name);

  const abort = new AbortController();
  let stalled = false;
  const stall = () => {
    stalled = true;
    abort.abort();
  };
  let timer = setTimeout(stall, requestTimeoutMs);

  const result = api
    .post<T>(path, form, {
      ...options,
      signal: abort.signal,
      timeoutMs: 0,
      onUploadProgress: (event) => {
        clearTimeout(timer);
        timer = setTimeout(stall, requestTimeoutMs);
        if (event.total !== undefined && event.total > 0) onProgress(event.loaded / event.total);
      },
    })
    .catch((error: unknown) => {
      throw stalled ? new ApiError({ code: 0, message: 'upload stalled', network: true }) : error;
    })
    .finally(() => clearTimeout(timer));
  return { result, cancel: () => abort.abort() };
}
