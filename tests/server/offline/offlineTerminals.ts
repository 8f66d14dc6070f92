import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import { createTerminal, type Terminal } from '../../../terminal/headless/terminal.ts';
import { createProxy } from '../../support/proxy.ts';
import { encodeSignal, sine } from '../../terminal/support/opus.ts';
import { until } from '../schedule/scheduleSite.ts';
import { startOfflineSite } from './offlineSite.ts';

/** Starts a site, and real terminal programs over a link that can be cut; the file `tone` lasts four seconds. */
export async function startOfflineTerminals() {
  const site = await startOfflineSite();
  const link = await createProxy(Number(new URL(site.http).port));
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-kept-'));
  const tone = await site.file('Tone', 4);
  const programme = join(site.deps.env.DATA_DIR, 'media', 'file', String(tone), 'programme');
  writeFileSync(join(programme, 'programme.opk'), Buffer.concat(encodeSignal(sine(440, -16), 4)));
  const running: Terminal[] = [];
  const secrets = new Map<string, string | undefined>();

  /** Its wall clock is days off the server's; the server tells it the time. */
  function start(code: string): Terminal {
    const terminal = createTerminal({
      server: `http://127.0.0.1:${link.port}`,
      code,
      secret: {
        get: () => secrets.get(code),
        previous: () => undefined,
        set(secret) {
          secrets.set(code, secret);
          return true;
        },
      },
      keep: { folder: join(folder, code), bytes: 1e7 },
    });
    running.push(terminal);
    return terminal;
  }

  return {
    ...site,
    link,
    /** Folder with a folder of stored copies for each code. */
    folder,
    tone,
    start,
    async adopted(code: string): Promise<{ terminal: Terminal; id: number }> {
      const terminal = start(code);
      const row = await until('found', () => site.found().find((one) => one.code === code));
      const answer = await site.post(`/v1/terminal_found/${row.id}/adopt`, { name: code, org: null });
      const { id } = answer.body.value as { id: number };
      await terminal.until(({ session }) => session.phase === 'welcomed' && session.clock.synced);
      return { terminal, id };
    },
    /** Task that plays the tone `count` times from `ms` on, stored by its terminal. */
    async held(id: number, ms: number, count = 1) {
      const { start_date, start_time, at } = site.wall.in(ms);
      const body = { files: [tone], devices: [id], start_date, start_time, end_date: start_date };
      const task = await site.task({ ...body, offline_tasks: true, count });
      await until('held', () => site.view(id)?.state === 'synced');
      return { task, at };
    },
    async proofs(task: number): Promise<BroadcastTargetRow[]> {
      const [run] = await site.runs(task);
      const path = `/v1/task_log/${run?.id}/target`;
      return run ? (await site.value<{ rows: BroadcastTargetRow[] }>('GET', path)).rows : [];
    },
    /** Restores the link and stops all terminals. */
    stopTerminals(): void {
      link.restore();
      for (const terminal of running.splice(0)) terminal.stop();
    },
    async close(): Promise<void> {
      await link.close();
      await site.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type OfflineTerminals = Awaited<ReturnType<typeof startOfflineTerminals>>;

export const sounds = ({ session }: Terminal) => session.state === 'playing';
export const isQuiet = ({ session }: Terminal) => session.state === 'idle';
/** Tells if the terminal plays its stored copy, rather than the rest of a stream. */
export const soundsAlone = (one: Terminal) =>
  sounds(one) && (one.session.present().stream?.broadcast ?? 1) === 0 && one.sound().sounding;
