import type { Envelope } from '../../contract/api/envelope.ts';

/** A call as the account that is logged in. @throws Error with the server's message */
export type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

/** Logs in as `admin`. */
export async function login(url: string, password: string): Promise<Call> {
  let token: string | null = null;
  const call: Call = async <T>(method: string, path: string, body?: object) => {
    const form = body instanceof FormData;
    const headers: Record<string, string> = { lang: 'en' };
    if (token !== null) headers.access_token = token;
    if (body !== undefined && !form) headers['content-type'] = 'application/json';
    const payload = body === undefined ? {} : { body: form ? body : JSON.stringify(body) };
    const response = await fetch(url + path, { method, headers, ...payload });
    const answer = (await response.json()) as Envelope<T>;
    if (answer.code !== 200) throw new Error(`${method} ${path}: ${answer.message}`);
    return answer.value;
  };
  token = (await call<{ token: string }>('POST', '/v1/login', { username: 'admin', password })).token;
  return call;
}
