import type { FileLive } from '../../../contract/entities/sound/file.ts';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import type { Deps } from '../../../server/start/deps.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { startAirSite } from '../broadcast/airSite.ts';

type Call = <T>(method: string, path: string, body?: object) => Promise<T>;

const createLinkage = async (call: Call, body: object) =>
  (await call<{ id: number }>('POST', '/v1/linkage_task', { name: 'Leave', ...body })).id;

/**
 * Creates a linkage task and waits until its sound is made. An alarm that begins before plays a tone first and
 * changes to the message later, while a test compares what terminals play.
 */
export async function createMadeLinkage(
  { value, deps }: { value: Call; deps: Pick<Deps, 'live'> },
  body: object,
): Promise<number> {
  const id = await createLinkage(value, body);
  const tasks = deps.live.topic<LinkageTaskLive>('linkage_task');
  await until('its sound is made', () => tasks.get(id)?.ready);
  return id;
}

/** Starts the whole server with a file, and helpers to create alarm entities. */
export async function startEmergencySite(more: Parameters<typeof startAirSite>[0] = {}) {
  const site = await startAirSite(more);
  const call = async <T>(method: string, path: string, body?: object, token = site.token): Promise<T> => {
    const answer = await site.call(method, path, body === undefined ? { token } : { token, body });
    if (answer.body.code !== 200) throw new Error(`${method} ${path}: ${answer.body.message}`);
    return answer.body.value;
  };
  return {
    ...site,
    value: call,
    /** File that is built, also in the live topic. */
    async file(name: string, seconds: number): Promise<number> {
      const id = await site.file(name, seconds);
      site.deps.live.topic<FileLive>('file').upsert({
        id,
        org: null,
        group_id: null,
        position: 0,
        places: [],
        build_status: 'built',
        build_error: null,
        progress: 1,
        duration_ms: seconds * 1000,
        loudness: null,
        rev: 1,
      });
      return id;
    },
    /** Creates a linkage task; its sound may still be in the making. */
    unmadeLinkage: (body: object) => createLinkage(call, body),
    /** Creates a linkage task, and waits until its sound is made. */
    linkage: (body: object) => createMadeLinkage({ value: call, deps: site.deps }, body),
    plan: async (body: object) =>
      (await call<{ id: number }>('POST', '/v1/alarm_plan', { name: 'Fire', ...body })).id,
  };
}
export type EmergencySite = Awaited<ReturnType<typeof startEmergencySite>>;

/** Stream that a terminal has open: opened last, and not closed since. */
export const openAt = (client: TerminalClient) => {
  const at = client.heard.findLastIndex((one) => one.type === 'stream.open');
  const open = client.heard[at];
  if (open?.type !== 'stream.open') return null;
  const closed = client.heard
    .slice(at)
    .some((one) => one.type === 'stream.close' && one.stream === open.stream);
  return closed ? null : open;
};

/** Waits for a condition. */
export async function until<T>(what: string, read: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (let i = 0; i < 1200; i++) {
    const value = await read();
    if (value) return value as NonNullable<T>;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`not reached: ${what}`);
}
