import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkWarmUp, scaled } from '../tests/support/load/sizing.ts';
import {
  type Figures,
  finish,
  LOAD_CORE,
  MAX_LOAD_BUSY,
  type Part,
  percentile,
  pinnedTo,
  print,
  rounded,
  SERVER_CORE,
  startPart,
} from './parts/harness.ts';
import { attackRounds } from './support/alarmAttack.ts';
import {
  alarmOnce,
  bareSide,
  connectTerminals,
  isSmall,
  NOMINAL,
  noTimes,
  type Side,
  type Sizes,
  type Times,
  untilReady,
} from './support/alarmSide.ts';
import { siteSide } from './support/alarmSite.ts';
import { Api, noiseWav, until } from './support/api.ts';
import { measureLoad } from './support/cpu.ts';
import { startProduct } from './support/productServer.ts';
import { sized } from './support/sized.ts';
import { repeated } from './support/timeLimit.ts';

/**
 * Benchmark of alarms: from the edge of an input at a fire terminal to the alarm at 1,000 terminals, of which
 * 50 decode and record, while each plays music and 20 consoles watch.
 * - First half: 30 alarms while a long file is transcoded, next to a bare `ws` loop that opens a stream at as
 * many terminals on a POST (firstSoundBare.ts).
 * - Second half: under a flood of logins, under uploads and exports, and under a transcode, each next to as
 * many cheap requests (alarmAttack.ts).
 */
const ALARMS = isSmall ? 2 : 30;
const WARM_UP = isSmall ? 1 : 3;
/** EN 54-16: an alarm must sound within 3 s; the limit of all results. */
const EN_54_16_MS = 3_000;
const LONG_FILE_S = 90 * 60;
const LONG_FILE_RATE = 8_000;
const LONG_FILES = isSmall ? 1 : 6;
/** Maximum delay of alarms under a flood, or under uploads and exports, relative to cheap requests. */
const MAX_ATTACK_RATIO = 1.5;

/** Load of the load's core on the reference machine under the nominal load. */
const NOMINAL_BUSY = 0.6;

/** Only this kind of the second half: `logins` or `transfers`. */
const only = process.env.BENCH_ONLY;

const invalid: string[] = [];
if (isSmall) invalid.push('a small run (BENCH_SMALL)');
if (only !== undefined) invalid.push('a part of the benchmark (BENCH_ONLY)');

/** Figures of the alarms of the first half. */
function figuresOf({ heard, opened, shown, lost }: Times, busy: number): Figures {
  return {
    p50_ms: percentile(heard, 0.5),
    p99_ms: percentile(heard, 0.99),
    slowest_ms: Math.max(...heard),
    told_p99_ms: percentile(opened, 0.99),
    told_slowest_ms: Math.max(...opened),
    lost,
    load_busy: busy,
    ...(shown.length === 0
      ? {}
      : { strip_p50_ms: percentile(shown, 0.5), strip_p99_ms: percentile(shown, 0.99) }),
  };
}

/** @param part of the time limit at whose end the alarms must be over; null: a warm-up */
async function run(side: Side, count: number, part: number | null): Promise<Figures> {
  const times = noTimes();
  const load = measureLoad(
    [side.fleet, side.listeners, side.consoles].flatMap((part) => (part === null ? [] : [part.pid])),
  );
  const all = await repeated(`${side.name}: alarms`, { times: count, part: part ?? 1 }, () =>
    alarmOnce(side, times),
  );
  const busy = load();
  if (part === null) checkWarmUp(side.name, busy);
  else if (busy > MAX_LOAD_BUSY)
    invalid.push(`${side.name}: the load generator was ${Math.round(busy * 100)} % busy`);
  const figures = figuresOf(times, busy);
  print(`${side.name}: ${all.length} alarms  ${JSON.stringify(figures)}`);
  return figures;
}

async function bare(dataDir: string, file: number, parts: Part[], sizes: Sizes): Promise<Side> {
  const part = startPart('firstSoundBare.ts', SERVER_CORE);
  parts.push(part);
  const programme = join(dataDir, 'media', 'file', String(file), 'programme', 'programme.opk');
  await part.call('load', readFileSync(programme).toString('base64'));
  const url = await part.call<string>('address');
  const own = await connectTerminals(url, 'BARE', parts, sizes);
  await untilReady(own);
  return bareSide(url, own);
}

async function main(share: number): Promise<void> {
  const sizes = {
    terminals: scaled(NOMINAL.terminals, share, 20),
    decoding: scaled(NOMINAL.decoding, share, 5),
    consoles: scaled(NOMINAL.consoles, share, 2),
  };
  const server = await startProduct({ under: pinnedTo(SERVER_CORE) });
  const parts: Part[] = [];
  let close = () => {};
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const file = await api.upload('alarm.wav', noiseWav(60));
    let baseline: Figures = {};
    if (only === undefined) {
      const other = await bare(server.dataDir, file, parts, sizes);
      await run(other, WARM_UP, null);
      baseline = await run(other, ALARMS, 0.2);
      await Promise.all(parts.splice(0).map((part) => part.end()));
    }

    const side = await siteSide(server, api, file, parts, sizes);
    close = side.close;
    await run(side, WARM_UP, null);
    const transcode = async () => {
      for (let i = 0; i < LONG_FILES; i++)
        await api.submit(`ninety minutes ${i}.wav`, noiseWav(LONG_FILE_S, LONG_FILE_RATE));
      await until('a long file is in the making', building);
    };
    const attack = await attackRounds(side, server, api, parts, transcode, only);
    async function building() {
      return (await api.call<{ total: number }>('GET', '/v1/file?build_status=building')).total > 0;
    }
    const measured = only === undefined ? await run(side, ALARMS, 1) : {};
    if (only === undefined && !(await building())) invalid.push('no file was in the making at the end');
    print(
      `EN 54-16 allows ${EN_54_16_MS} ms; the slowest of all took ${rounded(measured.slowest_ms ?? 0)} ms`,
    );
    const atMost = { max: MAX_ATTACK_RATIO };
    finish({
      name: 'alarm',
      baseline: { ...baseline, ...attack.cheap },
      measured: { ...measured, ...attack.real, en_54_16_ms: EN_54_16_MS, terminals: sizes.terminals },
      ratio: { p99_ratio: rounded((measured.p99_ms ?? 0) / (baseline.p99_ms ?? 1)), ...attack.ratio },
      goal: {
        p99_ms: { max: 150 },
        lost: { max: 0 },
        strip_p99_ms: { max: 300 },
        attack_lost: { max: 0 },
        logins_frame_p99_ratio: atMost,
        logins_sound_p99_ratio: atMost,
        transfers_frame_p99_ratio: atMost,
        transfers_sound_p99_ratio: atMost,
      },
      invalid: [...invalid, ...attack.invalid],
    });
  } finally {
    close();
    await Promise.all(parts.map((part) => part.end()));
    await server.stop();
  }
}

if (pinnedTo(LOAD_CORE).length === 0) invalid.push('processes cannot be pinned to two cores here');
await sized(NOMINAL_BUSY, main);
