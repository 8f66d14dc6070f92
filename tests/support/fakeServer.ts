import { type AxiosAdapter, AxiosError, AxiosHeaders, type InternalAxiosRequestConfig } from 'axios';

export interface FakeAnswer {
  status?: number;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Recorded call. */
export interface FakeCall {
  method: string;
  path: string;
  query: unknown;
  body: unknown;
  headers: Record<string, string>;
  config: InternalAxiosRequestConfig;
}

/** Replaces the network: answers calls by a function; `null` is a network failure. */
export function fakeServer(answer: (call: FakeCall) => FakeAnswer | null | Promise<FakeAnswer | null>) {
  const calls: FakeCall[] = [];
  const adapter: AxiosAdapter = async (config) => {
    const call: FakeCall = {
      method: config.method ?? '',
      path: `${config.baseURL ?? ''}${config.url ?? ''}`,
      query: config.params,
      body: typeof config.data === 'string' ? JSON.parse(config.data) : config.data,
      headers: config.headers.toJSON() as Record<string, string>,
      config,
    };
    calls.push(call);
    const answered = await answer(call);
    if (answered === null) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config);
    return {
      data: answered.body,
      status: answered.status ?? 200,
      statusText: '',
      headers: new AxiosHeaders({ ...answered.headers }),
      config,
    };
  };
  return { adapter, calls };
}

export const ok = (value: unknown = null): FakeAnswer => ({ body: { code: 200, message: 'ok', value } });
export const failed = (code: number, message = `failed with ${code}`, status = code): FakeAnswer => ({
  status,
  body: { code, message, value: null },
});
