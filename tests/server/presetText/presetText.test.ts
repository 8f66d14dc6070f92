import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchResult } from '../../../contract/api/envelope.ts';
import type { MediaGroup } from '../../../contract/entities/sound/library.ts';
import type { PresetText, PresetTextLive } from '../../../contract/entities/sound/presetText.ts';
import type { SpeechValue } from '../../../contract/entities/sound/upload.ts';
import { eventually } from '../../support/eventually.ts';
import { isLong } from '../../support/random.ts';
import { createTestApp, type TestApp } from '../setup/app.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await createTestApp();
  token = await site.login();
});
afterAll(() => site.close());

const call = async <T>(method: string, url: string, body?: object, on = site) => {
  const answer = await on.call(method, url, { token, ...(body ? { body } : {}) });
  return { ...answer, value: answer.body.value as T };
};
const text = (name: string, more: object = {}) =>
  call<PresetText>('POST', '/v1/preset_text', { name, textContent: `${name}, please.`, ...more });
const row = async (id: number) => (await call<PresetText>('GET', `/v1/preset_text/${id}`)).value;
const live = (id: number) => site.deps.live.topic<PresetTextLive>('preset_text').get(id);
const settled = (id: number, status: PresetText['build_status'] = 'built') =>
  eventually(
    async () => {
      const found = await row(id);
      expect(found.build_status).toBe(status);
      return found;
    },
    { timeout: 230_000, interval: 50 },
  );
const keyOf = async (id: number) =>
  (
    await site.database.pool.query<{ speech_key: string }>(
      'select speech_key from preset_text where id = $1',
      [id],
    )
  ).rows[0]?.speech_key;

test('a text is built in the background, published live, and heard by ticket', async () => {
  const made = await text('欢迎光临', { voiceName: 'xiaofeng', voiceSpeed: 60 });
  expect(made.value).toMatchObject({ build_status: 'waiting', voiceName: 'xiaofeng', voiceSpeed: 60 });
  const { id } = made.value;
  const early = await call('POST', `/v1/preset_text/${id}/ticket`);
  expect([early.body.code, early.body.key]).toEqual([409, 'media.notReady']);
  const built = await settled(id);
  expect(built.duration_ms).toBeGreaterThan(300);
  // Published after the row is stored.
  await expect.poll(() => live(id)).toMatchObject({ build_status: 'built', duration_ms: built.duration_ms });

  const { url, duration_ms } = (await call<SpeechValue>('POST', `/v1/preset_text/${id}/ticket`)).value;
  expect(duration_ms).toBe(built.duration_ms);
  const heard = await site.app.inject({ method: 'GET', url, headers: { range: 'bytes=0-3' } });
  expect([heard.statusCode, heard.payload]).toEqual([206, 'OggS']);
  expect((await site.app.inject({ method: 'GET', url: `${url}x` })).statusCode).toBe(401);
  await call('DELETE', `/v1/preset_text/${id}`);
  expect((await site.app.inject({ method: 'GET', url })).json()).toMatchObject({ key: 'media.unableToPlay' });
  expect(live(id)).toBeUndefined();
});

test('changed words are built again, a changed name is not; the last words count', async () => {
  const { id } = (await text('Closing time')).value;
  await settled(id);
  const first = await keyOf(id);
  expect((await call<PresetText>('PATCH', `/v1/preset_text/${id}`, { name: 'Closing' })).value).toMatchObject(
    {
      build_status: 'built',
    },
  );
  for (const textContent of ['One', 'One and two', 'One and two and three'])
    expect((await call<PresetText>('PATCH', `/v1/preset_text/${id}`, { textContent })).body.code).toBe(200);
  await settled(id);
  await site.deps.media.speech
    .build({ text: 'One and two and three', voice: 'xiaoyan', speed: 50 })
    .then(async ({ key }) => expect(await keyOf(id)).toBe(key));
  expect(await keyOf(id)).not.toBe(first);
});

if (isLong)
  test('a manual rebuild synthesises again and keeps broadcasts running; a lost programme is reported', async () => {
    const { id } = (await text('Once more')).value;
    await settled(id);
    const before = (await keyOf(id)) ?? '';
    const again = await call<BatchResult>('POST', '/v1/preset_text/batch', {
      action: 'build',
      ids: [id, 999_999],
    });
    expect(again.value.results.map(({ ok, code }) => [ok, code])).toEqual([
      [true, 200],
      [false, 404],
    ]);
    await eventually(async () => expect(await keyOf(id)).not.toBe(before), { timeout: 60_000, interval: 50 });
    await settled(id);
    const speech = join(site.deps.env.DATA_DIR, 'media', 'speech');
    expect(existsSync(join(speech, before, 'programme.opk'))).toBe(true);
    rmSync(join(speech, (await keyOf(id)) ?? ''), { recursive: true });
    const gone = await call('POST', `/v1/preset_text/${id}/ticket`);
    expect([gone.body.code, gone.body.key]).toEqual([409, 'media.speechLost']);
  });

