import { expect } from 'vitest';
import type { LiveRow } from '../../../contract/api/live.ts';
import type { QuickCodeLive } from '../../../contract/entities/tasks/quickCode.ts';
import type { ScheduledTask } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import { startAirSite } from '../broadcast/airSite.ts';

/** Id of what was created. */
export const idOf = (answer: { body: { code: number; value?: unknown } }): number => {
  expect(answer.body.code, JSON.stringify(answer.body)).toBe(200);
  return (answer.body.value as { id: number }).id;
};

/** Starts the whole server with a song and two zones, and helpers to create and dial quick codes. */
export async function startQuickCodeSite() {
  const site = await startAirSite();
  const song = await site.file('Song', 600);
  const [north, south] = [await site.zone('Quick north'), await site.zone('Quick south')];
  const created: number[] = [];
  let count = 0;
  /** A number that no other object of the site has. */
  const next = () => ++count;
  const write = (body: object, token = site.token) => {
    const n = next();
    return site.post('/v1/quick_code', { code: String(4000 + n), name: `Code ${n}`, ...body }, token);
  };
  return {
    ...site,
    north,
    south,
    next,
    write,
    /** Creates a quick code, which `clear` deletes. */
    async code(body: object) {
      const answer = await write(body);
      created.push(idOf(answer));
      return answer.body.value as { id: number; code: string; name: string };
    },
    /** Live row of a quick code. */
    row: (id: number) =>
      site.deps.live.topic<LiveRow & Pick<QuickCodeLive, 'last_outcome'>>('quick_code').get(id),
    column: async (org = north) => (await site.adopted(`Q-COL-${next()}`, org)).id,
    async station(org = north, kind: TerminalKind = 'caster') {
      const code = `Q-STA-${next()}`;
      const { client, id } = await site.adopted(code, org, kind);
      return { client, id, code, dial: (number: string) => client.send({ type: 'call.dial', number }) };
    },
    async task(org = north, more: object = {}) {
      const body = { name: `Bell ${next()}`, files: [song], orgs: [org], schedule_day: 3, ...more };
      const form = { audio_source: 0, start_date: '2026-01-01', start_time: '08:00', ...body };
      return { id: idOf(await site.post('/v1/scheduled_task', form)), name: body.name };
    },
    saved: (id: number) => site.deps.live.topic<ScheduledTask & { org: number[] }>('scheduled_task').get(id),
    /** Broadcast of a task. */
    running: (id: number) => [...site.deps.broadcasting.engine.all()].find((b) => b.row.task_id === id),
    /** Ends all broadcasts and deletes the quick codes, so that tests are independent. */
    async clear(): Promise<void> {
      const { engine } = site.deps.broadcasting;
      for (const broadcast of [...engine.all()]) await engine.stop(broadcast);
      for (const id of created.splice(0))
        await site.call('DELETE', `/v1/quick_code/${id}`, { token: site.token });
    },
  };
}
export type QuickCodeSite = Awaited<ReturnType<typeof startQuickCodeSite>>;
