import { WAV_HEADER_BYTES, wavHeader } from '../../contract/protocol/wav.ts';
/** API client of a benchmark: logged in; any failure is an error. */
export class Api {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  static async login(url: string, password: string): Promise<Api> {
    const api = new Api(url);
    const value = await api.call<{ token: string }>('POST', '/v1/login', { username: 'admin', password });
    api.#token = value.token;
    return api;
  }

  async call<T>(method: string, path: string, body?: object): Promise<T> {
    const form = body instanceof FormData;
    const headers: Record<string, string> = { lang: 'en' };
    if (this.#token !== '') headers.access_token = this.#token;
    if (body !== undefined && !form) headers['content-type'] = 'application/json';
    const response = await fetch(this.#url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    // Rate limit (429): this is setup, so it is not measured.
    if (response.status === 429) {
      await response.body?.cancel();
      await pause(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return this.call(method, path, body);
    }
    const answer = (await response.json()) as { code: number; message: string; value: T };
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.code} ${answer.message}`);
    return answer.value;
  }

  /** Uploads a sound file; returns its id. It is built in the background. */
  async submit(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const { files } = await this.call<{ files: { file: { id: number } | null; message: string }[] }>(
      'POST',
      '/v1/file/upload',
      form,
    );
    const id = files[0]?.file?.id;
    if (id === undefined) throw new Error(`upload: ${files[0]?.message}`);
    return id;
  }

  /** Uploads a sound file and waits until it can be broadcast; returns its id. */
  async upload(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<number> {
    const id = await this.submit(name, bytes);
    await until(`${name} is built`, async () => {
      const file = await this.call<{ build_status: string; build_error: string | null }>(
        'GET',
        `/v1/file/${id}`,
      );
      if (file.build_status === 'failed') throw new Error(`not built: ${file.build_error}`);
      return file.build_status === 'built';
    });
    return id;
  }
}

/** Waits for a condition, checked ten times a second, by default for at most two minutes. */
export async function until(
  what: string,
  reached: () => Promise<boolean> | boolean,
  limit_ms = 120_000,
): Promise<void> {
  const last = performance.now() + limit_ms;
  while (!(await reached())) {
    if (performance.now() > last) throw new Error(`not reached: ${what}`);
    await pause(100);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** WAV file of pink-like noise, which no encoder can make small. Mono, 16 bits. */
export function noiseWav(seconds: number, rate = 48_000): Uint8Array<ArrayBuffer> {
  const samples = seconds * rate;
  const bytes = new Uint8Array(WAV_HEADER_BYTES + samples * 2);
  const view = new DataView(bytes.buffer);
  bytes.set(wavHeader(rate, samples * 2));
  let held = 0;
  for (let i = 0; i < samples; i++) {
    held = held * 0.97 + (Math.random() * 2 - 1) * 0.1;
    view.setInt16(WAV_HEADER_BYTES + i * 2, Math.max(-1, Math.min(1, held)) * 20_000, true);
  }
  return bytes;
}
