import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RecordFile } from '../../../contract/entities/sound/recordFile.ts';
import type { LastPage } from '../../../contract/entities/tasks/lastPage.ts';
import type { StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import { eventually } from '../../support/eventually.ts';
import { openTalker } from '../talk/consoleTalker.ts';
import { startTalkSite, type TalkSite } from '../talk/talkSite.ts';

/** Repeating the last page of an account: a live page from its recording. */
let site: TalkSite;
let hall: number;
let east: number;
beforeAll(async () => {
  site = await startTalkSite();
  east = await site.zone('East');
  hall = (await site.speaker('HALL', east)).id;
});
afterAll(async () => {
  site.stopTerminals();
  await site.close();
});

const value = async <T>(method: string, path: string, body?: object, token = site.token): Promise<T> =>
  (await site.call(method, path, body === undefined ? { token } : { token, body })).body.value as T;
const last = (token = site.token) => value<LastPage | null>('GET', '/v1/task/last_page', undefined, token);
const recordings = async () => (await value<{ rows: RecordFile[] }>('GET', '/v1/record_file')).rows;
const engine = () => site.deps.broadcasting.engine;

test('a live page is repeated from its recording, with the right to hear recordings', async () => {
  expect(await last()).toBeNull();
  const talker = await openTalker(site, site.token);
  talker.start({ mode: 'page', targets: { devices: [hall] } });
  const { stream } = await talker.next('talk.granted');
  talker.speak(stream);
  const sounds = async () => (await recordings())[0]?.broadcast_id === stream;
  await eventually(async () => expect(await sounds()).toBe(true));
  // While it is spoken it is not whole.
  expect(await last()).toMatchObject({ id: stream, task: null });
  talker.socket.send(JSON.stringify({ type: 'talk.stop', stream }));
  await eventually(async () => expect((await recordings())[0]?.duration_ms).toBeGreaterThan(0));
  talker.socket.close();

  const page = await last();
  const [recording] = await recordings();
  expect(page).toMatchObject({ id: stream, audio_source: 99 });
  expect(page?.task).toMatchObject({ recording: recording?.id, devices: [hall], audio_source: 99 });
  const started = await value<StartedTask>('POST', '/v1/task', page?.task ?? {});
  expect(engine().get(started.id)?.row).toMatchObject({ audio_source: 99, task_type: 1 });
  // It ends by itself, and is not recorded once more.
  await eventually(() => expect(engine().get(started.id)).toBeUndefined());
  expect((await recordings()).map(({ id }) => id)).toEqual([recording?.id]);
  // The repeat is now the last page, and can be repeated too.
  expect(await last()).toMatchObject({ id: started.id, task: { recording: recording?.id } });

  const pool = site.database.pool;
  await pool.query(
    `insert into role (code, name, permissions) values ('pager', 'Pager', '["operate_real_time_task", "list_task"]')`,
  );
  const pager = await site.limited('pager-1', east, 'pager');
  const refused = await site.call('POST', '/v1/task', { token: pager, body: page?.task ?? {} });
  expect(refused.body).toMatchObject({ code: 403 });
});
