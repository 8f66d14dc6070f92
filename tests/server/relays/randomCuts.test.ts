import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, seeded } from '../../support/random.ts';
import { AlarmRounds, type Round } from './alarmRounds.ts';

const ROUNDS = isLong ? 1_000 : 4;

let rounds: AlarmRounds;
beforeAll(async () => {
  rounds = await AlarmRounds.start();
}, 240_000);
afterAll(() => rounds.close(), 60_000);

test('an input at any moment around a cut of the line starts its alarm once, and nothing is lost or told twice', {
  timeout: ROUNDS * 60_000,
}, async () => {
  const random = seeded();
  const upTo = (ms: number) => Math.floor(random() * ms);
  for (let n = 0; n < ROUNDS; n++) {
    const round: Round = { inputMs: upTo(1_500), cutMs: upTo(800), lengthMs: upTo(900) };
    await rounds.play(round).catch((error: unknown) => {
      throw new Error(`round ${n} ${JSON.stringify(round)}`, { cause: error });
    });
  }
  expect((await rounds.site.overview()).relays).toHaveLength(1);
});
