import type { Radio, RadioLive, RadioTestResult } from '../../../contract/entities/sound/radio.ts';
import { createTestApp } from '../setup/app.ts';
import { startStreamServer } from './streamServer.ts';

/** Creates the whole application, logged in, with helpers to test stations; `env` as in `createTestApp`. */
export async function createRadioApp(env: Record<string, string> = {}) {
  // Long timeouts: a slow start of the decoder or a slow name lookup is not a silent station.
  const streamTimes = { againMs: 50, stallMs: 60_000, trialMs: 60_000 };
  const app = await createTestApp(env, { streamTimes });
  const token = await app.login();
  const request = async <T>(method: string, url: string, body?: object) => {
    const answer = await app.call(method, url, { token, ...(body ? { body } : {}) });
    return { ...answer, value: answer.body.value as T };
  };
  return {
    ...app,
    token,
    request,
    /** Result of a test of an address. */
    tested: async (radio_url: string) =>
      (await request<RadioTestResult>('POST', '/v1/radio/test', { radio_url })).value,
    station: async (name: string, radio_url: string) =>
      (await request<Radio>('POST', '/v1/radio', { name, radio_url })).value,
    live: (id: number) => app.deps.live.topic<RadioLive>('radio').get(id),
  };
}

/** Starts a server of streams, and an application that may connect to it. */
export async function startRadioSite() {
  const server = await startStreamServer();
  const app = await createRadioApp({ STREAM_ALLOW: '127.0.0.1' });
  return {
    ...app,
    server,
    async close() {
      await app.close();
      await server.close();
    },
  };
}
export type RadioSite = Awaited<ReturnType<typeof startRadioSite>>;
