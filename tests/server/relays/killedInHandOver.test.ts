import { afterAll, beforeAll, test } from 'vitest';
import { isLong, seeded } from '../../support/random.ts';
import { AlarmRounds } from './alarmRounds.ts';

const TIMES = isLong ? 50 : 2;

let rounds: AlarmRounds;
beforeAll(async () => {
  rounds = await AlarmRounds.start();
}, 240_000);
afterAll(() => rounds.close(), 60_000);

for (const which of ['relay', 'server'] as const)
  test(`kill -9 of the ${which} during a hand-over: the alarm goes on, nothing is lost or told twice`, {
    timeout: TIMES * 240_000,
  }, async () => {
    const random = seeded();
    for (let n = 0; n < TIMES; n++) {
      // Long enough that the relay serves its terminals, so that the alarm begins there.
      const kill = { which, afterMs: Math.floor(random() * 60) };
      const round = { inputMs: 400, cutMs: 0, lengthMs: 1_500, kill };
      await rounds.play(round).catch((error: unknown) => {
        throw new Error(`round ${n} ${JSON.stringify(round)}`, { cause: error });
      });
    }
  });
