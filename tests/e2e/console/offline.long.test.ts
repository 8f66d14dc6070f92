import { expect, type Page, test } from '@playwright/test';
import type { BroadcastTargetRow } from '../../../contract/entities/tasks/broadcast.ts';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { expectNoComplaints, openConsole } from '../support/consolePage.ts';
import { gridRow } from '../support/gridRows.ts';
import { Hall } from '../support/hall.ts';
import { tone } from '../support/library.ts';
import { goTo } from '../support/walk.ts';

let hall: Hall;
let link: TcpProxy;
test.beforeAll(async () => {
  hall = await Hall.open({ TZ_SITE: 'UTC' });
  link = await createProxy(hall.server.port);
});
test.afterAll(async () => {
  await link?.close();
  await hall?.close();
});

/** Adopted terminal page behind a link that can be cut. */
async function terminalPage(page: Page): Promise<number> {
  await page.addInitScript(() => localStorage.setItem('lang', 'en'));
  await page.goto(`http://127.0.0.1:${link.port}/terminal`);
  const made = await page.waitForFunction(() => localStorage.getItem('terminal.code'));
  const code = String(await made.jsonValue());
  const [id = 0] = await hall.api.adopt([code]);
  return id;
}

/** Creates a task of the terminal at a time; returns its id and the time, epoch ms. */
async function schedule(name: string, in_ms: number, terminal: number, file: number) {
  const at = Math.ceil((Date.now() + in_ms) / 1000) * 1000;
  const [date, time] = [new Date(at).toISOString().slice(0, 10), new Date(at).toISOString().slice(11, 19)];
  const { id } = await hall.api.post<{ id: number }>('/v1/scheduled_task', {
    ...{ name, audio_source: 0, files: [file], devices: [terminal], volume: 80 },
    ...{ start_date: date, end_date: date, start_time: time, offline_tasks: true },
  });
  return { id, at };
}

/** Proof of the task's run in the log. */
async function proofOf(task: number): Promise<BroadcastTargetRow | null> {
  const { rows } = await hall.api.get<{ rows: TaskLogRow[] }>(`/v1/task_log?task_id=${task}`);
  if (rows[0] === undefined) return null;
  const targets = await hall.api.get<{ rows: BroadcastTargetRow[] }>(`/v1/task_log/${rows[0].id}/target`);
  return targets.rows[0] ?? null;
}

test('a page in the background stores a task, plays it without the server, and the console shows all of it', async ({
  context,
  page,
}) => {
  const terminal = await terminalPage(page);
  const file = await hall.api.upload('Bell.wav', tone(120));
  // In a hidden tab: stored tasks must play there too.
  const desk = await context.newPage();
  await openConsole(desk, hall.server, '/menu_task_management');
  await desk.bringToFront();

  const began = Date.now();
  await schedule('Morning bell', 86_400_000, terminal, file);
  await gridRow(desk, 'scheduled_task', 'Morning bell').dblclick();
  const panel = desk.getByTestId('schedule-panel');
  await expect(panel.getByTestId('keeping')).toContainText('All terminals are synchronised');
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/tasks.png` });
  await goTo(desk, `menu_device_management?id=${terminal}`);
  const kept = desk.getByTestId('device-panel');
  await expect(kept).toContainText('Synchronised, tasks: 1');
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/devices.png` });
  // Soon, but after the terminal has stored it: the sound is stored already, so it takes less than the first
  // time.
  const took = Date.now() - began;
  const { id, at } = await schedule('Evening bell', 8_000 + 2 * took, terminal, file);
  await expect(kept).toContainText('Synchronised, tasks: 2');
  link.cut();
  await expect(page.getByTestId('offline-playback')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Evening bell')).toBeVisible();
  await desk.waitForFunction(() => true);
  await expect(page.getByTestId('offline-playback')).toContainText('No server');
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/alone.png` });
  // Some of it is heard before a person silences it.
  await expect.poll(async () => (await page.getByText(/^0?[01]:(0[5-9]|[1-5]\d)/).count()) > 0).toBe(true);
  await page.getByRole('button', { name: 'Silence' }).click();
  await expect(page.getByTestId('offline-playback')).toBeHidden();
  link.restore();
  const proof = await hall.api.until('the proof', async () => {
    const row = await proofOf(id);
    return row !== null && row.offline_ms > 0 ? row : null;
  });
  // Exact timing is measured in another test, on an idle machine.
  expect(proof.first_sound_at).toBeGreaterThan(at - 1_000);
  await goTo(desk, `menu_task_log?task_id=${id}`);
  await gridRow(desk, 'task_log', 'Evening bell').dblclick();
  await expect(desk.getByTestId('task-log-panel')).toContainText('played offline');
  if (process.env.SHOTS) await desk.screenshot({ path: `${process.env.SHOTS}/log.png` });
  expectNoComplaints(desk);
});
