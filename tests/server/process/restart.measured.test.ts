import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../../support/random.ts';
import { KINDS, now, roughness, silencesIn, startPlayingSite } from './heardOverRestart.ts';

/** Sound of loudspeakers while their server is killed or stopped, and started again on its data. */
/** Buffer of the sound cards: a test process that stands still for less is not heard, µs. */
const CARD_US = 600_000;
let site: Awaited<ReturnType<typeof startPlayingSite>>;
const slow = 180_000;
beforeAll(async () => {
  site = await startPlayingSite({ cardLatencyUs: CARD_US });
  for (const kind of KINDS) await site.play(kind);
}, slow);
afterAll(() => site.close());

/** Sound that each loudspeaker has in reserve when the server goes down, ms: the full reserve takes 20 s to grow. */
const RESERVE_MS = isLong ? 9_000 : 4_500;
/** Time after its welcome within which a terminal waits for its stream to be opened again, ms. */
const OPENED_MS = 900;
/** Time that a terminal needs for new sound, ms. */
const READY_MS = 1_000;
/** Time before the end of the server from which on silence counts, µs. */
const BEFORE_US = 500_000;

async function heardOver(what: string, goDown: () => Promise<unknown>): Promise<void> {
  const all = KINDS.map((kind) => ({ kind, ...site.speakers[kind] }));
  for (const { terminal } of all) await terminal.until((t) => t.sound().buffer_ms > RESERVE_MS, slow);
  const before = all.map(({ terminal }) => ({
    dry: terminal.underruns,
    epoch: terminal.session.epoch,
    reserveMs: terminal.sound().buffer_ms,
  }));
  const downUs = now();
  await goDown();
  const goneUs = now();
  await site.server.start();
  const upUs = now();
  const waits = await Promise.all(
    all.map(async ({ terminal }) => {
      await terminal.until(({ session }) => session.phase === 'welcomed', slow);
      const welcomedUs = now();
      await terminal.until(({ session }) => session.streams.held(session.mediaUs ?? 0).length > 0, slow);
      return (now() - welcomedUs) / 1000;
    }),
  );
  const backUs = now();
  for (const { terminal } of all) await terminal.until((t) => t.sound().received > 100, slow);
  const endUs = now();
  for (const { terminal, recording } of all) await terminal.until(() => recording.endUs > endUs, slow);
  const ms = (us: number) => Math.round((us - downUs) / 1000);
  process.stdout.write(
    `${what}: gone after ${ms(goneUs)} ms, listens after ${ms(upUs)} ms, all are back after ${ms(backUs)} ms\n`,
  );
  for (const [n, { kind, terminal, recording }] of all.entries()) {
    const silences = silencesIn(recording, downUs - BEFORE_US, endUs);
    const missing = silences.reduce((sum, [, length]) => sum + length, 0);
    const edge = roughness(recording, downUs - BEFORE_US, endUs);
    const dry = terminal.underruns - (before[n]?.dry ?? 0);
    const list = silences.map(([at, length]) => `${length} ms at ${at - BEFORE_US / 1000}`).join(', ');
    process.stdout.write(
      `  ${kind}: silent ${missing} ms (${list}), roughness ${edge.toFixed(4)}, card underruns ${dry}\n`,
    );
    expect(terminal.session.epoch).toBe(before[n]?.epoch);
    // A busy machine may take longer than the reserve lasts, or not feed the card of the test in time.
    const isOpenedInTime = (waits[n] ?? 0) < OPENED_MS;
    const isCovered = isOpenedInTime && ms(backUs) + READY_MS < (before[n]?.reserveMs ?? 0);
    if (dry === 0 && isCovered) expect(missing, kind).toBe(0);
    if (dry === 0) expect(missing, kind).toBeLessThan(Math.max(0, ms(endUs) - RESERVE_MS) + READY_MS);
  }
}

test(
  'a killed server that is started again is not heard',
  () => heardOver('kill -9', site.server.kill9),
  slow,
);
if (isLong) test('a planned stop and start is not heard', () => heardOver('stop', site.server.end), slow);
