import { type Figures, print } from '../../parts/harness.ts';
import { pause } from '../api.ts';
import { measureLoad } from '../cpu.ts';
import type { FanoutSide } from './fanoutSide.ts';

/** Time in which each terminal gets its reserve, and interval of the printed counts; ms. */
const SETTLE_MS = 6_000;
const REPORT_EVERY_MS = 60_000;

/** Minutes of a long run, after `--minutes`; null: the usual runs. @throws when it is no number above zero */
export function minutesOf(args: readonly string[]): number | null {
  const at = args.indexOf('--minutes');
  if (at < 0) return null;
  const minutes = Number(args[at + 1]);
  if (!(minutes > 0)) throw new Error('--minutes needs a number above zero');
  return minutes;
}

/** Plays for some minutes, with the start; counts the packets that reach the terminals after their time. */
export async function playFor({ fleet, pid, start, stop }: FanoutSide, minutes: number): Promise<Figures> {
  await fleet.call('requestTimes');
  await pause(1_000);
  await fleet.call('take');
  const load = measureLoad([fleet.pid]);
  const server = measureLoad([pid]);
  await start();
  const endMs = performance.now() + minutes * 60_000 + SETTLE_MS;
  const sum = { packets: 0, late: 0, missing: 0, closed: 0 };
  while (performance.now() < endMs) {
    await pause(Math.min(REPORT_EVERY_MS, Math.max(0, endMs - performance.now())));
    const taken = await fleet.call<typeof sum>('take');
    for (const key of ['packets', 'late', 'missing'] as const) sum[key] += taken[key];
    // Counted from the start, not since the last call.
    sum.closed = taken.closed;
    print(`${sum.packets} packets, ${sum.late} of them late, ${sum.missing} gaps`);
  }
  const figures = { ...sum, load_busy: load(), server_busy: server() };
  await stop();
  return figures;
}