test.each([
  [{ name: '', textContent: 'Words' }, 'name'],
  [{ name: 'Empty', textContent: '  ' }, 'textContent'],
  [{ name: 'Long', textContent: 'x'.repeat(5001) }, 'textContent'],
  [{ name: 'Voice', textContent: 'Words', voiceName: 'nobody' }, 'voiceName'],
  [{ name: 'Speed', textContent: 'Words', voiceSpeed: 101 }, 'voiceSpeed'],
])('%o is refused at its field', async (body, path) => {
  const answer = await call<{ fields: { path: string }[] }>('POST', '/v1/preset_text', body);
  expect(answer.body.code).toBe(400);
  expect(answer.value.fields).toMatchObject([{ path }]);
});

if (isLong)
  test('a text without speakable characters fails with its reason; 5,000 characters are built', async () => {
    const { id } = (await text('…', { textContent: '……！' })).value;
    expect(await settled(id, 'failed')).toMatchObject({ build_error: 'media.speechEmpty' });
    await expect
      .poll(() => live(id))
      .toMatchObject({ build_status: 'failed', build_error: 'media.speechEmpty' });
    expect(site.deps.faultWatch.faults.allOpen()).toEqual([]);
    // Speaking and building that many words takes ten seconds of processor time.
    const spoken = isLong ? 4999 : 500;
    const longest = `${'好'.repeat(spoken)}${' '.repeat(4999 - spoken)}好`;
    const long = (await text('Long', { textContent: longest, voiceSpeed: 100 })).value;
    expect((await settled(long.id)).duration_ms).toBeGreaterThan(spoken * 60);
  }, 240_000);

test('groups: texts move and are ordered, and a non-empty group cannot be deleted', async () => {
  const group = async (name: string) =>
    (await call<MediaGroup>('POST', '/v1/preset_text_group', { name })).value.id;
  const [bells, notices] = [await group('Bells'), await group('Notices')];
  const ids: number[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await text(name, { group_id: bells })).value.id);
  const names = async (id: number) =>
    (
      await call<{ rows: PresetText[] }>('GET', `/v1/preset_text?group_id=${id}&sort=position`)
    ).value.rows.map((one) => one.name);
  expect(await names(bells)).toEqual(['A', 'B', 'C']);
  await call('PUT', '/v1/preset_text/order', { group_id: bells, ids: [ids[2], ids[0]] });
  expect(await names(bells)).toEqual(['C', 'A', 'B']);
  expect(live(ids[2] ?? 0)).toMatchObject({ position: 1 });
  await call('POST', '/v1/preset_text/batch', { action: 'move', ids: [ids[0]], group_id: notices });
  expect([await names(bells), await names(notices)]).toEqual([['C', 'B'], ['A']]);
  const held = await call('DELETE', `/v1/preset_text_group/${bells}`);
  expect([held.body.code, held.body.message]).toEqual([409, 'Group “Bells” still contains texts (2)']);
  await call('PUT', '/v1/preset_text_group/order', { ids: [notices, bells] });
  const listed = await call<{ rows: MediaGroup[] }>('GET', '/v1/preset_text_group?sort=position');
  expect(listed.value.rows.map((one) => one.name)).toEqual(['Notices', 'Bells']);
  expect((await text('Lost', { group_id: 999_999 })).body.key).toBe('group.notFound');
  await call('POST', '/v1/preset_text/batch', { action: 'delete', ids });
  expect((await call('DELETE', `/v1/preset_text_group/${bells}`)).body.code).toBe(200);
});

test('a failing engine: the text has the reason, and a fault is open until it works again', async () => {
  const program = join(site.deps.env.DATA_DIR, 'mute.ts');
  writeFileSync(program, 'process.exit(3);\n');
  const other = await createTestApp({}, { speechProgram: program });
  token = await other.login();
  try {
    const { id } = (
      await call<PresetText>('POST', '/v1/preset_text', { name: 'Mute', textContent: 'Mute' }, other)
    ).value;
    await eventually(
      async () => {
        const found = await call<PresetText>('GET', `/v1/preset_text/${id}`, undefined, other);
        expect(found.value).toMatchObject({
          build_status: 'failed',
          build_error: 'media.speechEngineFailed',
        });
      },
      { timeout: 60_000, interval: 50 },
    );
    const { faults } = other.deps.faultWatch;
    await faults.settled();
    expect(faults.allOpen()).toMatchObject([
      { kind: 'tts', subject: 'espeak', params: { engine: 'espeak' } },
    ]);
    writeFileSync(program, `import '${new URL('../../../espeak/main.ts', import.meta.url).pathname}';`);
    await call('POST', '/v1/preset_text/batch', { action: 'build', ids: [id] }, other);
    await eventually(() => expect(faults.allOpen()).toEqual([]), { timeout: 60_000, interval: 50 });
  } finally {
    token = await site.login();
    await other.close();
  }
});
