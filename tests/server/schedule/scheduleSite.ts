import type { Plan } from '../../../contract/entities/tasks/plan.ts';
import type {
  SavedTask,
  ScheduledTask,
  ScheduledTaskLive,
} from '../../../contract/entities/tasks/scheduledTask.ts';
import { dateOf, dayOf } from '../../../contract/schedule/calendar.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { packetsOf, startAirSite } from '../broadcast/airSite.ts';

const zone = createZone('Asia/Shanghai');
/** Noon in Shanghai, far from the end of the day. */
const NOON = Date.parse('2026-11-18T04:00:00Z');

/** Runs due sooner than this stop the clock while they are created: a busy machine may be slow, ms. */
const SOON_MS = 10_000;

/**
 * Wall clock that a test may set; it runs with the real one, and stops until a run that is due soon is
 * created.
 */
export class WallClock {
  #offset = NOON - Date.now();
  #held: number | null = null;
  #making = 0;
  readonly now = (): number => this.#held ?? Date.now() + this.#offset;
  jump(ms: number): void {
    this.#offset += ms;
  }
  /** Creates something due soon; the clock continues when all pending creations are done. */
  async making<T>(made: Promise<T>): Promise<T> {
    this.#making += 1;
    try {
      return await made;
    } finally {
      this.#making -= 1;
      if (this.#held !== null && this.#making === 0) {
        this.#offset = this.#held - Date.now();
        this.#held = null;
      }
    }
  }
  /** Local date and time of the site, `ms` from now, to the second; and that instant. */
  in(ms: number): { start_date: string; start_time: string; at: number } {
    if (ms < SOON_MS) this.#held ??= this.now();
    const at = Math.ceil((this.now() + ms) / 1000) * 1000;
    const local = new Date(at + zone.offsetAt(at)).toISOString();
    return { start_date: local.slice(0, 10), start_time: local.slice(11, 19), at };
  }
  get today(): string {
    return dateOf(zone.dayAt(this.now()));
  }
}

/** Starts the whole server with a clock that can be set. */
export async function startScheduleSite(
  more: Parameters<typeof startAirSite>[0] = {},
  faultTimes: Parameters<typeof startAirSite>[1] = {},
) {
  const wall = new WallClock();
  const site = await startAirSite({ ...more, wallNow: wall.now }, faultTimes);
  const { pool } = site.database;
  const call = async <T>(method: string, path: string, body?: object, token = site.token): Promise<T> => {
    const answer = await site.call(method, path, body === undefined ? { token } : { token, body });
    if (answer.body.code !== 200) throw new Error(`${method} ${path}: ${answer.body.message}`);
    return answer.body.value;
  };
  return {
    ...site,
    wall,
    value: call,
    task: (body: object, token = site.token) =>
      wall.making(
        call<SavedTask>('POST', '/v1/scheduled_task', { name: 'Bell', audio_source: 0, ...body }, token),
      ),
    plan: (body: object, token = site.token) =>
      call<Plan>('POST', '/v1/plan', { name: 'Term', start_date: '2026-09-01', ...body }, token),
    get: (id: number) => call<ScheduledTask>('GET', `/v1/scheduled_task/${id}`),
    liveTask: (id: number) => site.deps.live.topic<ScheduledTaskLive>('scheduled_task').get(id),
    /** All stored runs of a task, newest first. */
    async runs(id: number) {
      const { rows } = await pool.query<{
        id: number;
        due_at: string | null;
        state: string;
        end_reason: string | null;
        position_ms: string;
        error: { key: string } | null;
      }>('select * from broadcast where task_id = $1 order by due_at desc', [id]);
      return rows;
    },
  };
}
export type ScheduleSite = Awaited<ReturnType<typeof startScheduleSite>>;

/** Waits for a condition. */
export async function until<T>(what: string, read: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let i = 0; i < 1200; i++) {
    const value = await read();
    if (value) return value as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not reached: ${what}`);
}

/** Media time of the first packet that a terminal was sent of a file, µs, and its number. */
export function firstOf(client: TerminalClient, file: number): { at_us: number; packet: number } | null {
  for (const [at_us, what] of [...packetsOf(client)].sort(([a], [b]) => a - b)) {
    const [of, packet] = what.split(':').map(Number);
    if (of === file) return { at_us, packet: packet ?? -1 };
  }
  return null;
}

/** Day after a date. */
export const dayAfter = (date: string, days = 1) => dateOf(dayOf(date) + days);
