import { Agent, request } from 'node:http';
import pg from 'pg';
import type { Statement } from '../support/listCapture.ts';
import { serveCalls } from './harness.ts';

/**
 * Sends requests one after the other, like one console, and measures each response, ms. A separate process on
 * its own core.
 */
const ADDRESSES = 16;
/**
 * One connection for each of several loopback addresses: the server limits requests per address and second.
 */
const agents = Array.from({ length: ADDRESSES }, (_, i) => ({
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  localAddress: `127.0.0.${i + 1}`,
}));
let requests = 0;

function get(url: URL, token: string): Promise<number> {
  const { agent, localAddress } = agents[requests++ % ADDRESSES] as (typeof agents)[number];
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const outgoing = request(
      url,
      { agent, localAddress, headers: { access_token: token, lang: 'en' } },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          const ms = performance.now() - from;
          if (response.statusCode === 200) resolve(ms);
          else reject(new Error(`${url.pathname}: ${Buffer.concat(parts).toString().slice(0, 200)}`));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

let pool: pg.Pool | undefined;

serveCalls({
  connect({ database }: { database: string }) {
    pool = new pg.Pool({ connectionString: database, max: 2 });
  },
  /**
   * Requests each list by each login, round after round: a short slowdown of the machine affects no list
   * twice.
   */
  async http({
    base,
    tokens,
    urls,
    count,
  }: {
    base: string;
    tokens: string[];
    urls: string[];
    count: number;
  }) {
    const times = urls.map(() => tokens.map((): number[] => []));
    for (let i = 0; i < count; i++)
      for (const [n, url] of urls.entries())
        for (const [who, token] of tokens.entries())
          times[n]?.[who]?.push(await get(new URL(base + url), token));
    return times;
  },
  /** Executes the statements of each list, likewise. */
  async sql({ lists, count }: { lists: Statement[][]; count: number }) {
    const times = lists.map((): number[] => []);
    for (let i = 0; i < count; i++)
      for (const [n, statements] of lists.entries()) {
        const from = performance.now();
        for (const { text, values } of statements) await pool?.query({ text, values, rowMode: 'array' });
        times[n]?.push(performance.now() - from);
      }
    return times;
  },
  close: () => pool?.end(),
});
