import type { Envelope } from '../../contract/api/envelope.ts';
import type { MediaFile } from '../../contract/entities/sound/file.ts';
import type { UploadValue } from '../../contract/entities/sound/upload.ts';
import type { UpgradeFile } from '../../contract/entities/terminals/upgrade.ts';

/** Media builds are slow on a busy machine. */
const BUILD_LIMIT_MS = 240_000;

/** API client of a running server. Every wait ends with its condition, or fails after 60 s. */
export class ApiClient {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** Token of the last login; empty before it. */
  get token(): string {
    return this.#token;
  }

  async login(username: string, password: string): Promise<void> {
    const { token } = await this.post<{ token: string }>('/v1/login', { username, password });
    this.#token = token;
  }

  get = <T>(path: string): Promise<T> => this.#call<T>('GET', path);
  post = <T = null>(path: string, body: object = {}): Promise<T> => this.#call<T>('POST', path, body);
  put = <T = null>(path: string, body: object): Promise<T> => this.#call<T>('PUT', path, body);

  delete = <T = null>(path: string): Promise<T> => this.#call<T>('DELETE', path);
  patch = <T = null>(path: string, body: object): Promise<T> => this.#call<T>('PATCH', path, body);

  /** Uploads a file and waits until it can be broadcast; returns its id. */
  async upload(name: string, bytes: Buffer): Promise<number> {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), name);
    const headers = { access_token: this.#token, lang: 'en' };
    const response = await fetch(`${this.#url}/v1/file/upload`, { method: 'POST', headers, body: form });
    const { value } = (await response.json()) as Envelope<UploadValue>;
    const id = value.files[0]?.file?.id;
    if (id === undefined) throw new Error(`upload refused: ${value.files[0]?.message}`);
    await this.until(
      `${name} is built`,
      async () => {
        const file = await this.get<MediaFile>(`/v1/file/${id}`);
        if (file.build_status === 'failed') throw new Error(`${name}: ${file.build_error}`);
        return file.build_status === 'built' || null;
      },
      BUILD_LIMIT_MS,
    );
    return id;
  }

  /** Uploads an upgrade package. */
  async uploadPackage(bytes: Uint8Array<ArrayBuffer>): Promise<UpgradeFile> {
    const form = new FormData();
    form.append('file', new Blob([bytes]), 'terminal.tocsin');
    const headers = { access_token: this.#token, lang: 'en' };
    const answer = await fetch(`${this.#url}/v1/upgrade_file/upload`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { code, message, value } = (await answer.json()) as Envelope<UpgradeFile>;
    if (code !== 200) throw new Error(`package refused: ${message}`);
    return value;
  }

  /** Adopts the waiting terminals of these codes; returns their ids in that order. */
  async adopt(codes: readonly string[]): Promise<number[]> {
    const waiting = await this.until('terminals that wait', async () => {
      const { rows } = await this.get<{ rows: { id: number; code: string }[] }>(
        '/v1/terminal_found?limit=1000',
      );
      const mine = rows.filter((row) => codes.includes(row.code));
      return mine.length === codes.length ? mine : null;
    });
    await this.post('/v1/terminal_found/batch', {
      action: 'adopt',
      ids: waiting.map((row) => row.id),
      org: null,
    });
    const { rows } = await this.get<{ rows: { id: number; code: string }[] }>('/v1/device?limit=1000');
    return codes.map((code) => rows.find((row) => row.code === code)?.id ?? 0);
  }

  /** Repeats a query until its result is not null, for at most `limit` milliseconds. */
  async until<T>(what: string, read: () => Promise<T | null>, limit = 60_000): Promise<T> {
    const end = performance.now() + limit;
    for (;;) {
      const answer = await read();
      if (answer !== null) return answer;
      if (performance.now() > end) throw new Error(`timed out: ${what}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(this.#url + path, {
      method,
      headers: {
        lang: 'en',
        access_token: this.#token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // More requests than one address may send in a second: a test that writes fast goes on as the server asks.
    if (response.status === 429) {
      await response.body?.cancel();
      await new Promise((resolve) => setTimeout(resolve, Number(response.headers.get('retry-after')) * 1000));
      return this.#call(method, path, body);
    }
    const envelope = (await response.json()) as Envelope<T>;
    if (envelope.code !== 200) throw new Error(`${method} ${path}: ${envelope.code} ${envelope.message}`);
    return envelope.value;
  }
}
