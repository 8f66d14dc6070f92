import { createTerminal } from '../terminal/headless/terminal.ts';
import { monotonicUs } from '../terminal/headless/time.ts';
import { type Figures, finish, percentile, print, rounded } from './parts/harness.ts';
import { Api, pause, until } from './support/api.ts';
import { startProduct } from './support/productServer.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of new texts: from the call that starts a new text to the first sample that a sound card plays,
 * for a sentence of ten words in each of the three languages; next to it the same for a cached text (a second
 * start), without synthesis. docs/decisions/0085-confirmed-links-and-growing-speech.md. An argument sets the
 * number of starts.
 */
const STARTS = Number(process.argv[2] ?? 6);
/** Time until the pre-started processes are loaded, ms. */
const PAUSE_MS = 6_000;
const LOUD = 0.001;

const sentences = {
  en: (n: number) => `Attention please, lesson ${n} will begin in the hall today.`,
  cn: (n: number) => `各位老师同学请注意，第${n}节课将在大礼堂举行，请准时到场。`,
  ko: (n: number) => `안내 말씀 드립니다. ${n}교시 수업은 오늘 대강당에서 진행될 예정이오니 참고 바랍니다.`,
};

const figures = (ms: readonly number[]): Figures => ({
  p50_ms: rounded(percentile(ms, 0.5)),
  p99_ms: rounded(percentile(ms, 0.99)),
  max_ms: rounded(Math.max(...ms)),
});

async function main(): Promise<void> {
  const server = await startProduct();
  const sounds: number[] = [];
  let awaits = false;
  const terminal = createTerminal({
    server: server.url,
    code: 'TYPED',
    listen(samples, atUs) {
      const at = awaits ? samples.findIndex((sample) => Math.abs(sample) > LOUD) : -1;
      if (at < 0) return;
      awaits = false;
      sounds.push(atUs + (at * 1e6) / 48_000);
    },
  });
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const found = async () =>
      (await api.call<{ rows: { id: number }[] }>('GET', '/v1/terminal_found?limit=1000')).rows;
    await until('found', async () => (await found()).length === 1);
    const ids = (await found()).map((row) => row.id);
    await api.call('POST', '/v1/terminal_found/batch', { action: 'adopt', ids, org: null });
    const { rows } = await api.call<{ rows: { id: number }[] }>('GET', '/v1/device?limit=5');
    await until('ready', () => terminal.session.state === 'idle');
    await pause(PAUSE_MS);

    const start = async (textContent: string): Promise<number> => {
      const before = sounds.length;
      awaits = true;
      const called = monotonicUs();
      const body = {
        name: 'Typed',
        audio_source: 1,
        textContent,
        devices: rows.map(({ id }) => id),
        volume: 100,
      };
      const { id } = await api.call<{ id: number }>('POST', '/v1/task', body);
      await until('heard', () => sounds.length > before);
      await api.call('POST', `/v1/task/${id}/stop`).catch(() => {});
      await until('quiet', () => terminal.session.state === 'idle');
      await pause(PAUSE_MS);
      return ((sounds.at(-1) ?? 0) - called) / 1000;
    };
    const all = { fresh: [] as number[], kept: [] as number[] };
    const medians: Figures = {};
    // The first start of a server loads what later ones find loaded.
    print(`warm-up: ${rounded(await start('Attention please, this is the first of them all here.'))} ms`);
    for (const [i, [language, sentence]] of Object.entries(sentences).entries()) {
      const fresh: number[] = [];
      await repeated(language, { times: STARTS, part: (i + 1) / 3 }, async (n) => {
        fresh.push(await start(sentence(n + 1)));
        all.kept.push(await start(sentence(n + 1)));
      });
      all.fresh.push(...fresh);
      medians[`${language}_p50_ms`] = rounded(percentile(fresh, 0.5));
      print(`${language}: ${fresh.map(Math.round).join(' ')}`);
    }
    finish({
      name: 'typed-text',
      baseline: figures(all.kept),
      measured: { ...figures(all.fresh), ...medians },
      ratio: {},
      goal: { p99_ms: { max: 400 } },
      invalid: [],
    });
  } finally {
    terminal.stop();
    await server.stop();
  }
}

await main();
