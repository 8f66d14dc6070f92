import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from './airSite.ts';

let site: AirSite;
let song: number;
let east: number;
let own: number;
let other: number;
let group: number;
let token: string;
beforeAll(async () => {
  site = await startAirSite();
  song = await site.file('Song', 600);
  east = await site.zone('East');
  own = (await site.adopted('EAST-1', east)).id;
  other = (await site.adopted('TOP-1')).id;
  token = await site.limited('guard', east);
  group = await grouped('Both', [own, other]);
});
afterAll(() => site.close());

async function grouped(name: string, device_ids: number[]): Promise<number> {
  const { body } = await site.post('/v1/device_group', { name, device_ids });
  return (body.value as { id: number }).id;
}

test("a task at a group reaches its members within the caller's zones", async () => {
  const id = await site.started({ files: [song], groups: [group] });
  expect((await site.targets(id)).map((row) => row.terminal_id).sort()).toEqual([own, other].sort());
  await site.as(site.token).act(id, 'stop');
  const mine = await site.started({ files: [song], groups: [group] }, token);
  expect((await site.targets(mine)).map((row) => row.terminal_id)).toEqual([own]);
  await site.as(token).act(mine, 'stop');
});

test('the dry run counts the members, each once', async () => {
  const body = { name: 'Try', audio_source: 0, files: [song], groups: [group], devices: [own] };
  expect((await site.post('/v1/task/dry_run', body)).body.value).toMatchObject({ targets: 2 });
  expect((await site.post('/v1/task/dry_run', body, token)).body.value).toMatchObject({ targets: 1 });
});

test('a group that the caller may not see, or that is empty, is refused', async () => {
  const theirs = await grouped('Theirs', [other]);
  const empty = await grouped('Empty', []);
  const start = (groups: number[]) => site.as(token).start({ files: [song], groups });
  expect((await start([theirs])).body).toMatchObject({ code: 404, key: 'group.notFound' });
  expect((await start([999_999])).body).toMatchObject({ code: 404, key: 'group.notFound' });
  expect((await start([empty])).body).toMatchObject({ key: 'broadcast.noDevices' });
  expect((await start([])).body.code).toBe(400);
});
