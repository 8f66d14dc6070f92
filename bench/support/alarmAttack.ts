import type { TestServer } from '../../tests/support/server.ts';
import type { Sent, Traffic } from '../parts/attackers.ts';
import {
  type Figures,
  LOAD_CORE,
  type Part,
  percentile,
  print,
  rounded,
  startPart,
} from '../parts/harness.ts';
import { alarmOnce, type Disturbance, isSmall, noTimes, type Side, type Times } from './alarmSide.ts';
import { type Api, until } from './api.ts';
import { repeated } from './timeLimit.ts';

/**
 * Second half of `bench:alarm`: alarms under load from strangers and users, alternating with alarms under as
 * many cheap requests (the server's time of day):
 * - `logins`: 60 wrong logins four times a second, each of another account and from another address
 * - `transfers`: four uploads and 20 exports of all terminals begin right before the edge
 * - `transcode`: long files are transcoded; its cheap alarms come first
 * `only`: the one kind that is run.
 */
const ALARMS = isSmall ? 2 : 10;
/** Alarms of each kind before the measured ones: the first export and the first login run code that was never compiled. */
const WARM_UP = 1;

export interface Attack {
  /** Alarms under cheap requests. */
  cheap: Figures;
  /** Alarms under the real load, by the same names. */
  real: Figures;
  ratio: Figures;
  invalid: string[];
}

export async function attackRounds(
  side: Side,
  server: TestServer,
  api: Api,
  parts: Part[],
  transcode: () => Promise<void>,
  only?: string,
): Promise<Attack> {
  const attackers = startPart('attackers.ts', LOAD_CORE, [server.url, server.adminPassword]);
  parts.push(attackers);
  await attackers.call('connect');
  const attack: Attack = { cheap: {}, real: {}, ratio: {}, invalid: [] };
  let lost = 0;

  function disturbance(traffic: Traffic, isCheap: boolean): Disturbance {
    return {
      begin: () => attackers.call('begin', { traffic, isCheap }),
      async end() {
        const sent = await attackers.call<Sent>('end');
        const wrong = sent.unexpected[0];
        if (wrong !== undefined) attack.invalid.push(`${traffic}: ${wrong}`);
        // Uploaded files are built before the next alarm, so that both kinds find an idle server.
        if (traffic === 'transfers') await until('all files are built', isBuilt, 300_000);
      },
    };
  }
  async function isBuilt(): Promise<boolean> {
    const of = (state: string) => api.call<{ total: number }>('GET', `/v1/file?build_status=${state}`);
    return (await of('building')).total + (await of('waiting')).total === 0;
  }

  function note(name: Traffic, cheap: Times, real: Times): void {
    for (const [figures, { framed, heard }] of [
      [attack.cheap, cheap],
      [attack.real, real],
    ] as const) {
      figures[`${name}_frame_p50_ms`] = rounded(percentile(framed, 0.5));
      figures[`${name}_frame_p99_ms`] = rounded(percentile(framed, 0.99));
      figures[`${name}_frame_slowest_ms`] = rounded(Math.max(...framed));
      figures[`${name}_sound_p99_ms`] = rounded(percentile(heard, 0.99));
    }
    for (const what of ['frame', 'sound']) {
      const of = (figures: Figures) => figures[`${name}_${what}_p99_ms`] ?? Number.NaN;
      attack.ratio[`${name}_${what}_p99_ratio`] = rounded(of(attack.real) / of(attack.cheap));
    }
    lost += cheap.lost + real.lost;
    const of = (figures: Figures) => `${figures[`${name}_frame_p99_ms`]} ms`;
    print(`${name}: first frame p99 ${of(attack.real)}, beside cheap requests ${of(attack.cheap)}`);
  }

  for (const [traffic, part] of [
    ['logins', 0.4],
    ['transfers', 0.65],
  ] as const) {
    if (only !== undefined && only !== traffic) continue;
    const [cheap, real] = [noTimes(), noTimes()];
    await repeated(`alarms under ${traffic}`, { times: ALARMS + WARM_UP, part }, async (i) => {
      await alarmOnce(side, i < WARM_UP ? noTimes() : cheap, disturbance(traffic, true));
      await alarmOnce(side, i < WARM_UP ? noTimes() : real, disturbance(traffic, false));
    });
    note(traffic, cheap, real);
  }
  if (only !== undefined) return attack;
  const [before, during] = [noTimes(), noTimes()];
  const alarms = (part: number, times: Times, isCheap: boolean) =>
    repeated('alarms beside a transcode', { times: ALARMS, part }, () =>
      alarmOnce(side, times, disturbance('transcode', isCheap)),
    );
  await alarms(0.72, before, true);
  await transcode();
  await alarms(0.8, during, false);
  note('transcode', before, during);
  attack.real.attack_lost = lost;
  return attack;
}
