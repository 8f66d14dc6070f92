import { Agent, request } from 'node:http';
import pg from 'pg';
import { serveCalls } from './harness.ts';
import type { Statement } from './listCapture.ts';

/** Asks one after the other, as one console does, and measures each answer, ms. A part of its own, on its own core. */
const ADDRESSES = 16;
/** One connection for each of several loopback addresses: the server limits what one address may ask in a second. */
const agents = Array.from({ length: ADDRESSES }, (_, i) => ({
  agent: new Agent({ keepAlive: true, maxSockets: 1 }),
  localAddress: `127.0.0.${i + 1}`,
}));
let asked = 0;

function get(url: URL, token: string): Promise<number> {
  const { agent, localAddress } = agents[asked++ % ADDRESSES] as (typeof agents)[number];
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const ask = request(
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
    ask.on('error', reject);
    ask.end();
  });
}

let pool: pg.Pool | undefined;

serveCalls({
  connect({ database }: { database: string }) {
    pool = new pg.Pool({ connectionString: database, max: 2 });
  },
  async http({ base, token, url, count }: { base: string; token: string; url: string; count: number }) {
    const times: number[] = [];
    for (let i = 0; i < count; i++) times.push(await get(new URL(base + url), token));
    return times;
  },
  /** The same list by several logins, turn by turn: what slows the machine down slows all of them. */
  async turns({ base, tokens, url, count }: { base: string; tokens: string[]; url: string; count: number }) {
    const times = tokens.map((): number[] => []);
    for (let i = 0; i < count; i++)
      for (const [n, token] of tokens.entries()) times[n]?.push(await get(new URL(base + url), token));
    return times;
  },
  async sql({ statements, count }: { statements: Statement[]; count: number }) {
    const times: number[] = [];
    for (let i = 0; i < count; i++) {
      const from = performance.now();
      for (const { text, values } of statements) await pool?.query({ text, values, rowMode: 'array' });
      times.push(performance.now() - from);
    }
    return times;
  },
  close: () => pool?.end(),
});
